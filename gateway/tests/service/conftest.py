"""A gateway on a real port, before five small upstreams on real ports."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import orjson
import pytest
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from gateway.app import create_app
from gateway.settings import SERVICES, GatewaySettings
from gateway.uvicorn_options import uvicorn_options
from local.serving import bind_socket, serve
from testkit.fake_identity import Tokens
from testkit.gateway_harness import FakeService, GatewayHarness, OpenHarness, enveloped


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small web bundle."""
    dist = tmp_path_factory.mktemp("web") / "dist"
    (dist / "assets").mkdir(parents=True)
    page = '<!doctype html><script>var scheme = "light"</script><script src="/assets/app-1a2b.js"></script>'
    (dist / "index.html").write_text(page)
    (dist / "assets" / "app-1a2b.js").write_text("export const a = 1;" * 200)
    (dist / "assets" / "app-1a2b.js.br").write_bytes(b"brotli")
    (dist / "sw.js").write_text("self.skipWaiting()")
    (dist.parent / "secret.txt").write_text("secret")
    (dist / "escape.txt").symlink_to(dist.parent / "secret.txt")
    return dist


QUIET = {"access_log": False, "log_config": None}
"""How uvicorn serves the doubles."""


@pytest.fixture(scope="session")
async def running_doubles(tokens: Tokens) -> AsyncIterator[dict[str, FakeService]]:
    """The five service doubles, each on a port of its own."""
    async with AsyncExitStack() as stack:
        doubles = {name: FakeService(name) for name in SERVICES}
        for double in doubles.values():
            bound = stack.enter_context(bind_socket("127.0.0.1", 0))
            await stack.enter_async_context(serve(double, bound, QUIET))
            double.url = f"http://127.0.0.1:{bound.getsockname()[1]}"
        identity = doubles["identity"]
        identity.always["/.well-known/jwks.json"] = (200, {}, orjson.dumps(tokens.key_set))
        identity.always["/internal/ended_logins"] = (200, {}, enveloped({"ended_logins": []}))
        yield doubles


@pytest.fixture
def doubles(running_doubles: dict[str, FakeService]) -> dict[str, FakeService]:
    """The service doubles, knowing nothing of earlier tests."""
    for double in running_doubles.values():
        double.forget()
    return running_doubles


@asynccontextmanager
async def opened(
    doubles: dict[str, FakeService], bundle: Path, **settings: object
) -> AsyncGenerator[GatewayHarness]:
    """A gateway with these settings before the doubles."""
    async with AsyncExitStack() as stack:
        bound = stack.enter_context(bind_socket("127.0.0.1", 0))
        url = f"http://127.0.0.1:{bound.getsockname()[1]}"
        told = {
            "public_url": url,
            "web_dist": bundle,
            "rate_limit_scale": 0,
            "access_log_share": 0,
            "health_check_seconds": 0.1,
            "socket_check_seconds": 0.05,
            **{f"{name}_url": double.url for name, double in doubles.items()},
            **settings,
        }
        bus = LocalBus()
        gateway_settings = GatewaySettings.model_validate(told)
        gateway = create_app(gateway_settings, Wiring(bus=bus))
        await stack.enter_async_context(gateway.running())
        await stack.enter_async_context(serve(gateway, bound, uvicorn_options(gateway_settings)))
        client = await stack.enter_async_context(httpx.AsyncClient(base_url=url, timeout=10))
        door = GatewayHarness(url, gateway, doubles, bus, client)
        stack.push_async_callback(door.leave)
        yield door


@pytest.fixture
async def open_door(doubles: dict[str, FakeService], bundle: Path) -> AsyncIterator[OpenHarness]:
    """Start a gateway with other settings; it stops when the test ends."""
    async with AsyncExitStack() as stack:

        async def start(**settings: object) -> GatewayHarness:
            return await stack.enter_async_context(opened(doubles, bundle, **settings))

        yield start


@pytest.fixture(scope="session")
async def shared_door(running_doubles: dict[str, FakeService], bundle: Path) -> AsyncIterator[GatewayHarness]:
    """A gateway with ordinary settings and no rate limits."""
    async with opened(running_doubles, bundle) as door:
        yield door


@pytest.fixture
async def door(shared_door: GatewayHarness, doubles: dict[str, FakeService]) -> AsyncIterator[GatewayHarness]:
    """The gateway with ordinary settings; its sockets leave when the test ends."""
    del doubles
    yield shared_door
    await shared_door.leave()
