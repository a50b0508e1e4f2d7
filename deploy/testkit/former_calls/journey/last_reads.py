"""What everybody sees in the end: an upgrade changes none of it."""

from client.api_client import Json

from testkit.former_calls.journey.orders import Orders
from testkit.former_calls.journey.shop import Shop
from testkit.former_calls.people import People

STATUSES = ("pending", "accepted", "ongoing", "completed", "cancelled", "rejected")


async def read_all(people: People, shop: Shop, orders: Orders) -> None:
    """All read orders, hours, slots, ratings, alerts, circles and exports."""

    async def read(what: str, who: str, call: str, **send: Json) -> None:
        await people.get_what_lasts(f"in the end {what}", who, call, **send)

    for status in STATUSES:
        await read(f"mara's {status} orders", "mara", "get_booking_info", status=status)
    await read("jose's orders", "jose", "get_booking_info")
    await read("ana's orders", "ana", "get_booking_info", limit=3)
    await read("zoe's booking", "zoe", f"get_guest_booking/{orders.remote}")
    await read("jose's calendar file", "jose", f"get_appointment_calendar/{orders.moved}")
    query: dict[str, Json] = {"provider_id": shop.owner, "timezone": "Africa/Lagos"}
    await read(
        "free times", "ana", "get_available_slots", **query,
        **{"from": str(people.day(0)), "to": str(people.day(13))},
    )  # fmt: skip
    await read(
        "times to which ana can move", "ana", "get_available_slots", order_id=orders.proposed, **query,
        **{"from": str(people.day(1)), "to": str(people.day(1))},
    )  # fmt: skip
    settings = "get_provider_appointment_settings_and_booking_history"
    await read("hours and what is taken", "mara", settings, provider_id=shop.owner)
    await read("the page", "", "get_provider_profile", username=people.username("mara"))
    await read("mara's ratings", "mara", f"get_ratings_info/{shop.owner}")
    await read("ratings for a stranger", "", f"get_ratings_info/{shop.owner}", rating=5)
    await read("services", "", "get_account_provider_services", filter="active", provider_id=shop.owner)
    await read("payment", "mara", "get_appointment_finance_settings")
    await read("the search", "", "search", city="Husavik", min_rating="3")
    for who in ("mara", "jose", "ana"):
        await read(f"{who}'s alerts", who, "get_user_alerts", limit=100)
    await read("jose's circle", "jose", "get_user_fav_data")
    await read(
        "posts and appointments", "jose", f"get_profile_posts_and_appointments/{shop.owner}/{shop.owner}"
    )
    await read("jose's conversations", "jose", "get_conversations")
    await read("mara's data", "mara", "export_account_data")
    await read("jose's data", "jose", "export_account_data")
