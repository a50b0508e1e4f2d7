"""The provider's answer to a client's rating (product.md 4.12)."""

from dataclasses import dataclass, replace
from datetime import datetime

from chassis.db import Transaction
from chassis.errors import RuleViolation
from chassis.http.callers import Principal
from chassis.outbox import emit
from contracts.events.booking_ratings import RatingAnswered

from booking.orders.access import Bearer, locked_order_for
from booking.orders.order import Order
from booking.orders.rules import Role
from booking.orders.serializers import order_facts
from booking.orders.store import update_order
from booking.ratings.review_store import LockedReview, delete_answer, lock_review, write_answer
from booking.ratings.rules import may_answer


@dataclass(frozen=True, slots=True)
class _Rated:
    order: Order
    role: Role
    review: LockedReview


async def answer_review(
    tx: Transaction, provider: Principal, order_id: str, answer: str, now: datetime
) -> None:
    """Answer the client's rating of an order, once.

    Raises RuleViolation when a rule refuses it, and what `order_for` raises.
    """
    rated = await _locked(tx, provider, order_id)
    review = rated.review
    may_answer(rated.role, answered=review.answered_at is not None, removed=review.removed)
    await write_answer(tx, order_id, answer, now)
    answered = replace(rated.order, answer=answer, revision=rated.order.revision + 1)
    await update_order(tx, answered)
    await emit(tx, RatingAnswered(order=order_facts(answered), answer=answer, occurred_at=now))


async def remove_answer(tx: Transaction, provider: Principal, order_id: str) -> None:
    """Take the caller's answer away. Raises RuleViolation where there is none, and as `order_for`."""
    rated = await _locked(tx, provider, order_id)
    if rated.role != "provider" or not rated.review.answer:
        raise RuleViolation("There is no answer to remove.")
    await delete_answer(tx, order_id)
    await update_order(tx, replace(rated.order, answer="", revision=rated.order.revision + 1))


async def _locked(tx: Transaction, provider: Principal, order_id: str) -> _Rated:
    """The order with its rating, both locked. A hidden rating is as none (product.md 4.12)."""
    order, role = await locked_order_for(tx, order_id, Bearer(provider))
    review = await lock_review(tx, order_id)
    if review is None or review.hidden_until is not None:
        raise RuleViolation("There is no review to answer yet.")
    return _Rated(order, role, review)
