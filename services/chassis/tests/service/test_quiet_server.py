"""The server that sleeps while nobody asks: it stops at a signal and at once, and dates its answers."""

import asyncio
import signal
import socket
import sys
import time
from email.utils import parsedate_to_datetime

import httpx
import pytest
import uvicorn
from chassis.quiet_server import QuietServer
from starlette.responses import PlainTextResponse

PROCESS = """
import sys
from chassis.quiet_server import run
from starlette.responses import PlainTextResponse
run(PlainTextResponse("here"), port=int(sys.argv[1]), loop=sys.argv[2], log_config=None, lifespan="off")
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def until_here(url: str) -> httpx.Response:
    async with httpx.AsyncClient() as client, asyncio.timeout(30):
        while True:
            try:
                return await client.get(url)
            except httpx.TransportError:
                await asyncio.sleep(0.05)


@pytest.mark.parametrize("loop", ["uvloop", "asyncio"])
@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_wakes_and_ends_it(loop: str, stop: signal.Signals) -> None:
    port = free_port()
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", PROCESS, str(port), loop)
    assert (await until_here(f"http://127.0.0.1:{port}/")).text == "here"
    process.send_signal(stop)
    async with asyncio.timeout(20):
        assert await process.wait() in {0, -stop}


async def test_a_process_that_cannot_start_says_so() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", PROCESS, port, "asyncio")
        async with asyncio.timeout(30):
            assert await process.wait() != 0


async def test_its_owner_stops_it_and_its_answers_have_the_date() -> None:
    port = free_port()
    config = uvicorn.Config(PlainTextResponse("here"), port=port, log_config=None, lifespan="off")
    server = QuietServer(config)
    serving = asyncio.create_task(server._serve())
    url = f"http://127.0.0.1:{port}/"
    dates = [parsedate_to_datetime((await until_here(url)).headers["date"]).timestamp()]
    await asyncio.sleep(1.1)
    dates.append(parsedate_to_datetime((await until_here(url)).headers["date"]).timestamp())
    assert dates[0] < dates[1]
    assert abs(time.time() - dates[1]) < 30
    server.should_exit = True
    async with asyncio.timeout(20):
        await serving
