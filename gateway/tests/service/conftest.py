"""A gateway on a real port, before five small upstreams on real ports."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import brotli
import httpx
import orjson
import pytest
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from gateway.app import create_app
from gateway.settings import SERVICES, GatewaySettings
from gateway.uvicorn_options import uvicorn_options
from local.serving import bind_socket, serve
from testkit.bundle_pages import page_list
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
    (dist / "assets" / "app-1a2b.js.br").write_bytes(brotli.compress(b"export const a = 1;" * 200))
    paths = ["/", "/feed", "/p/:providerUsername", "/schedule_manager/pending_requests", "/staff/*"]
    (dist / "pages.json").write_bytes(page_list(paths))
    (dist / "sw.js").write_text("self.skipWaiting()")
    (dist.parent / "secret.txt").write_text("secret")
    (dist / "escape.txt").symlink_to(dist.parent / "secret.txt")
    return dist


QUIET = {"access_log": False, "log_config": None}
"""How uvicorn serves the fake services."""


@pytest.fixture(scope="session")
async def running_fake_services(tokens: Tokens) -> AsyncIterator[dict[str, FakeService]]:
    """The five fake services, each on a port of its own."""
    async with AsyncExitStack() as stack:
        fake_services = {name: FakeService(name) for name in SERVICES}
        for service in fake_services.values():
            bound = stack.enter_context(bind_socket("127.0.0.1", 0))
            await stack.enter_async_context(serve(service, bound, QUIET))
            service.url = f"http://127.0.0.1:{bound.getsockname()[1]}"
        identity = fake_services["identity"]
        identity.always["/.well-known/jwks.json"] = (200, {}, orjson.dumps(tokens.key_set))
        identity.always["/internal/ended_logins"] = (200, {}, enveloped({"ended_logins": []}))
        yield fake_services


@pytest.fixture
def fake_services(running_fake_services: dict[str, FakeService]) -> dict[str, FakeService]:
    """The five fake services, without requests and answers of earlier tests."""
    for service in running_fake_services.values():
        service.forget()
    return running_fake_services


@asynccontextmanager
async def open_gateway(
    fake_services: dict[str, FakeService], bundle: Path, **settings: object
) -> AsyncGenerator[GatewayHarness]:
    """A gateway with these settings in front of the fake services."""
    async with AsyncExitStack() as stack:
        bound = stack.enter_context(bind_socket("127.0.0.1", 0))
        url = f"http://127.0.0.1:{bound.getsockname()[1]}"
        values = {
            "public_url": url,
            "web_dist": bundle,
            "rate_limit_scale": 0,
            "access_log_share": 0,
            "health_check_seconds": 0.1,
            "socket_check_seconds": 0.05,
            **{f"{name}_url": service.url for name, service in fake_services.items()},
            **settings,
        }
        bus = LocalBus()
        gateway_settings = GatewaySettings.model_validate(values)
        gateway = create_app(gateway_settings, Wiring(bus=bus))
        await stack.enter_async_context(gateway.running())
        await stack.enter_async_context(serve(gateway, bound, uvicorn_options(gateway_settings)))
        client = await stack.enter_async_context(httpx.AsyncClient(base_url=url, timeout=10))
        harness = GatewayHarness(url, gateway, fake_services, bus, client)
        stack.push_async_callback(harness.leave)
        yield harness


@pytest.fixture
async def open_harness(fake_services: dict[str, FakeService], bundle: Path) -> AsyncIterator[OpenHarness]:
    """Starts a gateway with other settings, until the test ends."""
    async with AsyncExitStack() as stack:

        async def start(**settings: object) -> GatewayHarness:
            return await stack.enter_async_context(open_gateway(fake_services, bundle, **settings))

        yield start


@pytest.fixture(scope="session")
async def shared_harness(
    running_fake_services: dict[str, FakeService], bundle: Path
) -> AsyncIterator[GatewayHarness]:
    """A gateway with ordinary settings and no rate limits."""
    async with open_gateway(running_fake_services, bundle) as harness:
        yield harness


@pytest.fixture
async def harness(
    shared_harness: GatewayHarness, fake_services: dict[str, FakeService]
) -> AsyncIterator[GatewayHarness]:
    """The gateway with ordinary settings; its sockets disconnect when the test ends."""
    del fake_services
    yield shared_harness
    await shared_harness.leave()
