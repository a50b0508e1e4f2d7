"""`make run` stops cleanly, keeps its data after a crash, and explains why it cannot start."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from booking.hours.store import OWN_HOURS_PATIENCE_SECONDS
from chassis.bus import Message
from chassis.bus.local import LocalBus
from client.api_client import eventually
from client.personas import Client, new_email
from demo.seed import add_demo
from local.embedded_app import Substitutions, open_embedded_app
from local.postgres import free_port
from local.runner import wait_until_ready
from testkit.environments import EmbeddedRun

LATE_SECONDS = OWN_HOURS_PATIENCE_SECONDS + 0.2
"""Booking waits less than this for a new provider, and then refuses the hours."""


class LateProfiles(LocalBus):
    """Delivers the events of profiles late: until then, other services refuse calls about new providers."""

    async def publish(self, message: Message) -> None:
        """See `LocalBus.publish`."""
        if message.key.startswith("profiles."):
            await asyncio.sleep(LATE_SECONDS)
        await super().publish(message)


@pytest.fixture(scope="module")
async def demo(own_folder: Path) -> AsyncIterator[EmbeddedRun]:
    """`make run` as for a new user, with the demo."""
    run = EmbeddedRun(own_folder / "demo", DEMO="1")
    await asyncio.to_thread(run.start)
    yield run
    await asyncio.to_thread(run.stop)


async def test_the_demo_has_people_to_meet(demo: EmbeddedRun) -> None:
    await _welcomed(demo, times=1)
    async with httpx.AsyncClient(base_url=demo.url, timeout=30) as http:
        stranger = Client(http, "", "")
        profile = await stranger.must_get("get_provider_profile", username="mara_weiss")
        assert profile.part("account_data")["expertise"] == "Physiotherapy"


async def test_the_demo_waits_for_events_that_come_late(own_folder: Path) -> None:
    late = Substitutions(bus=LateProfiles)
    async with open_embedded_app(
        own_folder / "late", "http://demo", durable=False, log_level="WARNING", substitutions=late
    ) as app:
        await wait_until_ready(app)
        assert "mara@demo.example" in await add_demo(app.transport)


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


async def _welcomed(run: EmbeddedRun, times: int) -> None:
    """Wait until it has printed its welcome `times` times: it answers before the demo is complete."""

    async def look() -> bool | None:
        log = run.log.read_text()
        assert run.alive, f"make run has ended:\n{log[-4000:]}"
        return log.count("sign in as one of these") >= times or None

    await eventually(look, "the welcome", 60)


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
