"""`make run` itself: it stops cleanly, survives a crash and explains what is in its way."""

import asyncio
import socket
import time
from pathlib import Path

import httpx
from embedded.postgres import free_port
from embedded.sets import EmbeddedRun
from embedded.visitors import Client, an_address


async def test_what_was_there_is_there_after_a_crash(own_folder: Path) -> None:
    run = EmbeddedRun(own_folder / "crashing")
    await asyncio.to_thread(run.start)
    async with httpx.AsyncClient(base_url=run.url, timeout=30) as http:
        person = Client(http, "Ada Crash", an_address("ada"))
        await person.sign_up()
        run.kill()
        await asyncio.to_thread(run.start)
        assert (await person.must_get("check_active_login")).done
    assert await asyncio.to_thread(run.stop) == 0
    assert "Closed." in run.log.read_text()
    _nothing_left_of(run.folder)


def test_it_says_when_the_port_is_taken(own_folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = _refusal(EmbeddedRun(own_folder / "taken", PORT=str(taken.getsockname()[1])))
    assert "Choose another: PORT=" in said


async def test_it_says_when_the_data_is_in_use(own_folder: Path) -> None:
    first = EmbeddedRun(own_folder / "shared")
    await asyncio.to_thread(first.start)
    try:
        said = await asyncio.to_thread(_refusal, EmbeddedRun(own_folder / "shared", PORT=str(free_port())))
    finally:
        await asyncio.to_thread(first.stop)
    assert "is in use by process" in said


async def test_the_demo_has_people_to_meet(own_folder: Path) -> None:
    run = EmbeddedRun(own_folder / "demo", DEMO="1")
    await asyncio.to_thread(run.start)
    try:
        for _ in range(100):
            if "sign in as one of these" in run.log.read_text():
                break
            await asyncio.sleep(0.1)
        async with httpx.AsyncClient(base_url=run.url, timeout=30) as http:
            stranger = Client(http, "", "")
            profile = await stranger.must_get("get_provider_profile", username="mara_weiss")
            assert profile.part("account_data")["expertise"] == "Physiotherapy"
    finally:
        await asyncio.to_thread(run.stop)


def _refusal(run: EmbeddedRun) -> str:
    try:
        run.start()
    except RuntimeError as problem:
        return str(problem)
    run.stop()
    raise AssertionError("it started all the same")


def _nothing_left_of(folder: Path) -> None:
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
