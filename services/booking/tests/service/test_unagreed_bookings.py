"""What a provider enters alone holds the provider's own time and gives no right, until the client agrees."""

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from contracts.events.booking import OrderAccepted
from contracts.events.identity import AccountDeleted
from local.databases import asyncpg_url

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
DAY = "2027-01-05"
NOT_AGREED = "The client has not agreed to this appointment yet."


async def enter(marketplace: "Marketplace", provider: str, service: str, **changes: Any) -> dict[str, Any]:
    """Enter an appointment for an address at nine, over all own rules."""
    body: dict[str, Any] = {
        "iv_client_name": "Wanda", "iv_client_email": "wanda@example.com", "iv_service_list": [service],
        "iv_date": DAY, "iv_start_time": "09:00", "iv_over_rules": "yes",
    }  # fmt: skip
    return await marketplace.post("create_own_booking", body | changes, marketplace.as_(provider))


async def entered(marketplace: "Marketplace", provider: str, service: str, **changes: Any) -> str:
    """The id of an appointment that was entered."""
    answer = await enter(marketplace, provider, service, **changes)
    assert answer["status"], answer
    return answer["data"]["booking_data"]["order_id"]


async def link_token(marketplace: "Marketplace", order_id: str) -> str:
    """The token of the mailed link."""
    await marketplace.all_published()
    told = [each for each in marketplace.published.of(OrderAccepted) if each.order.order_id == order_id]
    return told[-1].order.guest_link.split("token=")[1]


async def agree(marketplace: "Marketplace", order_id: str, who: str = "") -> dict[str, Any]:
    """The client says that they come, by their account or by the mailed link."""
    body = {"iv_order_id": order_id}
    if who:
        return await marketplace.post("confirm_attendance", body, marketplace.as_(who))
    token = await link_token(marketplace, order_id)
    return await marketplace.post(f"confirm_attendance?token={token}", body, None)


async def known_client(marketplace: "Marketplace", provider: str, account: str) -> str:
    """The provider's client of an account with which they have agreed on an appointment before."""
    order_id = await marketplace.booked(provider, account, 6)
    assert (await marketplace.respond(provider, order_id, "accepted"))["status"]
    clients = (await marketplace.get("get_clients", marketplace.as_(provider)))["data"]["clients"]
    return next(each["client_id"] for each in clients if each["owner_id"] == account)


async def hold(marketplace: "Marketplace", provider: str, order_id: str) -> None:
    """Start and complete the appointment."""
    marketplace.now = marketplace.now.replace(year=2027, month=1, day=5, hour=9, minute=1)
    for response in ("ongoing", "completed"):
        assert (await marketplace.respond(provider, order_id, response))["status"]


async def test_it_closes_nobody_elses_calendar(marketplace: "Marketplace") -> None:
    provider, victim = await marketplace.provider(), await marketplace.provider()
    service = await marketplace.service(provider)
    client = await known_client(marketplace, provider, victim)
    before = await marketplace.slots(victim)
    by_address = {"iv_client_email": f"{victim}@example.com", "iv_duration": 120}
    by_client = {"iv_client_id": client, "iv_client_name": "", "iv_client_email": "", "iv_duration": 120}
    for number, way in enumerate((by_address, by_client)):
        await entered(marketplace, provider, service, iv_start_time=f"{10 + 5 * number}:00", **way)
    assert await marketplace.slots(victim) == before


async def test_what_its_client_agrees_to_holds_the_clients_time(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    service, client = await marketplace.service(provider), await known_client(marketplace, provider, other)
    way = {"iv_client_id": client, "iv_client_name": "", "iv_client_email": ""}
    order_id = await entered(marketplace, provider, service, **way)
    before = await marketplace.slots(other)
    assert (await agree(marketplace, order_id, other))["status"]
    left = await marketplace.slots(other)
    gone = next(each for each in before if each not in left)
    assert gone["provider_start_time"] == f"{DAY}T09:00:00Z"


async def test_it_tells_nothing_of_the_account_behind_an_address(marketplace: "Marketplace") -> None:
    provider, account = await marketplace.provider(), await marketplace.person("Ana Real Name")
    service = await marketplace.service(provider)
    answer = await enter(marketplace, provider, service, iv_client_email=f"{account}@example.com")
    booking = answer["data"]["booking_data"]
    assert (booking["name"], booking["username"], booking["avatar"]) == ("Wanda", "", "")
    shown = await marketplace.get(f"get_client/{answer['data']['client_id']}", marketplace.as_(provider))
    assert account not in str(shown["data"]).replace(f"{account}@example.com", "")
    assert "Real Name" not in str(shown)
    told = await marketplace.published.first(OrderAccepted)
    assert told.order.client_id == "", "nobody may write to the account for it"


@pytest.mark.parametrize("agreed", [False, True], ids=["not agreed", "agreed"])
async def test_ratings_and_absence_need_the_clients_word(marketplace: "Marketplace", agreed: bool) -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    first, second = [
        await entered(marketplace, provider, service, iv_start_time=at) for at in ("09:00", "10:00")
    ]
    token = await link_token(marketplace, first)
    if agreed:
        for order_id in (first, second):
            assert (await agree(marketplace, order_id))["status"]
    await hold(marketplace, provider, first)
    marketplace.now += timedelta(hours=2)
    rated = {"iv_order_id": first, "iv_rating": 5, "iv_feedback": "Very good indeed"}
    answers = [
        await marketplace.post(f"create_appointment_rating?token={token}", rated, None),
        await marketplace.post("create_client_rating", rated, marketplace.as_(provider)),
        await marketplace.post(
            "create_appointment_request_rating", {"iv_order_id": first}, marketplace.as_(provider)
        ),
        await marketplace.post("report_no_show", {"iv_order_id": second}, marketplace.as_(provider)),
    ]
    refused = [each["message"]["main_msg"] == NOT_AGREED for each in answers]
    assert refused == [not agreed] * 4, answers


async def test_it_makes_nobody_a_regular_client(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    account = await marketplace.person()
    service, wanted = await marketplace.service(provider), await marketplace.service(other)
    client = await known_client(marketplace, provider, account)
    way = {"iv_client_id": client, "iv_client_name": "", "iv_client_email": ""}
    order_id = await entered(marketplace, provider, service, **way)
    slots = await marketplace.slots(other)
    await hold(marketplace, provider, order_id)
    body = marketplace.order(other, [wanted], slots[20:26])
    answer = await marketplace.post("create_appointment_order", body, marketplace.as_(account))
    assert not answer["status"], "five sessions at once are too many for a newcomer"


async def test_what_was_entered_after_it_began_is_a_record_that_nobody_is_told_of(
    marketplace: "Marketplace",
) -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    marketplace.now = marketplace.now.replace(year=2027, month=1, day=5, hour=9, minute=6)
    order_id = await entered(marketplace, provider, service)
    told = await marketplace.published.first(OrderAccepted)
    assert (told.order.client_email, told.order.client_id, told.order.guest_link) == ("", "", "")
    body = {"iv_order_id": order_id}
    ago = await marketplace.post("confirm_attendance", body, marketplace.as_(provider))
    assert not ago["status"]


async def test_an_address_is_mailed_only_so_often_in_a_day(marketplace: "Marketplace") -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    account = await marketplace.person()
    for email in ("wanda@example.com", f"{account}@example.com"):
        answers: list[dict[str, Any]] = []
        for who in (provider, other):
            service = await marketplace.service(who)
            hours = (
                [f"{hour:02}:00" for hour in range(8)]
                if "wanda" in email
                else [f"{hour:02}:00" for hour in range(8, 16)]
            )
            answers += await asyncio.gather(
                *(enter(marketplace, who, service, iv_client_email=email, iv_start_time=at) for at in hours)
            )
        assert sum(each["status"] for each in answers) == 10, email
        refused = next(each for each in answers if not each["status"])
        assert "iv_client_email" in refused["message"]["iv_msg"]


async def test_moves_count_as_mails(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    body: dict[str, Any] = {"iv_told_until_hours": "1"}
    assert (await marketplace.post("update_move_terms", body, marketplace.as_(provider)))["status"]
    order_id = await entered(marketplace, provider, service)
    moves: list[bool] = []
    for number in range(12):
        wanted = {"iv_order_id": order_id, "iv_date": DAY, "iv_start_time": f"{10 + number % 2}:00",
                  "iv_over_rules": "yes"}  # fmt: skip
        moves.append(
            (await marketplace.post("move_appointment", wanted, marketplace.as_(provider)))["status"]
        )
    assert moves.count(True) == 9, "with the first one ten mails"


async def test_new_addresses_are_counted_also_of_bookings_sent_at_once(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    each = [
        {"iv_client_email": f"someone{number}@example.com",
         "iv_start_time": f"{number // 3:02}:{number % 3 * 20:02}", "iv_duration": 15}
        for number in range(70)
    ]  # fmt: skip
    for one in each[:45]:
        await entered(marketplace, provider, service, **one)
    answers = await asyncio.gather(*(enter(marketplace, provider, service, **one) for one in each[45:65]))
    assert sum(answer["status"] for answer in answers) == 5


async def test_the_account_behind_an_address_sees_it_and_becomes_its_client_by_agreeing(
    marketplace: "Marketplace",
) -> None:
    provider, account = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    order_id = await entered(marketplace, provider, service, iv_client_email=f"{account}@example.com")

    async def sides(who: str, side: str) -> list[dict[str, Any]]:
        listed = await marketplace.get("get_booking_info", marketplace.as_(who))
        return listed["data"]["bookings_list"][side]

    [waiting] = await sides(account, "request")
    assert (waiting["order_id"], waiting["awaits_client"]) == (order_id, True)
    assert (await sides(provider, "order"))[0]["username"] == ""
    assert (await agree(marketplace, order_id, account))["status"]
    [agreed] = await sides(account, "request")
    assert (agreed["awaits_client"], (await sides(provider, "order"))[0]["username"]) == (False, account)


async def test_an_account_that_is_erased_is_invited_to_nothing(marketplace: "Marketplace") -> None:
    provider, account = await marketplace.provider(), await marketplace.person()
    service = await marketplace.service(provider)
    await entered(marketplace, provider, service, iv_client_email=f"{account}@example.com")
    await marketplace.tell(AccountDeleted(account_id=account))
    connection = await asyncpg.connect(asyncpg_url(marketplace.database_url))
    try:
        assert await connection.fetchval("SELECT count(invited_id) FROM booking_order") == 0
    finally:
        await connection.close()
