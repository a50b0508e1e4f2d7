"""Whether the gateway says that the services are there, and when it asks them."""

import asyncio

from client.api_client import eventually
from gateway.settings import SERVICES
from starlette.types import Receive, Scope, Send
from testkit import operators
from testkit.gateway_harness import GatewayHarness, OpenHarness

NOWHERE = "http://127.0.0.1:9"


async def until_ready(harness: GatewayHarness) -> None:
    """Return when the gateway says that it is ready."""

    async def is_ready() -> bool:
        return (await harness.client.get("/health/ready")).status_code == 200

    await eventually(is_ready, "a gateway that is ready")


async def test_a_gateway_that_starts_without_one_service_is_ready_and_names_it(
    open_harness: OpenHarness,
) -> None:
    harness = await open_harness(feed_url=NOWHERE, health_check_seconds=0.02)
    await until_ready(harness)
    assert (await harness.client.get("/health/ready")).json() == {"ready": True}
    told = await operators.read(harness.gateway.operations, "/health/ready")
    assert told.status_code == 200
    assert told.json()["degraded"] == ["feed"]
    metrics = (await operators.read(harness.gateway.operations)).text
    assert 'openhours_dependency_up{dependency="feed",service="gateway"} 0.0' in metrics
    assert 'openhours_dependency_up{dependency="booking",service="gateway"} 1.0' in metrics
    assert (await harness.client.get("/api/get_feed_posts")).status_code == 503
    assert (await harness.client.get("/api/get_guest_booking/someone")).status_code == 200


async def test_a_gateway_is_not_ready_before_any_service_is(open_harness: OpenHarness) -> None:
    nowhere = {f"{name}_url": NOWHERE for name in SERVICES}
    harness = await open_harness(**nowhere, health_check_seconds=0.02)
    told = await operators.read(harness.gateway.operations, "/health/ready")
    assert (told.status_code, told.json()["needs"]) == (503, {"services": False})
    answer = await harness.client.get("/health/ready")
    assert (answer.status_code, answer.json()) == (503, {"ready": False})
    assert (await harness.client.get("/health/live")).json() == {"live": True}


async def test_a_gateway_that_is_to_stop_is_not_ready_at_once(open_harness: OpenHarness) -> None:
    harness = await open_harness()
    await until_ready(harness)
    harness.gateway.process.stop()
    assert (await harness.client.get("/health/ready")).status_code == 503
    told = await operators.read(harness.gateway.operations, "/health/ready")
    assert (told.status_code, told.json()["stopping"]) == (503, True)


async def readiness_of_feed(harness: GatewayHarness, ready: bool) -> int:
    """The status of the gateway's readiness as soon as it reports feed as `ready` says."""

    async def has_noticed() -> bool:
        told = await operators.read(harness.gateway.operations, "/health/ready")
        return ("feed" not in told.json()["degraded"]) is ready

    await eventually(has_noticed, "a gateway that has noticed")
    return (await harness.client.get("/health/ready")).status_code


async def test_readiness_once_reached_stays(open_harness: OpenHarness, harness: GatewayHarness) -> None:
    del harness
    ready = await open_harness(health_check_seconds=0.02)
    assert await readiness_of_feed(ready, True) == 200
    ready.upstreams["feed"].answers["/health/ready"] = (503, {}, b"")
    assert await readiness_of_feed(ready, False) == 200
    assert (await ready.client.get("/health/ready")).json() == {"ready": True}


async def test_once_one_was_ready_the_services_are_asked_only_when_an_operator_asks(
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
