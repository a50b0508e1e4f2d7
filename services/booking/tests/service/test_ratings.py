"""Ratings over HTTP: by the order's client, when completed, once."""

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from booking.replays import all_orders
from chassis.db import Database
from chassis.ids import new_id
from contracts.events.booking import GuestLinkRequested, OrderAccepted, OrderEvidenceKept
from contracts.events.booking_ratings import RatingGiven, RatingRequested, RatingSummaryChanged
from contracts.events.identity import AccountDeleted
from contracts.events.profiles_moderation import ContentRemoved, ReportFiled, ReviewStandingChanged

from services.booking.tests.ratings import GOOD, booking_of, completed, rate, rate_back, rate_shown

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service


async def test_a_completed_session_is_rated_once(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await completed(marketplace, provider, client)
    assert (await rate(marketplace, client, order_id, iv_feedback="short"))["message"]["iv_msg"][
        "iv_feedback"
    ]
    assert (await rate(marketplace, client, order_id, iv_rating="6"))["message"]["iv_msg"]["iv_rating"]
    assert (await rate(marketplace, provider, order_id))["status"] is False
    answer = await rate(marketplace, client, order_id)
    booking = answer["data"]["booking_data"]
    assert (booking["rating"], booking["complete_status"], booking["rating_status"]) == (
        5,
        "completed",
        "completed",
    )
    assert (await rate(marketplace, client, order_id))["message"][
        "main_msg"
    ] == "You have already rated this appointment."
    assert (await rate_back(marketplace, order_id, provider))["status"] is True
    given = await marketplace.published.first(RatingGiven)
    assert (given.average, given.reviews, given.trusted, given.revision) == (5.0, 1, True, 1)


@pytest.mark.parametrize(("stars", "trusted"), [(2, False), (3, True)])
async def test_a_provider_is_trusted_from_three_stars(
    marketplace: "Marketplace", stars: int, trusted: bool
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await completed(marketplace, provider, client)
    await rate_shown(marketplace, client, order_id, iv_rating=stars)
    assert (await marketplace.published.first(RatingGiven)).trusted is trusted


async def test_an_open_order_cannot_be_rated(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    answer = await rate(marketplace, client, await marketplace.booked(provider, client))
    assert answer["message"]["main_msg"] == "You can only rate an appointment once it is completed."


async def test_only_the_provider_learns_which_order_a_rating_is_of(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await completed(marketplace, provider, client)
    await rate_shown(marketplace, client, order_id)

    async def orders(headers: dict[str, str] | None = None) -> list[str]:
        data = (await marketplace.get(f"get_ratings_info/{provider}", headers))["data"]
        return [row["order_id"] for row in data["ratings_data"]]

    assert await orders(marketplace.as_(provider)) == [order_id]
    assert await orders(marketplace.as_(client)) == await orders() == [""]


async def test_the_summary_counts_each_star(marketplace: "Marketplace") -> None:
    provider = await marketplace.provider()
    for number, stars in enumerate((5, 4, 4)):
        client = await marketplace.person(f"Client {number}")
        order_id = await completed(marketplace, provider, client, number)
        await rate_shown(marketplace, client, order_id, iv_rating=stars)
        marketplace.now += timedelta(seconds=1)
    data = (await marketplace.get(f"get_ratings_info/{provider}"))["data"]
    assert data["rating_summary"] == {
        "rating": 4.3, "reviews": 3, "stars": {"1": 0, "2": 0, "3": 0, "4": 2, "5": 1},
    }  # fmt: skip
    assert [row["name"] for row in data["ratings_data"]] == ["Client 2", "Client 1", "Client 0"]
    page = (await marketplace.get(f"get_ratings_info/{provider}", limit=2))["data"]
    rest = (await marketplace.get(f"get_ratings_info/{provider}", limit=2, cursor=page["next_cursor"]))[
        "data"
    ]
    assert [row["rating"] for row in page["ratings_data"] + rest["ratings_data"]] == [4, 4, 5]
    assert rest["next_cursor"] is None
    fives = (await marketplace.get(f"get_ratings_info/{provider}", rating=5))["data"]
    assert [row["rating"] for row in fives["ratings_data"]] == [5]
    assert (await marketplace.get(f"get_ratings_info/{provider}", rating=3))["data"]["ratings_data"] == []
    assert (await marketplace.get(f"get_ratings_info/{provider}", rating=1))["data"]["ratings_data"] == []
    for stars in (0, 6):
        refused = await marketplace.http.get(f"/api/get_ratings_info/{provider}", params={"rating": stars})
        assert "rating" in refused.json()["message"]["iv_msg"]


async def test_a_replay_has_each_rating_and_its_providers_summary(
    marketplace: "Marketplace",
) -> None:
    provider, other = await marketplace.provider(), await marketplace.provider()
    for stars in (5, 2):
        client = await marketplace.person()
        await rate_shown(marketplace, client, await completed(marketplace, provider, client), iv_rating=stars)
    client = await marketplace.person()
    await rate_shown(marketplace, client, await completed(marketplace, other, client), iv_rating=4)
    published = await marketplace.published.wait_for(RatingGiven, 3)
    database = Database(marketplace.database_url)
    async with database.writing() as tx:
        events = [event async for event in all_orders(tx)]
    await database.close()
    ratings = [event for event in events if isinstance(event, RatingGiven)]
    assert [(each.order.provider_id, each.rating, each.average, each.reviews) for each in ratings] == [
        (provider, 5, 3.5, 2), (provider, 2, 3.5, 2), (other, 4, 4, 1),
    ]  # fmt: skip
    assert [each.revision for each in ratings[1:]] == [each.revision for each in published[1:]]
    assert [each.feedback for each in ratings] == [GOOD["iv_feedback"]] * 3


async def test_what_an_erased_account_wrote_stays_without_its_name(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person("Ana Client")
    await rate_shown(marketplace, client, await completed(marketplace, provider, client))
    await marketplace.tell(AccountDeleted(account_id=client))
    data = (await marketplace.get(f"get_ratings_info/{provider}"))["data"]
    assert [row["name"] for row in data["ratings_data"]] == ["Deleted account"]
    assert data["rating_summary"]["reviews"] == 1
    await marketplace.tell(AccountDeleted(account_id=provider))
    assert (await marketplace.get(f"get_ratings_info/{provider}"))["data"]["rating_summary"]["reviews"] == 0


async def test_the_provider_asks_for_a_rating_once_a_day(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await completed(marketplace, provider, client)
    call, body = "create_appointment_request_rating", {"iv_order_id": order_id}
    assert (await marketplace.post(call, body, marketplace.as_(client)))["status"] is False
    assert (await marketplace.post(call, body, marketplace.as_(provider)))["status"] is True
    assert (await marketplace.post(call, body, marketplace.as_(provider)))["status"] is False
    assert (await marketplace.published.first(RatingRequested)).feedback
    marketplace.now += timedelta(hours=24)
    assert (await marketplace.post(call, body, marketplace.as_(provider)))["status"] is True
    await rate(marketplace, client, order_id)
    marketplace.now += timedelta(hours=24)
    assert (await marketplace.post(call, body, marketplace.as_(provider)))["status"] is False
    assert len(await marketplace.published.wait_for(RatingRequested, 2)) == 2


async def test_a_rating_that_names_another_provider_is_refused(marketplace: "Marketplace") -> None:
    provider, other, client = (
        await marketplace.provider(),
        await marketplace.provider(),
        await marketplace.person(),
    )
    order_id = await completed(marketplace, provider, client)
    body = {"iv_order_id": order_id, **GOOD, "iv_provider_id": other}
    refused = await marketplace.http.post(
        "/api/create_appointment_rating", json=body, headers=marketplace.as_(client)
    )
    assert refused.status_code == 404
    assert (await rate(marketplace, client, order_id, iv_provider_id=provider))["status"] is True


async def test_an_account_is_mailed_no_guest_link_to_its_order(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await marketplace.booked(provider, client)
    email = f"{client}@example.com"
    await marketplace.post("request_guest_link", {"iv_order_id": order_id, "iv_email": email})
    await marketplace.respond(provider, order_id, "accepted")
    await marketplace.published.wait_for(OrderAccepted)
    assert marketplace.published.of(GuestLinkRequested) == []


async def test_a_guest_rates_through_the_link_and_may_have_it_mailed_again(
    marketplace: "Marketplace",
) -> None:
    provider = await marketplace.provider()
    service = await marketplace.service(provider)
    slot = (await marketplace.slots(provider))[0]
    _, bearer = await marketplace.guest()
    body = marketplace.order(provider, [service], [slot], iv_guest_token="123456")
    order_id = (await marketplace.post("create_appointment_order", body, bearer))["data"]["booking_data"][
        "order_id"
    ]
    other = await marketplace.post(
        "request_guest_link", {"iv_order_id": order_id, "iv_email": "eve@example.com"}
    )
    same = await marketplace.post(
        "request_guest_link", {"iv_order_id": order_id, "iv_email": "Gus@example.com"}
    )
    assert other == same
    await marketplace.post("request_guest_link", {"iv_order_id": order_id, "iv_email": "gus@example.com"})
    [asked] = await marketplace.published.wait_for(GuestLinkRequested)
    marketplace.now += timedelta(minutes=1)
    await marketplace.post("request_guest_link", {"iv_order_id": order_id, "iv_email": "gus@example.com"})
    assert len(await marketplace.published.wait_for(GuestLinkRequested, 2)) == 2
    token = asked.order.guest_link.partition("?token=")[2]
    for status in ("accepted", "ongoing"):
        await marketplace.respond(provider, order_id, status)
    marketplace.now += timedelta(days=1)
    await marketplace.respond(provider, order_id, "completed")
    answer = await marketplace.http.post(
        "/api/create_appointment_rating", params={"token": token}, json={"iv_order_id": order_id, **GOOD}
    )
    assert answer.json()["status"] is True
    assert (await rate_back(marketplace, order_id, provider))["status"] is True
    assert (await marketplace.published.first(RatingGiven)).trusted is False
    shown = (await marketplace.get(f"get_ratings_info/{provider}"))["data"]["ratings_data"]
    assert [row["name"] for row in shown] == ["Gus Guest"]


async def test_a_review_is_reported_kept_as_it_was_and_loses_its_words(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await completed(marketplace, provider, client)
    await rate_shown(marketplace, client, order_id, iv_rating="1", iv_feedback="You fool, never again")
    call = f"get_ratings_info/{provider}"
    [shown] = (await marketplace.get(call, marketplace.as_(provider)))["data"]["ratings_data"]
    assert (shown["review_id"], shown["owner_id"]) == (order_id, client)
    for nobody in ({}, (await marketplace.guest())[1]):
        [shown] = (await marketplace.get(call, nobody))["data"]["ratings_data"]
        assert (shown["review_id"], shown["owner_id"]) == ("", "")
    filed = ReportFiled(
        report_id=new_id(), reporter_id=provider, reported_id=client, report_type="reviews",
        issue_id=order_id, title="Abuse & Harassment", filed_at=marketplace.now,
    )  # fmt: skip
    foreign = filed.model_copy(update={"event_id": new_id(), "report_id": new_id(), "reported_id": provider})
    await marketplace.tell(filed, foreign)
    kept = {
        each.report_id: each.evidence for each in await marketplace.published.wait_for(OrderEvidenceKept, 2)
    }
    of_the_review = kept[filed.report_id]
    assert (of_the_review["text"], of_the_review["stars"], of_the_review["owner_id"]) == (
        "You fool, never again", 1, client,
    )  # fmt: skip
    assert kept[foreign.report_id] == {}
    removed = ReviewStandingChanged(
        review_id=order_id, owner_id=provider, removed=True, title="Abuse", note="Be kind", revision=1
    )
    await marketplace.tell(removed)
    [shown] = (await marketplace.get(call))["data"]["ratings_data"]
    assert shown["feedback"] == "You fool, never again", "somebody else's review stays"
    await marketplace.tell(removed.model_copy(update={"event_id": new_id(), "owner_id": client}))
    data = (await marketplace.get(call))["data"]
    assert (data["ratings_data"], data["rating_summary"]["reviews"]) == ([], 0)
    booking = await booking_of(marketplace, client, order_id)
    assert (booking["rating"], booking["rating_removed"]) == (1, True)
    assert (await booking_of(marketplace, provider, order_id))["rating"] is None
    restored = {"event_id": new_id(), "owner_id": client, "removed": False, "revision": 2}
    late = {"event_id": new_id(), "owner_id": client}
    await marketplace.tell(removed.model_copy(update=restored), removed.model_copy(update=late))
    data = (await marketplace.get(call))["data"]
    assert [(each["rating"], each["feedback"]) for each in data["ratings_data"]] == [
        (1, "You fool, never again")
    ]
    summaries = await marketplace.published.wait_for(RatingSummaryChanged, 2)
    assert [(each.average, each.reviews) for each in summaries] == [(0, 0), (1, 1)]


async def test_words_that_former_versions_removed_stay_away(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await completed(marketplace, provider, client)
    await rate_shown(marketplace, client, order_id)
    await marketplace.tell(ContentRemoved(content_type="reviews", content_id=order_id, owner_id=client))
    data = (await marketplace.get(f"get_ratings_info/{provider}"))["data"]
    assert [(each["rating"], each["feedback"]) for each in data["ratings_data"]] == [(5, "")]
