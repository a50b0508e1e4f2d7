"""`make run` shows the demo, stops cleanly, keeps its data after a crash, and says why it cannot start.

The demo's accounts have passwords that everybody knows: nobody elsewhere finds them (OWASP ASVS 6.3.2).
"""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import httpx
import pytest
from client.api_client import eventually
from client.personas import Client, new_email
from demo.people import PASSWORD, STAFF_EMAIL
from local.demo_accounts import with_demo
from local.postgres import free_port
from testkit.environments import EmbeddedRun

OPEN: Final = "0.0.0.0"  # noqa: S104  where others could come in
FROM_HERE: Final = ("127.0.0.1", "localhost", "::1")


@pytest.fixture(scope="module")
def demo(own_folder: Path) -> Iterator[EmbeddedRun]:
    """`make run` as for a new user, with the demo."""
    with EmbeddedRun(own_folder / "demo", DEMO="1").running() as run:
        yield run


async def test_the_demo_has_people_to_meet(demo: EmbeddedRun) -> None:
    await _welcomed(demo, times=1)
    async with httpx.AsyncClient(base_url=demo.url, timeout=30) as http:
        stranger = Client(http, "", "")
        profile = await stranger.must_get("get_provider_profile", username="mara_weiss")
        shown = profile.part("account_data")
        assert shown["expertise"] == "Physiotherapy"
        found = await stranger.must_get("search")
        assert found.part("facets")["counted"] == 40
        assert all(each["rating_client_size"] for each in found.list("providers"))
        assert len((await stranger.must_get("get_feed_posts")).rows) > 10


async def test_the_demo_has_faces(demo: EmbeddedRun) -> None:
    await _welcomed(demo, times=1)
    async with httpx.AsyncClient(base_url=demo.url, timeout=30) as http:
        stranger = Client(http, "", "")
        avatars = [str(each["avatar"]) for each in (await stranger.must_get("search")).list("providers")]
        assert len(set(avatars)) == len(avatars) > 10
        posts = (await stranger.must_get("get_feed_posts")).rows
        pictures = [path for post in posts for path in cast(list[str], json.loads(str(post["media_name"])))]
        assert len(pictures) >= len(posts) > 10

        async def stored() -> bool | None:
            answers = [await http.get(path) for path in (*avatars, *pictures)]
            return all(answer.status_code == 200 for answer in answers) or None

        await eventually(stored, "portraits and pictures", 120)


async def test_the_demo_has_work_for_its_staff(demo: EmbeddedRun) -> None:
    await _welcomed(demo, times=1)
    async with httpx.AsyncClient(base_url=demo.url, timeout=30) as http:
        staff = Client(http, "", STAFF_EMAIL)
        await staff.sign_in(PASSWORD)
        assert len((await staff.must_get("staff_get_reports")).list("reports")) >= 4


async def test_where_others_come_in_there_is_no_demo(own_folder: Path) -> None:
    with EmbeddedRun(own_folder / "open-house", HOST=OPEN, DEMO="").running() as run:
        await _printed(run, "Openhours is running", times=1)
        assert "sign in as one of these" not in run.log.read_text()
        async with httpx.AsyncClient(base_url=run.url, timeout=30) as http:
            stranger = Client(http, "", STAFF_EMAIL)
            assert (await stranger.get("get_provider_profile", username="mara_weiss")).http == 404
            refused = await stranger.post("sign_in", iv_email=STAFF_EMAIL, iv_password=PASSWORD)
            assert not refused.done, refused
    assert "demo.example" not in run.log.read_text()


@pytest.mark.parametrize("host", [*FROM_HERE, OPEN, "", "192.168.1.7", "openhours.example"])
def test_the_demo_is_there_by_itself_only_on_this_machine(host: str) -> None:
    assert with_demo("", host) == (host in FROM_HERE)
    assert not with_demo("0", host)
    assert with_demo("1", host)


async def test_it_says_what_is_in_its_way(demo: EmbeddedRun, own_folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port_taken, data_in_use = await asyncio.gather(
            asyncio.to_thread(_refusal, EmbeddedRun(own_folder / "taken", PORT=str(taken.getsockname()[1]))),
            asyncio.to_thread(_refusal, EmbeddedRun(demo.folder, PORT=str(free_port()))),
        )
    assert "Choose another: PORT=" in port_taken
    assert "is in use by process" in data_in_use


@pytest.mark.long
async def test_what_was_there_is_there_after_a_crash(demo: EmbeddedRun) -> None:
    await _welcomed(demo, times=1)
    async with httpx.AsyncClient(base_url=demo.url, timeout=30) as http:
        person = Client(http, "Ada Crash", new_email("ada"))
        await person.sign_up()
        demo.kill()
        await asyncio.to_thread(demo.start)
        assert (await person.must_get("check_active_login")).done
    await _welcomed(demo, times=2)  # the demo is not added twice
    assert await asyncio.to_thread(demo.stop) == 0
    assert "Stopped." in demo.log.read_text()
    _assert_no_process_in(demo.folder)
    shown_to_others = await asyncio.to_thread(_refusal, EmbeddedRun(demo.folder, HOST=OPEN, DEMO="0"))
    assert "hold the demo's accounts, whose passwords everybody knows" in shown_to_others


async def _welcomed(run: EmbeddedRun, times: int) -> None:
    """Wait until it has printed its welcome `times` times: it answers before the demo is complete."""
    await _printed(run, "sign in as one of these", times)


async def _printed(run: EmbeddedRun, words: str, times: int) -> None:
    async def look() -> bool | None:
        log = run.log.read_text()
        assert run.alive, f"make run has ended:\n{log[-4000:]}"
        return log.count(words) >= times or None

    await eventually(look, f"“{words}”", 60)


def _refusal(run: EmbeddedRun) -> str:
    try:
        run.start()
    except RuntimeError as problem:
        return str(problem)
    run.stop()
    raise AssertionError("it started all the same")


def _assert_no_process_in(folder: Path) -> None:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        lines = [_command(process) for process in Path("/proc").glob("[0-9]*")]
        if not any(str(folder) in line for line in lines):
            return
        time.sleep(0.1)
    raise AssertionError("something is still running")


def _command(process: Path) -> str:
    try:
        return (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
