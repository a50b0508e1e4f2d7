"""What people can do while the broker or a service is away, and what comes when it is back."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
import pytest
from client.api_client import ApiClient, eventually
from client.mailbox_client import MailboxClient
from client.personas import Client, Provider, Shop, free_slots
from e2e import only
from local.cluster import Cluster
from local.layout import PARTS

pytestmark = only.distributed
QUICK_SECONDS = 5.0
"""A request that waited for the broker would take longer, or for ever."""


@asynccontextmanager
async def broker_away(cluster: Cluster) -> AsyncGenerator[None]:
    """No broker while this context is open; every part has noticed by then."""
    if not cluster.broker.stoppable:
        pytest.skip("no broker of our own to stop")
    await asyncio.to_thread(cluster.broker.stop)
    try:
        await asyncio.gather(*(until_degraded(cluster, part) for part in PARTS))
        yield
    finally:
        await asyncio.to_thread(cluster.broker.start)


async def until_degraded(cluster: Cluster, part: str) -> None:
    """Return when operators read of this part that its bus is away, and that it is ready all the same."""
    async with httpx.AsyncClient(base_url=cluster.operations_url_of(part)) as operator:

        async def look() -> bool | None:
            told = await operator.get("/health/ready")
            assert told.status_code == 200, (part, told.text)
            return True if told.json()["degraded"] == ["bus"] else None

        await eventually(look, f"the loss of the bus in {part}")


async def test_people_sign_in_and_book_while_the_broker_is_away(
    cluster: Cluster, provider: Provider, shop: Shop, client: Client, postbox: MailboxClient
) -> None:
    async def alerted(times: int) -> bool | None:
        return len(await provider.alerts()) == times or None

    first, second, *_ = await free_slots(client, shop)
    assert (await client.book(shop, [first])).done, "booking has heard that the address is confirmed"
    await eventually(lambda: alerted(1), "the alert of the first booking", 30)
    async with broker_away(cluster):
        async with asyncio.timeout(QUICK_SECONDS):
            assert (await client.sign_in()).http == 200
            booked = await client.book(shop, [second])
        assert (booked.http, booked.done) == (200, True), booked
        order = str(booked.part("booking_data")["order_id"])
        async with asyncio.timeout(QUICK_SECONDS):
            answered = await provider.respond(order, "accepted")
        assert (answered.http, answered.done) == (200, True), answered
        await asyncio.gather(*(until_degraded(cluster, part) for part in PARTS))
        assert await alerted(1)

    await eventually(lambda: alerted(2), "the alert of the booking", 30)
    await postbox.first(client.email, subject="accepted", seconds=30)
    assert await alerted(2)
    for part in PARTS:
        await asyncio.to_thread(cluster.wait_complete, part)


async def test_a_gateway_that_starts_while_a_service_is_away_serves_the_rest_and_then_all(
    cluster: Cluster, shop: Shop, client: Client
) -> None:
    await asyncio.to_thread(cluster.kill, "feed")
    with cluster.another("gateway") as started:
        async with httpx.AsyncClient(base_url=started.url, timeout=10) as http:
            here = ApiClient(http, client.token)
            assert (await here.get("get_available_slots", provider_id=shop.provider_id)).http != 503
            assert (await here.get("get_booking_info")).done
            without = await here.get("get_feed_posts")
            assert (without.http, without.done) == (503, False)
            assert without.message
            page = await http.get(f"/p/{shop.username}", headers={"Accept": "text/html"})
            assert page.status_code == 200, "posts are missing from it, not the page"
            await asyncio.to_thread(cluster.restart, "feed")

            async def has_feed() -> bool | None:
                return (await here.get("get_feed_posts")).done or None

            await eventually(has_feed, "the feed at the gateway that started without it")
