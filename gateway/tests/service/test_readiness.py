"""Whether the gateway says that the services are there, and when it asks them."""

import asyncio

from starlette.types import Receive, Scope, Send
from testkit import operators
from testkit.gateway_harness import GatewayHarness, OpenHarness


async def test_readiness_knows_every_service(open_harness: OpenHarness) -> None:
    harness = await open_harness(feed_url="http://127.0.0.1:9", health_check_seconds=0.02)
    await asyncio.sleep(0.3)
    assert (await harness.client.get("/health/ready")).status_code == 503
    answer = await operators.read(harness.gateway.operations, "/health/ready")
    assert answer.status_code == 503
    assert answer.json() == {
        "bus": True,
        "identity": True,
        "profiles": True,
        "feed": False,
        "booking": True,
        "notifications": True,
    }
    assert (await harness.client.get("/health/live")).json() == {"live": True}


async def readiness_of_feed(harness: GatewayHarness, ready: bool) -> int:
    """The status of the gateway's readiness as soon as it reports feed as `ready` says."""
    for _ in range(200):
        told = await operators.read(harness.gateway.operations, "/health/ready")
        if told.json()["feed"] is ready:
            return (await harness.client.get("/health/ready")).status_code
        await asyncio.sleep(0.02)
    raise AssertionError("the gateway never noticed")


async def test_readiness_once_reached_stays(open_harness: OpenHarness, harness: GatewayHarness) -> None:
    del harness
    ready = await open_harness(health_check_seconds=0.02)
    assert await readiness_of_feed(ready, True) == 200
    ready.upstreams["feed"].answers["/health/ready"] = (503, {}, b"")
    assert await readiness_of_feed(ready, False) == 200
    assert (await ready.client.get("/health/ready")).json() == {"ready": True}


async def test_once_all_were_ready_the_services_are_asked_only_when_an_operator_asks(
    open_harness: OpenHarness,
) -> None:
    ready = await open_harness(health_check_seconds=0.01)
    assert await readiness_of_feed(ready, True) == 200
    asked = 0

    async def count(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal asked
        asked += 1
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    ready.upstreams["feed"].answers["/health/ready"] = count
    await asyncio.sleep(0.1)
    assert (await ready.client.get("/health/ready")).status_code == 200
    assert asked == 0
    assert (await operators.read(ready.gateway.operations, "/health/ready")).status_code == 200
    assert asked == 1
