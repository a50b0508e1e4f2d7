"""The circle, blocks and reports."""

from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.ids import new_id
from contracts.booking_data import BookingData
from contracts.event import Event
from contracts.events.booking import OrderFacts, OrderRequested
from contracts.events.booking_ratings import RatingGiven, RatingSummaryChanged
from contracts.events.identity import AccountDeleted
from contracts.events.profiles import BlockChanged, CircleChanged
from contracts.events.profiles_moderation import ReportFiled
from profiles.safety.service import OWN_BLOCK
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import INFO, NewPerson, Person

pytestmark = pytest.mark.service


def order_between(provider: Person, client: Person) -> OrderFacts:
    """An order of these two."""
    return order_of(provider.id, client.id)


def order_of(provider_id: str, client_id: str) -> OrderFacts:
    """An order, as far as it matters here."""
    zero: dict[str, Any] = {str(int): 0, str(bool): False}
    fields = BookingData.model_fields.items()
    view: dict[str, Any] = {name: zero.get(str(field.annotation), "") for name, field in fields}
    view |= {
        "onboardProfile": True,
        "rating": None,
        "client_rating": None,
        "duration": 30,
        "total_cost": 0,
        "total_duration": 30,
    }
    data = BookingData.model_validate(view | {"revision": 1, "due_position": 1})
    return OrderFacts(
        order_id=new_id(), status="completed", provider_id=provider_id, provider_name="", provider_email="",
        client_id=client_id, client_name="", client_email="", services=[], sessions=[],
        delivery_mode="remote", delivery_location="", total_minutes=30, total_minor=0, currency="EUR-DE",
        brief="", provider_timezone="UTC", client_timezone="UTC", for_provider=data, for_client=data,
        revision=1,
    )  # fmt: skip


def rating(order: OrderFacts, *, trusted: bool, revision: int = 1, average: float = 5) -> Event:
    """A client's rating."""
    return RatingGiven(
        order=order, rating=5, feedback="Very good indeed", trusted=trusted, average=average,
        reviews=revision, revision=revision,
    )  # fmt: skip


async def test_a_circle(provider: NewPerson, person: NewPerson, published: EventRecorder) -> None:
    ana, nadia = await provider(), await person()
    added = await nadia.post("add_new_interest", iv_provider_id=ana.id)
    assert (added["interest_info"]["provider_id"], added["interest_info"]["trusted"]) == (ana.id, False)
    notice = added["notification_data"]
    assert (notice["notification_receiver_id"], notice["notification_type"]) == (ana.id, "interest_added")
    assert (notice["status"], notice["onboardProfile"]) == ("active", False)
    assert added["additional_update"] == {}
    await nadia.post("add_new_interest", iv_provider_id=ana.id)
    assert await nadia.get(f"/api/get_trust_status/{ana.id}") == {"trust_status": False}
    assert await nadia.post("update_trust_status", iv_provider_id=ana.id, iv_trusted="yes") == {
        "trust_status": True
    }
    assert [card["name"] for card in await nadia.get("/api/get_my_circle", filter="trusted")] == ["Ana Pérez"]
    page = await nadia.get("/api/get_provider_profile", owner_id=ana.id)
    assert page["account_data"]["trusted_by"] == 1
    await nadia.post("remove_existing_interest", iv_provider_id=ana.id)
    await nadia.post("remove_existing_interest", iv_provider_id=ana.id)
    assert await nadia.get("/api/get_my_circle") == []
    events = await published.wait_for(CircleChanged, 3)
    assert [(event.interest, event.trusted, event.revision) for event in events] == [
        (True, False, 1),
        (True, True, 2),
        (False, False, 3),
    ]


async def test_whom_a_circle_does_not_take(provider: NewPerson, person: NewPerson) -> None:
    ana, nadia = await provider(), await person()
    for stranger in (nadia.id, new_id()):
        answer = await ana.send("add_new_interest", iv_provider_id=stranger)
        assert answer.status_code == 404
        assert (await ana.ask(f"/api/get_trust_status/{stranger}")).status_code == 404
    answer = await ana.send("add_new_interest", iv_provider_id=ana.id)
    assert (answer.status_code, answer.json()["status"]) == (200, False)
    answer = await nadia.send("update_trust_status", iv_provider_id=ana.id, iv_trusted="maybe")
    assert set(answer.json()["message"]["iv_msg"]) == {"iv_trusted"}


async def test_a_long_circle_comes_in_pages(provider: NewPerson, person: NewPerson) -> None:
    nadia = await person()
    names = ["Ana Pérez", "Ben Adler", "Cleo Marsh"]
    for name in names:
        one = await provider(name, name.split()[0].lower())
        await nadia.post("add_new_interest", iv_provider_id=one.id)
    first = await nadia.ask("/api/get_my_circle", limit=2)
    second = await nadia.ask("/api/get_my_circle", limit=2, cursor=first.headers["X-Next-Cursor"])
    assert "X-Next-Cursor" not in second.headers
    seen = [card["name"] for answer in (first, second) for card in answer.json()["data"]]
    assert sorted(seen) == names
    assert (await nadia.ask("/api/get_my_circle", cursor="!!")).json()["status"] is False


async def test_blocked_accounts_come_in_pages(person: NewPerson) -> None:
    nadia = await person()
    blocked = [await person(name) for name in ("Ana Pérez", "Ben Adler", "Cleo Marsh")]
    for each in blocked:
        await nadia.post("add_to_block", iv_user_id=each.id)
    first = await nadia.ask("/api/get_blocked_accounts", limit=2)
    second = await nadia.ask("/api/get_blocked_accounts", limit=2, cursor=first.headers["X-Next-Cursor"])
    assert "X-Next-Cursor" not in second.headers
    seen = [card["user_id"] for answer in (first, second) for card in answer.json()["data"]]
    assert sorted(seen) == sorted(each.id for each in blocked)


async def test_a_block_hides_each_side_from_the_other(
    provider: NewPerson, person: NewPerson, published: EventRecorder, client: httpx.AsyncClient
) -> None:
    ana, nadia = await provider(), await person()
    await nadia.post("add_new_interest", iv_provider_id=ana.id)
    blocked = await nadia.post("add_to_block", iv_user_id=ana.id)
    assert blocked["block_info"]["user_id"] == ana.id
    assert [card["user_id"] for card in await nadia.get("/api/get_blocked_accounts")] == [ana.id]
    favourites = await nadia.get("/internal/favourites")
    assert favourites == {"interest_info": [], "blocks_info": [{"user_id": ana.id}]}
    assert (await nadia.ask("/api/get_provider_profile", owner_id=ana.id)).status_code == 404
    assert (await nadia.ask(f"/api/get_trust_status/{ana.id}")).status_code == 404
    assert (await nadia.ask("/api/get_account_provider_services", provider_id=ana.id)).status_code == 404
    assert (await nadia.get("/api/search", q="physiotherapist"))["providers"] == []
    assert (await client.get("/api/search", params={"q": "physiotherapist"})).json()["data"]["providers"]
    await nadia.post("update_profile_info", **INFO)
    assert (await ana.send("add_new_interest", iv_provider_id=nadia.id)).status_code == 404
    await nadia.post("remove_from_block", iv_user_id=ana.id)
    await nadia.post("remove_from_block", iv_user_id=ana.id)
    assert await nadia.get("/api/get_blocked_accounts") == []
    assert [card["provider_id"] for card in await nadia.get("/api/get_my_circle")] == [ana.id]
    events = await published.wait_for(BlockChanged, 2)
    assert [(event.blocked, event.revision) for event in events] == [(True, 1), (False, 2)]


@pytest.mark.parametrize("blocker", ["client", "provider"])
async def test_a_block_in_either_direction_hides_a_provider_from_one_and_from_nobody_else(
    provider: NewPerson, person: NewPerson, blocker: str
) -> None:
    ana, nadia, otto = await provider(), await person(), await person("Otto Brandt")
    for somebody in (nadia, otto):
        await somebody.post("add_new_interest", iv_provider_id=ana.id)

    async def sees(somebody: Person) -> set[bool]:
        pages = [
            await somebody.ask("/api/get_provider_profile", owner_id=ana.id),
            await somebody.ask("/api/get_provider_profile", username=ana.username),
            await somebody.ask(f"/api/get_trust_status/{ana.id}"),
            await somebody.ask("/api/get_account_provider_services", provider_id=ana.id),
            await somebody.send("add_new_interest", iv_provider_id=ana.id),
            await somebody.send("update_trust_status", iv_provider_id=ana.id, iv_trusted="no"),
        ]
        assert {page.status_code for page in pages} <= {200, 404}
        in_circle = bool(await somebody.get("/api/get_my_circle"))
        favourite = bool((await somebody.get("/internal/favourites"))["interest_info"])
        return {in_circle, favourite, *(page.status_code == 200 for page in pages)}

    one, other = (nadia, ana) if blocker == "client" else (ana, nadia)
    await one.post("add_to_block", iv_user_id=other.id)
    assert await sees(nadia) == {False}
    assert await sees(otto) == {True}
    assert await other.get("/api/get_blocked_accounts") == [], "nobody is told who blocks them"
    await one.post("remove_from_block", iv_user_id=other.id)
    assert await sees(nadia) == {True}


async def test_who_is_blocked_can_still_be_let_go(provider: NewPerson, person: NewPerson) -> None:
    ana, nadia = await provider(), await person()
    await nadia.post("update_trust_status", iv_provider_id=ana.id, iv_trusted="yes")
    await nadia.post("add_to_block", iv_user_id=ana.id)
    await nadia.post("remove_existing_interest", iv_provider_id=ana.id)
    await nadia.post("remove_from_block", iv_user_id=ana.id)
    assert await nadia.get("/api/get_my_circle") == []
    assert await nadia.get(f"/api/get_trust_status/{ana.id}") == {"trust_status": False}
    assert (await nadia.send("remove_existing_interest", iv_provider_id=new_id())).status_code == 404


async def test_trust_and_interest_each_outlive_what_leaves_them_alone(
    provider: NewPerson, person: NewPerson
) -> None:
    ana, nadia = await provider(), await person()
    await nadia.post("update_trust_status", iv_provider_id=ana.id, iv_trusted="no")
    assert await nadia.get("/api/get_my_circle") == [], "nobody comes into a circle by mistrust"
    await nadia.post("update_trust_status", iv_provider_id=ana.id, iv_trusted="yes")
    await nadia.post("add_new_interest", iv_provider_id=ana.id)
    assert [card["trusted"] for card in await nadia.get("/api/get_my_circle")] == [True]
    await nadia.post("update_trust_status", iv_provider_id=ana.id, iv_trusted="no")
    assert [card["trusted"] for card in await nadia.get("/api/get_my_circle")] == [False]
    assert await nadia.get("/api/get_my_circle", filter="trusted") == []


async def test_nobody_blocks_themselves_or_a_stranger(person: NewPerson) -> None:
    nadia = await person()
    refused = (await nadia.send("add_to_block", iv_user_id=nadia.id)).json()
    assert refused["message"]["main_msg"] == OWN_BLOCK
    assert await nadia.get("/api/get_blocked_accounts") == []
    assert (await nadia.send("add_to_block", iv_user_id=new_id())).status_code == 404
    answer = await nadia.send("add_to_block", iv_user_id="")
    assert answer.json()["message"]["iv_msg"] == {"iv_user_id": "This Field cannot be empty"}


async def test_a_rating_changes_the_summary_and_may_bring_trust(
    provider: NewPerson, person: NewPerson, published: EventRecorder, client: httpx.AsyncClient
) -> None:
    ana, nadia = await provider(), await person()
    order = order_between(ana, nadia)
    newest = rating(order, trusted=True, revision=2, average=4.5)
    await published.tell(newest, rating(order, trusted=False, revision=1, average=4), newest)
    page = await client.get("/api/get_provider_profile", params={"owner_id": ana.id})
    assert page.json()["data"]["rating_summary"] == {"rating": 4.5, "reviews": 2}
    assert await nadia.get(f"/api/get_trust_status/{ana.id}") == {"trust_status": True}
    without = RatingSummaryChanged(provider_id=ana.id, average=5, reviews=1, revision=3)
    await published.tell(without, newest.model_copy(update={"event_id": new_id()}))
    page = await client.get("/api/get_provider_profile", params={"owner_id": ana.id})
    assert page.json()["data"]["rating_summary"] == {"rating": 5, "reviews": 1}


async def test_each_card_shows_its_own_providers_rating(
    provider: NewPerson, person: NewPerson, published: EventRecorder
) -> None:
    ana, bea, nadia = await provider(), await provider("Bea O'Brien", "bea"), await person()
    for each in (ana, bea):
        await nadia.post("add_new_interest", iv_provider_id=each.id)
    await published.tell(rating(order_between(ana, nadia), trusted=False, average=4))
    cards = await nadia.get("/api/get_my_circle")
    ratings = {card["name"]: (card["rating_all_avg"], card["rating_client_size"]) for card in cards}
    assert ratings == {"Ana Pérez": (4, 1), "Bea O'Brien": (0, 0)}


async def test_a_rating_that_says_nothing_of_trust_brings_and_takes_none(
    provider: NewPerson, person: NewPerson, published: EventRecorder
) -> None:
    ana, nadia, guest = await provider(), await person(), await person("Gus Guest")
    order = order_between(ana, nadia)
    await published.tell(rating(order, trusted=False))
    assert await nadia.get("/api/get_my_circle") == []
    await published.tell(rating(order_between(ana, guest).model_copy(update={"client_id": ""}), trusted=True))
    page = await nadia.get("/api/get_provider_profile", owner_id=ana.id)
    assert page["account_data"]["trusted_by"] == 0
    await nadia.post("update_trust_status", iv_provider_id=ana.id, iv_trusted="yes")
    await published.tell(rating(order, trusted=False, revision=2))
    assert await nadia.get(f"/api/get_trust_status/{ana.id}") == {"trust_status": True}


async def test_both_sides_of_an_appointment_may_report_it_and_nobody_else(
    provider: NewPerson, person: NewPerson, published: EventRecorder
) -> None:
    ana, nadia, otto = await provider(), await person(), await person("Otto Brandt")
    gone = await person("Gus Gone")
    order = order_between(ana, nadia)
    await published.tell(AccountDeleted(account_id=gone.id), OrderRequested(order=order, actor="client"))

    async def filed(reporter: Person, reported: Person) -> int:
        answer = await reporter.send(
            "report_user_account", iv_user_id=reported.id, iv_report_type="appointments",
            iv_report_issue_id=order.order_id, iv_report_title="Fraud & Scams",
            iv_report_details="Takes money by deceit.", iv_report_additional="",
        )  # fmt: skip
        return answer.status_code if answer.json()["status"] or answer.status_code != 200 else 0

    assert [await filed(nadia, ana), await filed(ana, nadia)] == [200, 200]
    assert [await filed(otto, ana), await filed(nadia, otto), await filed(ana, otto)] == [404, 404, 404]
    assert await filed(nadia, nadia) == 0, "nobody reports themselves"
    assert len(await published.wait_for(ReportFiled, 2)) == 2


async def test_a_report(provider: NewPerson, person: NewPerson, published: EventRecorder) -> None:
    ana, nadia = await provider(), await person()
    order = order_between(ana, nadia)
    await published.tell(OrderRequested(order=order, actor="client"))
    form: dict[str, object] = {
        "iv_user_id": ana.id,
        "iv_report_type": "appointments",
        "iv_report_issue_id": order.order_id,
        "iv_report_title": "Fraud & Scams",
        "iv_report_details": "Takes money by deceit.",
        "iv_report_additional": "",
    }
    first = await nadia.post("report_user_account", **form)
    assert await nadia.post("report_user_account", **form) == first
    filed = await published.first(ReportFiled)
    assert (filed.reporter_id, filed.reported_id, filed.title) == (nadia.id, ana.id, "Fraud & Scams")
    held = await nadia.get("/internal/export")
    assert held["reports"][0]["additional"] == "No additional details was provided"
    foreign = await nadia.send("report_user_account", **{**form, "iv_report_issue_id": new_id()})
    assert foreign.status_code == 404
    bad = await nadia.send(
        "report_user_account", **{**form, "iv_report_title": "", "iv_report_additional": "ab"}
    )
    assert bad.json()["message"]["iv_msg"] == {
        "iv_report_title": "You need to select at least 1 concern",
        "iv_report_additional": "The text length required for must be between 3 and 500",
    }
    assert filed.filed_at <= utc_now()
