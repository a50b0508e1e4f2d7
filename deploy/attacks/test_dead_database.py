"""Killing PostgreSQL, the broker and services under a running set, and taking away what they start with.

The set must not sit there and answer 503 for ever: it starts the server again, or ends and says why.
"""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import asyncpg
import httpx
import pytest
from alembic import command
from chassis import migrations
from ci.migration_policy import BEFORE_THE_FIRST_RELEASE
from client.personas import Client, new_email
from local.databases import CHECKOUT, asyncpg_url, create_database, with_database
from local.postgres import Postgres, free_port
from local.rabbitmq import find_broker
from local.supervision import ServerGone, keep_alive
from testkit.environments import EmbeddedRun

SET_REVISION = "UPDATE alembic_version SET version_num"
MOST_LOG_BYTES = 60_000
"""Less than the log of one minute used to have: 15 MB in ten."""


@pytest.fixture(scope="module")
async def former(own_folder: Path) -> AsyncIterator[EmbeddedRun]:
    """The whole set on data of the last release, with a server of its own to kill; not started yet."""
    run = EmbeddedRun(own_folder / "former")
    await _old_data(run.folder, BEFORE_THE_FIRST_RELEASE["booking"])
    yield run
    await asyncio.to_thread(run.stop)
    await asyncio.to_thread(shutil.rmtree, run.folder, ignore_errors=True)


@pytest.fixture
async def run(former: EmbeddedRun) -> AsyncIterator[EmbeddedRun]:
    """The same, running, with an empty log."""
    if not former.alive:
        await asyncio.to_thread(former.start)
    former.log.write_text("")
    yield former
    print(said(former)[-3000:])  # shown when the test failed


async def until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until this is true. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.05)


def data_of(run: EmbeddedRun) -> Path:
    """The data folder of its PostgreSQL, which may be elsewhere when the tests run as root."""
    for process in Path("/proc").glob("[0-9]*"):
        words = _words(process)
        if _parent(process) == run.pid and "-D" in words:
            return Path(words[words.index("-D") + 1])
    raise LookupError("no PostgreSQL")


def server_of(data: Path) -> int:
    """The process id of the server on this folder."""
    return int((data / "postmaster.pid").read_text().split()[0])


def kill_server(data: Path) -> None:
    """Kill the server as the kernel does when memory is short."""
    os.kill(server_of(data), signal.SIGKILL)


def _words(process: Path) -> list[str]:
    try:
        return (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return []


def _parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def said(run: EmbeddedRun) -> str:
    """All that it wrote."""
    return run.log.read_text(errors="replace")


async def ended(run: EmbeddedRun) -> tuple[int, str]:
    """Wait for the end of the process; returns its code and its last line."""
    await until(lambda: not run.alive, 120)
    code = await asyncio.to_thread(run.stop)
    return code, said(run).strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("revision", "words"),
    [
        ("9999", "openhours_booking was written by a newer version of Openhours: its revision is 9999"),
        pytest.param(
            *("0040", "openhours_booking was written by a development version of Openhours"),
            marks=pytest.mark.long,
        ),
    ],
    ids=["newer", "development"],
)
async def test_data_of_other_versions_are_refused_and_left_alone(
    former: EmbeddedRun, revision: str, words: str
) -> None:
    await asyncio.to_thread(former.stop)
    count = "SELECT count(*) FROM pg_database WHERE datname LIKE 'openhours%'"
    is_now, databases = await _booking(former.folder, "SELECT version_num FROM alembic_version", count)
    await _booking(former.folder, f"{SET_REVISION} = '{revision}'")
    with pytest.raises(RuntimeError) as refused:
        await asyncio.to_thread(former.start)
    left = await _booking(
        former.folder,
        "SELECT version_num FROM alembic_version",
        count,
        f"{SET_REVISION} = '{is_now}'",
    )
    assert words in str(refused.value)
    assert "Or choose another folder: DATA_DIR=" in str(refused.value)
    assert "Traceback" not in str(refused.value)
    assert left[:2] == [revision, databases], "nothing was made beside these data"


async def _booking(folder: Path, *statements: str) -> list[object]:
    """Run statements on booking's database in this data folder; returns the first value of each."""
    server = Postgres(folder / "postgres", durable=True)
    await asyncio.to_thread(server.start)
    try:
        connection = await asyncpg.connect(asyncpg_url(with_database(server.url(), "openhours_booking")))
        try:
            return [await connection.fetchval(each) for each in statements]
        finally:
            await connection.close()
    finally:
        await asyncio.to_thread(server.stop)


async def test_data_of_another_postgresql_are_refused(former: EmbeddedRun) -> None:
    await asyncio.to_thread(former.stop)
    version = Postgres(former.folder / "postgres", durable=True)._data / "PG_VERSION"
    ours = version.read_text()
    version.write_text("15\n")
    with pytest.raises(RuntimeError, match="holds data of PostgreSQL 15, and this is PostgreSQL 18"):
        await asyncio.to_thread(former.start)
    assert version.read_text() == "15\n"
    version.write_text(ours)


async def test_older_data_are_migrated(run: EmbeddedRun) -> None:
    connection = await asyncpg.connect(run.database_url("booking"))
    revision = await connection.fetchval("SELECT version_num FROM alembic_version")
    await connection.close()
    assert revision > BEFORE_THE_FIRST_RELEASE["booking"]


async def test_a_killed_server_runs_again_with_its_data(run: EmbeddedRun) -> None:
    async with httpx.AsyncClient(base_url=run.url, timeout=30) as http:
        person = Client(http, "Ada Durable", new_email("ada"))
        await person.sign_up()
        kill_server(data_of(run))
        await until(lambda: "runs again after" in said(run))
        answers = [await person.get("check_active_login") for _ in range(3)]
        assert answers[-1].done, said(run)[-3000:]
    (told,) = [line for line in said(run).splitlines() if "runs again" in line]
    assert told.startswith("PostgreSQL has ended (killed by SIGKILL) and runs again after "), told
    assert run.alive


@pytest.mark.long
async def test_an_outage_does_not_fill_the_log(run: EmbeddedRun) -> None:
    data = data_of(run)
    async with httpx.AsyncClient(base_url=run.url, timeout=30) as http:
        for times in (1, 2):
            kill_server(data)
            while said(run).count("runs again after") < times:
                answers = await asyncio.gather(*(http.get("/api/search") for _ in range(20)))
                assert {answer.status_code for answer in answers} <= {200, 503}
    assert "Traceback" not in said(run), said(run)[-3000:]
    assert len(said(run)) < MOST_LOG_BYTES


async def test_a_server_whose_data_are_removed_ends_the_set(run: EmbeddedRun) -> None:
    data = data_of(run)
    taken = data.rename(data.with_name("taken-away"))
    code, last = await ended(run)
    taken.rename(data)
    assert code == 1
    assert "its data were removed" in last


async def _gone(folder: Path, prepare: Callable[[Path], None], *, take_port: bool = False) -> str:
    """Kill a server that `prepare` keeps from starting; returns what is said when it is given up."""
    server = Postgres(folder / "postgres", durable=True)
    await asyncio.to_thread(server.start)
    try:
        prepare(server._data)
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            kill_server(server._data)
            if take_port:
                await until(lambda: _bound(other, server.port), 5)
                other.listen()
            with pytest.raises(ServerGone) as gone:
                await keep_alive(server)
    finally:
        await asyncio.to_thread(server.destroy)
    return str(gone.value)


def fill_disk(data: Path) -> None:
    """Let what the server writes at its start find no space."""
    (data / "postmaster.opts").unlink()
    (data / "postmaster.opts").symlink_to("/dev/full")


def ask_for_terabytes(data: Path) -> None:
    """Let the server ask for more shared memory than there is."""
    with (data / "postgresql.auto.conf").open("a") as settings:
        settings.write("max_locks_per_transaction = 50000000\n")


def nothing(_: Path) -> None:
    """Change nothing."""


@pytest.mark.long
async def test_each_cause_of_a_server_that_cannot_start_has_its_words(own_folder: Path) -> None:
    disk, memory, port = await asyncio.gather(
        _gone(own_folder / "full-disk", fill_disk),
        _gone(own_folder / "short-memory", ask_for_terabytes),
        _gone(own_folder / "taken-port", nothing, take_port=True),
    )
    tried = "PostgreSQL has ended (killed by SIGKILL) and could not be started again in 3 tries"
    assert disk == f"{tried}: the disk is full: make room on it."
    assert memory == f"{tried}: memory is short: free some, or lower what else runs here."
    assert port == f"{tried}: another program has taken its port."


@pytest.mark.long
async def test_a_server_that_cannot_start_ends_the_set(run: EmbeddedRun) -> None:
    data = data_of(run)
    fill_disk(data)
    kill_server(data)
    code, last = await ended(run)
    (data / "postmaster.opts").unlink()
    assert code == 1
    assert "could not be started again in 3 tries: the disk is full" in last


def _bound(taking: socket.socket, port: int) -> bool:
    try:
        taking.bind(("127.0.0.1", port))
    except OSError:
        return False
    return True


async def _old_data(folder: Path, revision: str) -> None:
    """Make a data folder as an earlier version left it: with booking's database at an old revision."""
    server = Postgres(folder / "postgres", durable=True)
    await asyncio.to_thread(server.start)
    try:
        url = await create_database(server.url(), "openhours_booking")
        config = migrations.config_for(CHECKOUT / "services" / "booking", url)
        await asyncio.to_thread(command.upgrade, config, revision)
    finally:
        await asyncio.to_thread(server.stop)


@pytest.fixture
def services(own_folder: Path, request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[bytes]]:
    """`make services`, with its standard output in a file beside its folder."""
    folder = own_folder / request.function.__name__
    if find_broker(folder / "none") is None:
        pytest.skip("no RabbitMQ")
    with ExitStack() as stack:
        log = stack.enter_context(folder.with_suffix(".log").open("wb"))
        process = subprocess.Popen(
            [sys.executable, "-m", "local.services"],
            env={**os.environ, "DATA_DIR": str(folder), "PORT": str(free_port())},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        yield process
        process.terminate()
        process.wait(60)


def _broker_of(process: subprocess.Popen[bytes]) -> int:
    for each in Path("/proc").glob("[0-9]*"):
        if _parent(each) == process.pid and any("beam" in word for word in _words(each)[:1]):
            return int(each.name)
    return 0


def _told(folder: Path) -> str:
    return folder.with_suffix(".log").read_text()


async def _running(services: subprocess.Popen[bytes], folder: Path) -> None:
    await until(lambda: "Openhours is running" in _told(folder) or services.poll() is not None, 120)
    assert services.poll() is None, _told(folder)


@pytest.mark.long
async def test_a_killed_broker_runs_again_and_without_its_data_ends_the_services(
    services: subprocess.Popen[bytes], own_folder: Path
) -> None:
    folder = own_folder / "test_a_killed_broker_runs_again_and_without_its_data_ends_the_services"
    await _running(services, folder)
    os.kill(_broker_of(services), signal.SIGKILL)
    await until(lambda: "RabbitMQ has ended (killed by SIGKILL) and runs again after" in _told(folder), 60)
    (folder / "rabbitmq" / "mnesia").rename(folder / "rabbitmq" / "taken-away")
    await asyncio.to_thread(services.wait, 100)
    assert services.returncode == 1, _told(folder)
    assert "RabbitMQ has ended and is not started again: its data were removed" in _told(folder)


def _service_of(process: subprocess.Popen[bytes], name: str) -> int:
    for each in Path("/proc").glob("[0-9]*"):
        if _parent(each) == process.pid and _words(each)[1:4] == ["-m", name, "serve"]:
            return int(each.name)
    return 0


@pytest.mark.long
async def test_a_service_that_keeps_dying_ends_the_services(
    services: subprocess.Popen[bytes], own_folder: Path
) -> None:
    folder = own_folder / "test_a_service_that_keeps_dying_ends_the_services"
    await _running(services, folder)
    stopped = _service_of(services, "feed")
    os.kill(stopped, signal.SIGTERM)
    await until(lambda: "feed was told to stop, and is not started again" in _told(folder), 60)
    killed = 0
    while services.poll() is None and killed < 10:
        await until(lambda: _service_of(services, "booking") != 0 or services.poll() is not None, 90)
        process = _service_of(services, "booking")
        if process:
            os.kill(process, signal.SIGKILL)
            killed += 1
            await until(lambda dead=process: _service_of(services, "booking") != dead, 30)
    await asyncio.to_thread(services.wait, 100)
    assert services.returncode == 1, _told(folder)
    assert "booking has ended (killed by SIGKILL" in _told(folder)
    assert "could not be started again in 3 tries: killed by SIGKILL" in _told(folder)
    assert str(folder / "logs" / "booking.log") in _told(folder)
    assert killed == 4
    assert not _service_of(services, "feed")
