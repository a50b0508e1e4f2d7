"""The distributed set as a place for faults.

Its database server and its broker are the drill's own, with a proxy before each for every service; pictures
lie on a small disk that can be filled; the clocks of some processes can be put forward and back.
"""

import asyncio
import errno
import os
import signal
import subprocess
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bench.processes import started
from local.cluster import NO_BROKER, Cluster
from local.databases import SERVICES, asyncpg_url, role_urls
from local.layout import PARTS
from local.postgres import Postgres
from local.rabbitmq import Broker, find_broker
from local.unprivileged_user import is_root
from sqlalchemy import make_url
from testkit.environments import settings_of_parts
from testkit.tcp_proxy import TcpProxy

from drills.running import NotTried, install, named

CLOCKS: Final = ("profiles", "feed", "booking", "notifications")
"""The services whose clock can be set. Identity signs tokens: others refuse those from their future."""
LIBRARY: Final = "faketime/libfaketimeMT.so.1"
DISK_BYTES: Final = 16 * 1024 * 1024
BALLAST: Final = ".ballast"
Inflicted = AbstractAsyncContextManager[None]
"""A fault lasts as long as its block."""
ORDERLY_COMMITS: Final = {"synchronous_commit": "on"}
"""What was answered has left the server's process, which may be killed; the machine is not."""


class MediaDisk:
    """A small file system of its own under the folder of pictures."""

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / BALLAST

    def fill(self) -> None:
        """Write until there is no room: not for one byte more."""
        with self._ballast.open("ab", buffering=0) as ballast:
            for piece in (65536, 4096, 1):
                try:
                    while True:
                        ballast.write(b"\0" * piece)
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def free(self) -> None:
        """Make room again."""
        self._ballast.unlink()


@contextmanager
def media_disk(folder: Path) -> Generator[MediaDisk | None]:
    """A disk of DISK_BYTES in the memory of this machine; None where this process may not mount one."""
    folder.mkdir(parents=True, exist_ok=True)
    order = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(folder)]
    if not is_root() or subprocess.run(order, check=False, capture_output=True).returncode != 0:
        yield None
        return
    try:
        yield MediaDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def find_clock_library() -> Path | None:
    """Where libfaketime is; installed where that is possible."""
    if (found := _installed_library()) is None:
        install("libfaketime")
        found = _installed_library()
    return found


def _installed_library() -> Path | None:
    return next(Path("/usr/lib").glob(f"*/{LIBRARY}"), None)


def _variables(library: Path, clock: Path) -> dict[str, str]:
    """The variables of a process whose clock is as this file says: seconds to add, looked at once a second.
    What measures how long something takes goes on as it is."""
    return {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
    }


@asynccontextmanager
async def _between(inflict: Callable[[], object], mend: Callable[[], object]) -> AsyncGenerator[None]:
    """Do one before the block, and the other after it, each in a thread."""
    await asyncio.to_thread(inflict)
    try:
        yield
    finally:
        await asyncio.to_thread(mend)


class Site:
    """The set, and what can be done to it."""

    def __init__(self, cluster: Cluster, postgres: Postgres, broker: Broker) -> None:
        self.cluster = cluster
        self._postgres = postgres
        self._broker = broker
        self.disk: MediaDisk | None = None
        """None where none can be mounted."""
        self.clocks: dict[str, Path] = {}
        """The files that say how far the clock of a service is off; empty without libfaketime."""
        self.lines: dict[str, list[TcpProxy]] = {service: [] for service in SERVICES}
        """The proxies between a service and its database and broker."""
        self._turns = {part: asyncio.Lock() for part in PARTS}

    @asynccontextmanager
    async def killed(self, part: str) -> AsyncGenerator[None]:
        """The process of this part is away, killed without a word; afterwards it starts again."""

        def start_again() -> None:
            self.cluster.launch(part)
            self.cluster.wait_ready(part)

        async with self._turns[part], _between(partial(self.cluster.kill, part), start_again):
            yield

    @asynccontextmanager
    async def halted(self, part: str) -> AsyncGenerator[None]:
        """The process of this part stands still, and its connections stay open."""
        async with self._turns[part]:
            process = self.cluster.process_id(part)
            async with _between(
                partial(os.kill, process, signal.SIGSTOP), partial(os.kill, process, signal.SIGCONT)
            ):
                yield

    def without_broker(self, _: str) -> Inflicted:
        """The broker is stopped."""
        return _between(self._broker.stop, self._broker.start)

    def without_database(self, how: str) -> Inflicted:
        """The database server is away: it was told to stop, or all its processes end as in a crash."""
        kill = partial(os.kill, self._postgres.pid, signal.SIGKILL)
        return _between(kill if how == "killed" else self._postgres.stop, self._postgres.start_again)

    def full_disk(self, _: str) -> Inflicted:
        """The disk with the pictures is full."""
        assert self.disk is not None
        return _between(self.disk.fill, self.disk.free)

    def clock_off(self, service: str, seconds: int) -> Inflicted:
        """The clock of this service's process jumps by so many seconds, and back."""
        clock = self.clocks[service]
        return _between(partial(clock.write_text, f"{seconds:+}"), partial(clock.write_text, "+0"))

    def slow_lines(self, service: str, seconds: float) -> Inflicted:
        """What this service and its database or broker say to each other arrives so much later."""

        def delay(each: float) -> None:
            for line in self.lines[service]:
                line.delay_seconds = each

        return _between(partial(delay, seconds), partial(delay, 0.0))

    async def whole(self) -> None:
        """Wait until every part is ready and none of its dependencies is away."""
        for part in PARTS:
            await asyncio.to_thread(self.cluster.wait_complete, part)


@asynccontextmanager
async def open_site(folder: Path) -> AsyncGenerator[Site]:
    """Start the set in this folder; nothing of it is there afterwards. Raises NotTried."""
    broker = find_broker(folder / "rabbitmq")
    if broker is None or not broker.stoppable:
        raise NotTried(NO_BROKER if broker is None else "The broker of RABBITMQ_URL is not ours to stop.")
    postgres = Postgres(folder / "postgres", durable=False, settings=ORDERLY_COMMITS)
    async with AsyncExitStack() as stack:
        for store in (postgres, broker):
            await stack.enter_async_context(started(store))
        extra = settings_of_parts()
        cluster = Cluster(folder / "set", extra=extra)
        site = Site(cluster, postgres, broker)
        await _lay_lines(site, stack, extra, postgres.url(), broker.url)
        site.disk = stack.enter_context(media_disk(cluster.folder / "media"))
        _hang_clocks(site, folder / "clocks")
        stack.enter_context(named(DATABASE_URL=asyncpg_url(postgres.url()), RABBITMQ_URL=broker.url))
        await stack.enter_async_context(started(cluster))
        yield site


async def _lay_lines(
    site: Site, stack: AsyncExitStack, extra: dict[str, dict[str, object]], server: str, broker: str
) -> None:
    """Put the proxies before the stores, and tell the services of them."""
    for service in SERVICES:
        direct = role_urls(server, service, f"openhours_{service}").runtime
        for name, url in (("database_url", direct), ("rabbitmq_url", broker)):
            proxy = await stack.enter_async_context(TcpProxy.before("127.0.0.1", urlsplit(url).port or 0))
            through = make_url(url).set(host="127.0.0.1", port=proxy.port)
            extra[service][name] = through.render_as_string(hide_password=False)
            site.lines[service].append(proxy)


def _hang_clocks(site: Site, folder: Path) -> None:
    """Give the processes that have a clock of their own its file, if libfaketime is here."""
    library = find_clock_library()
    if library is None:
        return
    folder.mkdir()
    for service in CLOCKS:
        site.clocks[service] = clock = folder / service
        clock.write_text("+0")
        site.cluster.variables[service] = _variables(library, clock)
