"""An order keeps the terms for cancelling of its services; they bind its client; both see how it ended."""

import asyncio
import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from booking.orders.cancellation import TOO_LATE
from contracts.events.booking import OrderAccepted, OrderCancelled
from contracts.events.identity import AccountDeleted
from contracts.rules.messages import ACTION_MESSAGES

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

SOFT: dict[str, Any] = {
    "free_cancellation_hours": 12, "late_cancellation": "allowed", "cancellation_words": "Half is due.",
}  # fmt: skip
HARD: dict[str, Any] = {"free_cancellation_hours": 2, "late_cancellation": "refused"}


async def placed(marketplace: "Marketplace", provider: str, client: str, *terms: dict[str, Any]) -> str:
    """A request for tomorrow's first slots, at nine, of one service with each of these terms; its id."""
    services = [
        await marketplace.service(provider, service_id=f"{provider}-{number}", **each)
        for number, each in enumerate(terms)
    ]
    body = marketplace.order(provider, services, (await marketplace.slots(provider))[: len(services)])
    answer = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    assert answer["status"], answer
    return answer["data"]["booking_data"]["order_id"]


async def agreed(marketplace: "Marketplace", provider: str, client: str, *terms: dict[str, Any]) -> str:
    """The same, accepted."""
    order_id = await placed(marketplace, provider, client, *terms)
    assert (await marketplace.respond(provider, order_id, "accepted"))["status"]
    return order_id


async def row(marketplace: "Marketplace", who: str) -> dict[str, Any]:
    lists = (await marketplace.get("get_booking_info", marketplace.as_(who)))["data"]["bookings_list"]
    [found] = [*lists["order"], *lists["request"]]
    return found


def ending(found: dict[str, Any]) -> tuple[Any, ...]:
    names = ("request_status", "cancelled_by", "cancel_reason", "cancelled_late", "late_words")
    return tuple(found[name] for name in names)


async def test_terms_that_change_later_change_no_order(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await agreed(marketplace, provider, client, SOFT, HARD)
    await marketplace.service(provider, service_id=f"{provider}-0", revision=2, free_cancellation_hours=700)
    await marketplace.service(provider, service_id=f"{provider}-1", revision=2)
    kept = [
        {"free_hours": 12, "late": "allowed", "words": "Half is due."},
        {"free_hours": 2, "late": "refused", "words": ""},
    ]
    for side in (client, provider):
        assert json.loads((await row(marketplace, side))["cancellation_terms"]) == kept
    told = (await marketplace.published.wait_for(OrderAccepted, 1))[0].order
    assert [each.model_dump() for each in told.cancellation_terms] == kept


async def ordered(marketplace: "Marketplace", provider: str, client: str, read: object) -> dict[str, Any]:
    """The answer to a client who has read these terms and asks for tomorrow's first slot."""
    slots = await marketplace.slots(provider)
    body = marketplace.order(provider, [f"{provider}-0"], slots[:1], iv_cancellation_terms=json.dumps(read))
    return await marketplace.post("create_appointment_order", body, marketplace.as_(client))


READ_SOFT = {"free_hours": 12, "late": "allowed", "words": "Half is due."}
READ_HARD = {"free_hours": 2, "late": "refused", "words": ""}


@pytest.mark.parametrize(
    "read", [[], [READ_HARD], [READ_SOFT, READ_HARD], [READ_SOFT | {"words": "All is due."}]]
)
async def test_a_client_who_read_other_terms_books_nothing(
    marketplace: "Marketplace", read: list[dict[str, Any]]
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.service(provider, service_id=f"{provider}-0", **SOFT)
    refused = await ordered(marketplace, provider, client, read)
    assert (refused["status"], refused["message"]["main_msg"]) == (False, ACTION_MESSAGES["terms_changed"])
    assert refused["message"]["iv_msg"] == {}
    lists = (await marketplace.get("get_booking_info", marketplace.as_(client)))["data"]["bookings_list"]
    assert lists["request"] == []
    answer = await ordered(marketplace, provider, client, [READ_SOFT])
    assert answer["status"], answer


async def test_terms_are_compared_in_any_order(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    services = [await marketplace.service(provider, **each) for each in (SOFT, HARD, SOFT)]
    slots = (await marketplace.slots(provider))[:3]
    body = marketplace.order(provider, services, slots, iv_cancellation_terms=[READ_HARD, READ_SOFT])
    answer = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    assert answer["status"], answer


async def test_an_order_waits_for_terms_that_its_client_has_read_already(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.service(provider, service_id=f"{provider}-0", **SOFT)

    async def terms_arrive() -> None:
        await asyncio.sleep(0.1)
        await marketplace.service(provider, service_id=f"{provider}-0", revision=2, **HARD)

    answer, _ = await asyncio.gather(ordered(marketplace, provider, client, [READ_HARD]), terms_arrive())
    assert answer["status"], answer
    assert json.loads(answer["data"]["booking_data"]["cancellation_terms"]) == [READ_HARD]


@pytest.mark.parametrize("read", ["no list", [{"free_hours": 2}], [{"free_hours": 2, "late": "never"}]])
async def test_terms_of_another_shape_are_refused_beside_their_field(
    marketplace: "Marketplace", read: object
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    await marketplace.service(provider, service_id=f"{provider}-0", **SOFT)
    refused = await ordered(marketplace, provider, client, read)
    assert (refused["status"], list(refused["message"]["iv_msg"])) == (False, ["iv_cancellation_terms"])


async def test_a_late_cancellation_is_marked_for_both_sides(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await agreed(marketplace, provider, client, SOFT)
    marketplace.now += timedelta(hours=9, seconds=1)
    answer = await marketplace.respond(client, order_id, "cancelled", iv_cancel_reason="ill")
    assert answer["status"], answer
    late = ("cancelled", "client", "ill", True, "Half is due.")
    assert ending(answer["data"]["booking_data"]) == late
    assert ending(await row(marketplace, provider)) == late
    told = (await marketplace.published.wait_for(OrderCancelled, 1))[0]
    assert told.order.cancellation is not None
    assert (told.order.cancellation.reason, told.order.cancellation.late) == ("ill", True)
    assert told.feedback == ""  # the reason says it: no sentence is put into the client's mouth


async def test_a_refused_cancellation_stays_booked_and_the_provider_can_always_cancel(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await agreed(marketplace, provider, client, SOFT, HARD)
    marketplace.now += timedelta(hours=19, seconds=1)
    refused = await marketplace.respond(client, order_id, "cancelled")
    assert (refused["status"], refused["message"]["main_msg"]) == (False, TOO_LATE)
    assert (await row(marketplace, client))["request_status"] == "accepted"
    answer = await marketplace.respond(provider, order_id, "cancelled", iv_cancel_reason="double_booked")
    assert answer["status"]
    assert ending(await row(marketplace, client)) == ("cancelled", "provider", "double_booked", False, "")


async def test_a_request_is_withdrawn_freely_and_a_former_client_says_no_reason(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await placed(marketplace, provider, client, HARD)
    marketplace.now += timedelta(hours=20)
    withdrawn = await marketplace.respond(client, order_id, "cancelled", iv_feedback="I found another.")
    assert withdrawn["status"], withdrawn
    assert ending(withdrawn["data"]["booking_data"]) == ("cancelled", "client", "", False, "")
    assert withdrawn["data"]["booking_data"]["feedback"] == "I found another."


async def test_each_side_chooses_among_its_own_reasons(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await placed(marketplace, provider, client, {})
    for reason, field in (
        ("client_asked", "iv_cancel_reason"),
        ("bored", "iv_cancel_reason"),
        ("other", "iv_feedback"),
    ):
        refused = await marketplace.respond(client, order_id, "cancelled", iv_cancel_reason=reason)
        assert (refused["status"], list(refused["message"]["iv_msg"])) == (False, [field])
    other = {"iv_cancel_reason": "other", "iv_feedback": "My cat is sad."}
    assert (await marketplace.respond(client, order_id, "cancelled", **other))["status"]
    assert ending(await row(marketplace, provider)) == ("cancelled", "client", "other", False, "")


async def test_the_reason_goes_with_the_account(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await placed(marketplace, provider, client, SOFT)
    await marketplace.respond(client, order_id, "cancelled", iv_cancel_reason="ill")
    await marketplace.tell(AccountDeleted(account_id=client))
    assert ending(await row(marketplace, provider)) == ("cancelled", "client", "", False, "")
