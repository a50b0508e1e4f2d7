"""Ratings by both sides: hidden until both have rated or for fourteen days, answered once, taken down."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from booking.replays import all_orders
from chassis.db import Database
from chassis.ids import new_id
from contracts.events.booking import OrderEvidenceKept
from contracts.events.booking_ratings import ClientRatingGiven, RatingAnswered, RatingGiven, RatingWaits
from contracts.events.identity import AccountDeleted
from contracts.events.profiles_moderation import ReportFiled, ReviewStandingChanged

from services.booking.tests.ratings import GOOD, booking_of, completed, rate, rate_back, rate_shown

if TYPE_CHECKING:
    from services.booking.tests.conftest import Marketplace

pytestmark = pytest.mark.service
OF_RATINGS = (
    "rating", "feedback", "complete_status", "rating_status", "client_rating", "client_feedback",
)  # fmt: skip


async def ratings_of(marketplace: "Marketplace", provider: str) -> dict[str, Any]:
    return (await marketplace.get(f"get_ratings_info/{provider}"))["data"]


async def answer(marketplace: "Marketplace", who: str, order_id: str, text: str) -> dict[str, Any]:
    return await marketplace.post(
        "answer_rating", {"iv_order_id": order_id, "iv_answer": text}, marketplace.as_(who)
    )


async def seen_by(marketplace: "Marketplace", who: str, order_id: str) -> dict[str, Any]:
    booking = await booking_of(marketplace, who, order_id)
    return {name: booking[name] for name in OF_RATINGS}


async def test_a_rating_is_its_authors_alone_until_the_other_side_has_rated(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await completed(marketplace, provider, client)
    before = await seen_by(marketplace, provider, order_id)
    own = (await rate(marketplace, client, order_id))["data"]["booking_data"]
    assert (own["rating"], own["hidden_rating_by"]) == (5, "client")
    waits = await marketplace.published.first(RatingWaits)
    assert (waits.by, waits.order.for_client.rating, waits.order.for_provider.rating) == ("client", 5, None)
    assert GOOD["iv_feedback"] not in waits.order.for_provider.model_dump_json()
    assert await seen_by(marketplace, provider, order_id) == before
    seen = await booking_of(marketplace, provider, order_id)
    assert (seen["hidden_rating_by"], bool(seen["ratings_shown_at"])) == ("client", True)
    empty = {"rating": 0.0, "reviews": 0, "stars": {str(star): 0 for star in range(1, 6)}}
    info = await ratings_of(marketplace, provider)
    assert (info["ratings_data"], info["rating_summary"]) == ([], empty)
    assert (await answer(marketplace, provider, order_id, "Thanks"))["status"] is False
    database = Database(marketplace.database_url)
    async with database.writing() as tx:
        replayed = [event async for event in all_orders(tx)]
    await database.close()
    assert not [event for event in replayed if isinstance(event, RatingGiven)]
    assert marketplace.published.of(RatingGiven) == []

    assert (await rate_back(marketplace, order_id, client))["status"] is False, "it is the provider's to say"
    assert (await rate_back(marketplace, order_id, provider))["status"] is True
    given, said = (
        await marketplace.published.first(RatingGiven),
        await marketplace.published.first(ClientRatingGiven),
    )
    assert (given.rating, given.reviews, said.rating, said.feedback) == (5, 1, 4, "A pleasant client")
    shown = {
        "rating": 5, "feedback": GOOD["iv_feedback"], "complete_status": "completed",
        "rating_status": "completed", "client_rating": 4, "client_feedback": "A pleasant client",
    }  # fmt: skip
    assert await seen_by(marketplace, client, order_id) == shown
    assert await seen_by(marketplace, provider, order_id) == shown
    info = await ratings_of(marketplace, provider)
    day = datetime.fromisoformat(seen["provider_start_time"]).date().isoformat()
    assert [(row["rating"], row["appointment_date"]) for row in info["ratings_data"]] == [(5, day)]
    assert (await rate_back(marketplace, order_id, provider))["status"] is False


async def test_what_one_side_said_is_shown_after_fourteen_days(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await completed(marketplace, provider, client)
    await rate_back(marketplace, order_id, provider)
    assert (await marketplace.published.first(RatingWaits)).by == "provider"
    hidden = await booking_of(marketplace, client, order_id)
    assert (hidden["client_rating"], hidden["hidden_rating_by"]) == (None, "provider")
    shown_at = datetime.fromisoformat(hidden["ratings_shown_at"])
    marketplace.now = shown_at - timedelta(seconds=1)
    await marketplace.run_jobs()
    assert (await booking_of(marketplace, client, order_id))["client_rating"] is None
    marketplace.now = shown_at
    await marketplace.run_jobs()
    await marketplace.run_jobs()
    shown = await booking_of(marketplace, client, order_id)
    assert (shown["client_rating"], shown["hidden_rating_by"], shown["rating"]) == (4, "", None)
    await rate(marketplace, client, order_id)
    assert (await marketplace.published.first(RatingGiven)).reviews == 1, "late ratings are shown at once"
    assert len(await marketplace.published.wait_for(ClientRatingGiven)) == 1
    assert len(marketplace.published.of(RatingWaits)) == 1


async def test_the_provider_answers_once_and_may_remove_the_answer(marketplace: "Marketplace") -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await completed(marketplace, provider, client)
    await rate_shown(marketplace, client, order_id)
    assert (await answer(marketplace, client, order_id, "No"))["status"] is False
    for wrong in ("", "x" * 1001):
        refused = await answer(marketplace, provider, order_id, wrong)
        assert "iv_answer" in refused["message"]["iv_msg"]
    assert (await answer(marketplace, provider, order_id, "Come again"))["data"]["answer"] == "Come again"
    assert (await marketplace.published.first(RatingAnswered)).answer == "Come again"
    [row] = (await ratings_of(marketplace, provider))["ratings_data"]
    assert (row["answer"], bool(row["answered_date"]), row["answer_id"]) == ("Come again", True, "")
    assert (await booking_of(marketplace, client, order_id))["rating_answer"] == "Come again"
    again = await answer(marketplace, provider, order_id, "Once more")
    assert again["message"]["main_msg"] == "You have already answered this review."
    remove = {"iv_order_id": order_id}
    assert (await marketplace.post("remove_rating_answer", remove, marketplace.as_(client)))[
        "status"
    ] is False
    removed = await marketplace.post("remove_rating_answer", remove, marketplace.as_(provider))
    assert removed["status"] is True
    [row] = (await ratings_of(marketplace, provider))["ratings_data"]
    assert (row["answer"], row["answered_date"]) == ("", "")
    assert (await answer(marketplace, provider, order_id, "Once more"))["status"] is False
    own = (await marketplace.get(f"get_ratings_info/{provider}", marketplace.as_(provider)))["data"]
    assert own["ratings_data"][0]["answered_date"]


@pytest.mark.parametrize("part", ["answer", "client"])
async def test_an_answer_and_a_rating_of_a_client_are_reported_and_taken_down(
    marketplace: "Marketplace", part: str
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await completed(marketplace, provider, client)
    await rate_shown(marketplace, client, order_id)
    await answer(marketplace, provider, order_id, "You are lying")
    review_id = f"{order_id}.{part}"
    filed = ReportFiled(
        report_id=new_id(), reporter_id=client, reported_id=provider, report_type="reviews",
        issue_id=review_id, title="Abuse & Harassment", filed_at=marketplace.now,
    )  # fmt: skip
    await marketplace.tell(filed)
    evidence = (await marketplace.published.first(OrderEvidenceKept)).evidence
    said = {"answer": "You are lying", "client": "A pleasant client"}[part]
    assert (evidence["text"], evidence["owner_id"]) == (said, provider)
    removed = ReviewStandingChanged(
        review_id=review_id, owner_id=provider, removed=True, title="Abuse", note="Be kind", revision=1
    )
    await marketplace.tell(removed)
    seen, own = (
        await booking_of(marketplace, client, order_id),
        await booking_of(marketplace, provider, order_id),
    )
    [row] = (await ratings_of(marketplace, provider))["ratings_data"]
    if part == "answer":
        assert (seen["rating_answer"], row["answer"], seen["client_rating"]) == ("", "", 4)
    else:
        assert (seen["client_rating"], seen["client_feedback"], row["answer"]) == (None, "", "You are lying")
        assert (own["client_rating"], own["client_rating_removed"]) == (4, True)
    await marketplace.tell(
        removed.model_copy(update={"event_id": new_id(), "removed": False, "revision": 2}),
        removed.model_copy(update={"event_id": new_id()}),
    )
    seen = await booking_of(marketplace, client, order_id)
    assert (seen["rating_answer"], seen["client_rating"]) == ("You are lying", 4)


async def test_what_was_said_of_an_erased_client_goes_and_answers_of_an_erased_provider_too(
    marketplace: "Marketplace",
) -> None:
    provider, client = await marketplace.provider(), await marketplace.person()
    order_id = await completed(marketplace, provider, client)
    await rate_shown(marketplace, client, order_id)
    await answer(marketplace, provider, order_id, "Come again")
    await marketplace.tell(AccountDeleted(account_id=client))
    seen = await booking_of(marketplace, provider, order_id)
    assert (seen["client_rating"], seen["client_feedback"], seen["rating_answer"]) == (4, "", "Come again")
    await marketplace.tell(AccountDeleted(account_id=provider))
    assert (await ratings_of(marketplace, provider))["ratings_data"][0]["answer"] == ""
