"""Either side says that the other did not come; who is said not to have come contests it."""

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from contracts.events.booking import NoShowContested, OrderCompleted, SessionEnded
from contracts.events.identity import AccountDeleted

from services.booking.tests.conftest import NOON

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service

START = datetime.fromisoformat("2027-01-05T09:00:00Z")
WORDS = "The traffic was bad."


async def agreed(marketplace: "Marketplace") -> tuple[str, str, str]:
    """Provider, client and an accepted order whose session begins now."""
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    assert (await marketplace.respond(provider, order_id, "accepted"))["status"]
    marketplace.now = START
    return provider, client, order_id


async def say(
    marketplace: "Marketplace", call: str, who: str, order_id: str, words: str = ""
) -> dict[str, Any]:
    body = {"iv_order_id": order_id, "iv_feedback": words}
    return await marketplace.post(call, body, marketplace.as_(who))


async def row(marketplace: "Marketplace", who: str) -> dict[str, Any]:
    lists = (await marketplace.get("get_booking_info", marketplace.as_(who)))["data"]["bookings_list"]
    [found] = [*lists["order"], *lists["request"]]
    return found


async def no_shows_of_client(marketplace: "Marketplace", provider: str) -> int:
    listed = await marketplace.get("get_clients", marketplace.as_(provider))
    return listed["data"]["clients"][0]["no_shows"]


async def test_a_provider_reports_a_client_who_contests_it(marketplace: "Marketplace") -> None:
    provider, client, order_id = await agreed(marketplace)
    marketplace.now = START - timedelta(seconds=1)
    early = await say(marketplace, "report_no_show", provider, order_id)
    assert "before the session" in early["message"]["main_msg"]
    marketplace.now = START
    assert (await say(marketplace, "report_no_show", provider, order_id, "I waited."))["status"]
    reported = {
        "position": 1, "absent": "client", "note": "I waited.", "reported_at": "2027-01-05T09:00:00Z",
        "contest_until": "2027-01-12T09:00:00Z", "contested_at": "", "contest": "",
    }  # fmt: skip
    for side in (client, provider):
        found = await row(marketplace, side)
        assert (found["request_status"], found["no_show"], found["rate_by"]) == ("completed", "client", "")
        assert json.loads(found["no_shows"]) == [reported]
    told = (await marketplace.published.wait_for(OrderCompleted, 1))[0]
    assert told.session is not None
    assert told.session.no_show is not None
    assert (told.actor, told.session.state, told.session.no_show.note) == ("provider", "missed", "I waited.")
    assert await no_shows_of_client(marketplace, provider) == 1
    rating = {
        "iv_order_id": order_id,
        "iv_rating": 1,
        "iv_feedback": "Nobody came, honestly.",
        "iv_trusted": "no",
    }
    refused = await marketplace.post("create_appointment_rating", rating, marketplace.as_(client))
    assert "did not take place" in refused["message"]["main_msg"]

    wordless = await say(marketplace, "contest_no_show", client, order_id)
    assert list(wordless["message"]["iv_msg"]) == ["iv_feedback"]
    own = await say(marketplace, "contest_no_show", provider, order_id, WORDS)
    assert not own["status"]
    marketplace.now += timedelta(days=7)
    assert (await say(marketplace, "contest_no_show", client, order_id, WORDS))["status"]
    for side in (client, provider):
        found = await row(marketplace, side)
        [said] = json.loads(found["no_shows"])
        assert (said["contested_at"], said["contest"]) == ("2027-01-12T09:00:00Z", WORDS)
        assert (found["no_show"], found["rate_by"]) == ("", "2027-03-06T09:00:00Z")
    assert await no_shows_of_client(marketplace, provider) == 0
    contested = (await marketplace.published.wait_for(NoShowContested, 1))[0]
    assert (contested.actor, contested.feedback) == ("client", WORDS)
    again = await say(marketplace, "contest_no_show", client, order_id, WORDS)
    assert again["message"]["main_msg"] == "You have already contested this."
    assert (await marketplace.post("create_appointment_rating", rating, marketplace.as_(client)))["status"]


async def test_a_client_reports_a_provider(marketplace: "Marketplace") -> None:
    provider, client, order_id = await agreed(marketplace)
    stranger = await marketplace.person()
    body = {"iv_order_id": order_id}
    for call in ("report_no_show", "contest_no_show"):
        body = {"iv_order_id": order_id, "iv_feedback": WORDS}
        assert (await marketplace.http.post(f"/api/{call}", json=body)).status_code == 401
        answer = await marketplace.http.post(f"/api/{call}", json=body, headers=marketplace.as_(stranger))
        assert answer.status_code == 404
    assert (await say(marketplace, "report_no_show", client, order_id))["status"]
    assert (await row(marketplace, provider))["no_show"] == "provider"
    assert await no_shows_of_client(marketplace, provider) == 0
    told = (await marketplace.published.wait_for(OrderCompleted, 1))[0]
    assert told.actor == "client"
    marketplace.now += timedelta(days=7, seconds=1)
    late = await say(marketplace, "contest_no_show", provider, order_id, WORDS)
    assert late["message"]["main_msg"] == "It can be contested for 7 days that somebody did not come."


async def test_a_guest_contests_what_a_former_app_of_the_provider_marked_as_missed(
    marketplace: "Marketplace",
) -> None:
    provider = await marketplace.provider()
    service, slots = await marketplace.service(provider), await marketplace.slots(provider)
    _, bearer = await marketplace.guest("123456")
    body = marketplace.order(
        provider, [service], slots[:1], iv_user_category="guest", iv_guest_token="123456"
    )
    placed = await marketplace.post("create_appointment_order", body, bearer)
    order_id = placed["data"]["booking_data"]["order_id"]
    await marketplace.respond(provider, order_id, "accepted")
    marketplace.now = START
    assert (await marketplace.respond(provider, order_id, "missed", iv_feedback="I waited."))["status"]
    said = {"iv_order_id": order_id, "iv_feedback": WORDS}
    assert (await marketplace.post("contest_no_show", said, bearer))["status"]
    assert (await row(marketplace, provider))["no_show"] == ""


async def test_a_report_of_one_session_leaves_the_others(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    days = ("2027-01-05", "2027-01-06", "2027-01-07")
    slots = [(await marketplace.slots(provider, day))[0] for day in days]
    body = marketplace.order(provider, [await marketplace.service(provider)], slots)
    placed = await marketplace.post("create_appointment_order", body, marketplace.as_(client))
    order_id = placed["data"]["booking_data"]["order_id"]
    await marketplace.respond(provider, order_id, "accepted")
    marketplace.now = START + timedelta(days=1)
    said = {"iv_order_id": order_id, "iv_session_position": 2}
    assert (await marketplace.post("report_no_show", said, marketplace.as_(client)))["status"]
    found = await row(marketplace, client)
    states = [each["session_state"] for each in json.loads(found["session_time"])]
    assert (found["request_status"], states) == ("accepted", ["upcoming", "missed", "upcoming"])
    assert [each["position"] for each in json.loads(found["no_shows"])] == [2]
    ended = (await marketplace.published.wait_for(SessionEnded, 1))[0]
    assert (ended.actor, ended.session and ended.session.position) == ("client", 2)
    again = await marketplace.post("report_no_show", said, marketplace.as_(provider))
    assert again["message"]["main_msg"] == "This session is over already."
    marketplace.now = START + timedelta(days=2, hours=13)
    await marketplace.run_jobs()
    found = await row(marketplace, client)
    assert (found["request_status"], found["no_show"]) == ("completed", "")
    assert found["rate_by"]


async def test_words_about_a_no_show_go_with_the_account(marketplace: "Marketplace") -> None:
    provider, client, order_id = await agreed(marketplace)
    await say(marketplace, "report_no_show", provider, order_id, "Ana was not there.")
    await say(marketplace, "contest_no_show", client, order_id, WORDS)
    marketplace.now = NOON
    await marketplace.tell(AccountDeleted(account_id=client))
    [said] = json.loads((await row(marketplace, provider))["no_shows"])
    assert (said["absent"], said["note"], said["contest"]) == ("client", "", "")
    assert said["contested_at"]
