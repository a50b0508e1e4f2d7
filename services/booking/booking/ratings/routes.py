"""Ratings: give one, ask for one, read them (product.md 4.4; api.md 4)."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Final

from chassis.clock import Clock
from chassis.db import Transaction
from chassis.errors import NotFound
from chassis.http.callers import Account, Anyone
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done, refuse
from chassis.http.paging import PageQuery
from chassis.outbox import emit
from contracts.events.booking import RatingGiven, RatingRequested
from contracts.texts import DEFAULT_RATING_REQUEST
from fastapi import APIRouter, Query, Request

from booking.orders.guest_links import GuestLinks
from booking.orders.order import Order
from booking.orders.responses import notice, update_of
from booking.orders.routes import LinkToken, links_of
from booking.orders.rules import OrderRefused
from booking.orders.serializers import booking_of, facts_of
from booking.orders.service import Bearer, order_for
from booking.orders.store import update_order
from booking.projections.store import are_blocked, is_suspended
from booking.ratings.rules import is_trusted, may_ask, may_rate
from booking.ratings.schemas import (
    RatingChanged,
    RatingRequest,
    RatingRequestRequest,
    RatingShown,
    RatingsInfo,
    RatingSummary,
)
from booking.ratings.store import GivenRating, Summary, count_rating, insert_rating, ratings_of, summary_of
from booking.serialization import instant_text

router: Final = APIRouter(prefix="/api", tags=["ratings"])


@router.post("/create_appointment_rating")
async def create_appointment_rating(
    rating: RatingRequest,
    caller: Anyone,
    tx: Writing,
    clock: Clock,
    request: Request,
    token: LinkToken = "",
) -> Answer[RatingChanged]:
    """Rate a completed session, once; a guest does it through the link from the mail."""
    links = links_of(request)
    order, role = await order_for(tx, rating.iv_order_id, Bearer(caller, token), links, locked=True)
    if rating.iv_provider_id not in {"", order.provider_id}:
        raise NotFound("This appointment does not exist.")
    try:
        may_rate(order, role)
    except OrderRefused as refused:
        raise refuse(refused.main_msg, **refused.fields) from refused
    rated = await _rate(tx, order, rating, links, clock())
    return done(
        RatingChanged(
            notification_data=notice(rated, "client", "{name} has rated your session.", "rating"),
            booking_data=booking_of(rated, "client"),
            additional_update=update_of(rated),
        ),
        "Thank you for your review.",
    )


@router.post("/create_appointment_request_rating")
async def create_appointment_request_rating(
    wanted: RatingRequestRequest, caller: Account, tx: Writing, clock: Clock, request: Request
) -> Answer[RatingChanged]:
    """Ask the client of a completed session for a rating."""
    links, now = links_of(request), clock()
    order, role = await order_for(tx, wanted.iv_order_id, Bearer(caller, ""), links, locked=True)
    try:
        may_ask(order, role, now)
    except OrderRefused as refused:
        raise refuse(refused.main_msg, **refused.fields) from refused
    asked = replace(order, rating_requested_at=now, revision=order.revision + 1)
    await update_order(tx, asked)
    feedback = wanted.iv_feedback or DEFAULT_RATING_REQUEST
    facts = facts_of(asked, links.link(asked))
    await emit(tx, RatingRequested(order=facts, feedback=feedback, occurred_at=now))
    return done(
        RatingChanged(
            notification_data=notice(
                asked, "provider", "{name} would like you to rate your session.", "rating"
            ),
            booking_data=booking_of(asked, "provider"),
            additional_update=update_of(asked),
        ),
        "Your request was successfully sent.",
    )


@router.get("/get_ratings_info/{owner_id}")
async def get_ratings_info(
    owner_id: str,
    caller: Anyone,
    tx: Reading,
    page: PageQuery,
    rating: Annotated[int | None, Query(ge=1, le=5, description="Only ratings with this many stars")] = None,
) -> Answer[RatingsInfo]:
    """A provider's ratings, newest first, and their summary."""
    shut = caller is not None and await are_blocked(tx, caller.id, owner_id)
    if shut or await is_suspended(tx, owner_id):
        raise NotFound("This provider does not exist.")
    ratings, next_cursor = await ratings_of(tx, owner_id, page, rating)
    summary = await summary_of(tx, owner_id)
    return done(
        RatingsInfo(
            ratings_data=[_shown(given) for given in ratings],
            rating_summary=_summary_shown(summary),
            next_cursor=next_cursor,
        )
    )


async def _rate(
    tx: Transaction, order: Order, rating: RatingRequest, links: GuestLinks, now: datetime
) -> Order:
    trusted = is_trusted(rating.iv_rating, rating.iv_trusted, by_guest=order.by_guest)
    written = await insert_rating(tx, order, rating.iv_rating, rating.iv_feedback, now, trusted=trusted)
    if not written:
        raise refuse("You have already rated this appointment.")
    rated = replace(order, stars=rating.iv_rating, review=rating.iv_feedback, revision=order.revision + 1)
    await update_order(tx, rated)
    summary = await count_rating(tx, order.provider_id, rating.iv_rating)
    given = RatingGiven(
        order=facts_of(rated, links.link(rated)),
        rating=rating.iv_rating,
        feedback=rating.iv_feedback,
        trusted=trusted,
        average=summary.average,
        reviews=summary.reviews,
        revision=summary.revision,
        occurred_at=now,
    )
    await emit(tx, given)
    return rated


def _shown(given: GivenRating) -> RatingShown:
    return RatingShown(
        rating=given.stars,
        name=given.name,
        avatar=given.avatar,
        feedback=given.feedback,
        created_date=instant_text(given.created_at),
    )


def _summary_shown(summary: Summary) -> RatingSummary:
    return RatingSummary(
        rating=summary.average,
        reviews=summary.reviews,
        stars={str(number): count for number, count in enumerate(summary.counts, start=1)},
    )
