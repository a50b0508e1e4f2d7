"""Shows the ratings of an order together, or after fourteen days (product.md 4.12)."""

from dataclasses import replace
from datetime import datetime

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.booking_ratings import ClientRatingGiven, RatingGiven, RatingWaits

from booking.orders.order import Order
from booking.orders.rules import Role
from booking.orders.serializers import order_facts
from booking.orders.store import order_by_id, update_order
from booking.ratings.client_rating_store import show_client_rating
from booking.ratings.review_store import lock_due_ratings, show_review
from booking.ratings.rules import is_shown
from booking.ratings.store import count_rating


async def announce(tx: Transaction, order: Order, by: Role, now: datetime) -> Order:
    """Show the ratings of an order that `by` has rated just now; or tell the other side that one waits."""
    if is_shown(order, now):
        return await reveal(tx, order, now)
    waiting = replace(order, revision=order.revision + 1)
    await update_order(tx, waiting)
    assert waiting.rating_hidden_until is not None
    facts = order_facts(waiting)
    await emit(tx, RatingWaits(order=facts, by=by, until=waiting.rating_hidden_until, occurred_at=now))
    return waiting


async def reveal(tx: Transaction, order: Order, now: datetime) -> Order:
    """Show what both sides have said of a locked order. From now on the client's rating counts."""
    shown = replace(order, rating_hidden_until=None, revision=order.revision + 1)
    await update_order(tx, shown)
    facts = order_facts(shown)
    review = await show_review(tx, order.order_id)
    if review is not None:
        counts = await count_rating(tx, order.provider_id, review.stars)
        given = RatingGiven(
            order=facts,
            rating=review.stars,
            feedback=review.feedback,
            trusted=review.trusted,
            average=counts.average,
            reviews=counts.reviews,
            revision=counts.revision,
            occurred_at=now,
        )
        await emit(tx, given)
    said = await show_client_rating(tx, order.order_id)
    if said is not None:
        await emit(
            tx, ClientRatingGiven(order=facts, rating=said.stars, feedback=said.feedback, occurred_at=now)
        )
    return shown


async def reveal_due(tx: Transaction, now: datetime, most: int) -> bool:
    """Show up to `most` ratings that have been hidden for long enough; whether more of them wait."""
    due = await lock_due_ratings(tx, now, most)
    for order_id in due:
        order = await order_by_id(tx, order_id)
        if order is not None:
            await reveal(tx, order, now)
    return len(due) == most
