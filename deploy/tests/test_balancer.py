"""The balancer of the drills: in turn to what is ready, and to nothing else."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import httpx
from client.api_client import eventually
from drills.balancer import LOOK_SECONDS, Balancer
from local.postgres import free_port
from local.serving import bind_socket, serve
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route


class Process:
    """A server that says its name, and whether it is ready."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ready = True
        self.url = ""

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        async def ready(request: Request) -> PlainTextResponse:
            del request
            return PlainTextResponse("", 200 if self.ready else 503)

        async def name(request: Request) -> PlainTextResponse:
            del request
            return PlainTextResponse(self.name)

        app = Starlette(routes=[Route("/health/ready", ready), Route("/", name)])
        with bind_socket("127.0.0.1", 0) as bound:
            self.url = f"http://127.0.0.1:{bound.getsockname()[1]}"
            async with serve(app, bound, {"log_config": None, "access_log": False}):
                yield


async def answers(url: str, times: int = 6) -> Counter[str]:
    """Who answers so many requests, each on a connection of its own."""
    found: Counter[str] = Counter()
    for _ in range(times):
        async with httpx.AsyncClient() as client:
            found[(await client.get(url)).text] += 1
    return found


async def until_out(balancer: Balancer, url: str) -> None:
    (backend,) = (each for each in balancer.backends if each.url == url)
    await eventually(lambda: not backend.ready, f"{url} out of its balancer")


async def until_refused(url: str) -> None:
    """Return when connections to this url are refused; fail for any other error."""
    async with asyncio.timeout(10):
        with suppress(httpx.ConnectError):
            while True:
                await answers(url, 1)


async def both_ready(balancer: Balancer, one: Process, two: Process) -> None:
    """Put both behind the balancer, and wait until it sends them connections."""
    for each in (one, two):
        balancer.put(each.url)
    for each in (one, two):
        await balancer.until_ready(each.url)


async def test_connections_go_in_turn_to_what_is_ready() -> None:
    one, two = Process("one"), Process("two")
    async with one.running(), two.running(), Balancer(free_port()) as balancer:
        await both_ready(balancer, one, two)
        assert await answers(balancer.url) == {"one": 3, "two": 3}
        one.ready = False
        await until_out(balancer, one.url)
        assert await answers(balancer.url) == {"two": 6}
        two.ready = False
        await until_refused(balancer.url)
        one.ready = True
        await balancer.until_ready(one.url)
        assert await answers(balancer.url) == {"one": 6}


async def test_what_has_ended_without_a_word_is_passed_over() -> None:
    one, two = Process("one"), Process("two")
    async with one.running(), Balancer(free_port()) as balancer:
        async with two.running():
            await both_ready(balancer, one, two)
        assert await answers(balancer.url) == {"one": 6}


async def test_what_is_taken_out_gets_no_connection_until_it_is_put_back() -> None:
    one, two = Process("one"), Process("two")
    async with one.running(), two.running(), Balancer(free_port()) as balancer:
        await both_ready(balancer, one, two)
        balancer.take_out(one.url)
        assert await answers(balancer.url) == {"two": 6}
        await asyncio.sleep(2 * LOOK_SECONDS)  # it is looked at, and says that it is ready
        assert await answers(balancer.url) == {"two": 6}
        balancer.put(one.url)
        await balancer.until_ready(one.url)
        assert await answers(balancer.url) == {"one": 3, "two": 3}
