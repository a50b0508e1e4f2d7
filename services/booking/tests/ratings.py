"""Appointments that are rated, by both sides or one."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

GOOD: Final = {"iv_rating": "5", "iv_feedback": "A very good session", "iv_trusted": "yes"}


async def completed(marketplace: "Marketplace", provider: str, client: str, number: int = 0) -> str:
    """The id of an order that was held and completed."""
    order_id = await marketplace.booked(provider, client, number)
    start = marketplace.now
    for status in ("accepted", "ongoing"):
        assert (await marketplace.respond(provider, order_id, status))["status"] is True
    marketplace.now = start + timedelta(days=1)
    assert (await marketplace.respond(provider, order_id, "completed"))["status"] is True
    marketplace.now = start
    return order_id


async def rate(marketplace: "Marketplace", who: str, order_id: str, **changes: Any) -> dict[str, Any]:
    """The client rates; nobody else sees it yet."""
    return await marketplace.post(
        "create_appointment_rating", {"iv_order_id": order_id, **GOOD, **changes}, marketplace.as_(who)
    )


async def rate_back(
    marketplace: "Marketplace", order_id: str, provider: str, **changes: Any
) -> dict[str, Any]:
    """The provider rates the client."""
    body = {"iv_order_id": order_id, "iv_rating": "4", "iv_feedback": "A pleasant client", **changes}
    return await marketplace.post("create_client_rating", body, marketplace.as_(provider))


async def rate_shown(marketplace: "Marketplace", who: str, order_id: str, **changes: Any) -> None:
    """Both sides rate, so that both ratings are shown."""
    rated = await rate(marketplace, who, order_id, **changes)
    provider = rated["data"]["booking_data"]["provider_id"]
    assert (await rate_back(marketplace, order_id, provider))["status"] is True


async def booking_of(marketplace: "Marketplace", who: str, order_id: str) -> dict[str, Any]:
    """The booking in the list of one of its sides."""
    lists = (await marketplace.get("get_booking_info", marketplace.as_(who)))["data"]["bookings_list"]
    rows = lists["order"] + lists["request"]
    return next(row for row in rows if row["order_id"] == order_id)
