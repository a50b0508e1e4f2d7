"""Giving a rating, asking for one, and reading them (product.md 4.12)."""

from dataclasses import replace
from datetime import datetime

from chassis.db import Connection, Transaction
from chassis.errors import NotFound, RuleViolation
from chassis.http.callers import Principal
from chassis.http.paging import Page
from chassis.outbox import emit
from contracts.events.booking_ratings import RatingRequested
from contracts.texts import DEFAULT_RATING_REQUEST

from booking.orders.access import Bearer, locked_order_for
from booking.orders.order import Order
from booking.orders.serializers import order_facts
from booking.orders.store import update_order
from booking.projections.store import are_blocked, is_suspended
from booking.ratings.client_rating_store import insert_client_rating
from booking.ratings.reveal import announce
from booking.ratings.rules import hidden_until, is_trusted, may_ask, may_rate, may_rate_client
from booking.ratings.schemas import ClientRatingRequest, RatingRequest, RatingRequestRequest, RatingsInfo
from booking.ratings.serializers import rating_shown, rating_summary
from booking.ratings.store import counts_of, insert_rating, ratings_of


async def rate_order(tx: Transaction, bearer: Bearer, rating: RatingRequest, now: datetime) -> Order:
    """Rate a completed order of the bearer's, once; the order with its rating.

    Raises RuleViolation when a rule refuses it, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, rating.iv_order_id, bearer)
    if rating.iv_provider_id not in {"", order.provider_id}:
        raise NotFound("This appointment does not exist.")
    may_rate(order, role, now)
    trusted = is_trusted(rating.iv_rating, rating.iv_trusted, by_guest=order.by_guest)
    until = hidden_until(order)
    stars, feedback = rating.iv_rating, rating.iv_feedback
    if not await insert_rating(tx, order, stars, feedback, now, trusted=trusted, hidden_until=until):
        raise RuleViolation("You have already rated this appointment.")
    rated = replace(order, stars=stars, review=feedback, rating_hidden_until=until)
    return await announce(tx, rated, "client", now)


async def rate_client(
    tx: Transaction, provider: Principal, rating: ClientRatingRequest, now: datetime
) -> Order:
    """Rate the client of a completed order of the provider's, once; the order with that rating.

    Raises RuleViolation when a rule refuses it, and what `order_for` raises.
    """
    order, role = await locked_order_for(tx, rating.iv_order_id, Bearer(provider))
    may_rate_client(order, role, now)
    until = hidden_until(order)
    stars, feedback = rating.iv_rating, rating.iv_feedback
    if not await insert_client_rating(tx, order, stars, feedback, now, until):
        raise RuleViolation("You have already rated this client for this appointment.")
    rated = replace(order, client_stars=stars, client_review=feedback, rating_hidden_until=until)
    return await announce(tx, rated, "provider", now)


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
