"""Giving a rating, asking for one, and reading them (product.md 4.12)."""

from dataclasses import replace
from datetime import datetime

from chassis.db import Connection, Transaction
from chassis.errors import NotFound, RuleViolation
from chassis.http.callers import Principal
from chassis.http.paging import Page
from chassis.outbox import emit
from contracts.events.booking import RatingGiven, RatingRequested
from contracts.texts import DEFAULT_RATING_REQUEST

from booking.orders.access import Bearer, locked_order_for
from booking.orders.order import Order
from booking.orders.serializers import order_facts
from booking.orders.store import update_order
from booking.projections.store import are_blocked, is_suspended
from booking.ratings.rules import is_trusted, may_ask, may_rate
from booking.ratings.schemas import RatingRequest, RatingRequestRequest, RatingsInfo
from booking.ratings.serializers import rating_shown, rating_summary
from booking.ratings.store import count_rating, counts_of, insert_rating, ratings_of


async def rate_order(tx: Transaction, bearer: Bearer, rating: RatingRequest, now: datetime) -> Order:
    """Rate a completed order of the bearer's, once; the order with its rating.

    Raises RuleViolation when a rule refuses it, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, rating.iv_order_id, bearer)
    if rating.iv_provider_id not in {"", order.provider_id}:
        raise NotFound("This appointment does not exist.")
    may_rate(order, role, now)
    trusted = is_trusted(rating.iv_rating, rating.iv_trusted, by_guest=order.by_guest)
    written = await insert_rating(tx, order, rating.iv_rating, rating.iv_feedback, now, trusted=trusted)
    if not written:
        raise RuleViolation("You have already rated this appointment.")
    rated = replace(order, stars=rating.iv_rating, review=rating.iv_feedback, revision=order.revision + 1)
    await update_order(tx, rated)
    counts = await count_rating(tx, order.provider_id, rating.iv_rating)
    given = RatingGiven(
        order=order_facts(rated),
        rating=rating.iv_rating,
        feedback=rating.iv_feedback,
        trusted=trusted,
        average=counts.average,
        reviews=counts.reviews,
        revision=counts.revision,
        occurred_at=now,
    )
    await emit(tx, given)
    return rated


async def ask_for_rating(
    tx: Transaction, provider: Principal, wanted: RatingRequestRequest, now: datetime
) -> Order:
    """Ask the client of a completed order for a rating; the order after that.

    Raises RuleViolation when a rule refuses it, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, wanted.iv_order_id, Bearer(provider))
    may_ask(order, role, now)
    asked = replace(order, rating_requested_at=now, revision=order.revision + 1)
    await update_order(tx, asked)
    feedback = wanted.iv_feedback or DEFAULT_RATING_REQUEST
    await emit(tx, RatingRequested(order=order_facts(asked), feedback=feedback, occurred_at=now))
    return asked


async def ratings_info(
    tx: Connection, caller: Principal | None, provider_id: str, page: Page, stars: int | None
) -> RatingsInfo:
    """A page of a provider's ratings, newest first, and the summary of all of them.

    Raises NotFound for a provider whom the caller may not see.
    """
    if caller and await are_blocked(tx, caller.id, provider_id):
        raise NotFound("This provider does not exist.")
    if await is_suspended(tx, provider_id):
        raise NotFound("This provider does not exist.")
    ratings, next_cursor = await ratings_of(tx, provider_id, page, stars)
    own = caller is not None and caller.id == provider_id
    signed_in = caller is not None and caller.kind == "account"
    return RatingsInfo(
        ratings_data=[rating_shown(given, own=own, signed_in=signed_in) for given in ratings],
        rating_summary=rating_summary(await counts_of(tx, provider_id)),
        next_cursor=next_cursor,
    )
