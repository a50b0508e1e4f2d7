"""Takes down what the staff take down, and restores it (product.md 4.12, 7.3)."""

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.booking_ratings import RatingSummaryChanged
from contracts.events.profiles_moderation import ReviewStandingChanged

from booking.ratings.client_rating_store import set_client_rating_standing
from booking.ratings.review_store import lock_review, set_answer_standing, set_review_standing
from booking.ratings.rules import part_of
from booking.ratings.store import count_again


async def keep_review_standing(tx: Transaction, fact: ReviewStandingChanged) -> None:
    """Take down or restore a rating of its author, or an answer to one; unless something newer is known."""
    order_id, part = part_of(fact.review_id)
    match part:
        case "answer":
            await set_answer_standing(
                tx, order_id, fact.owner_id, removed=fact.removed, revision=fact.revision
            )
        case "client_rating":
            await set_client_rating_standing(
                tx, order_id, fact.owner_id, removed=fact.removed, revision=fact.revision
            )
        case "rating":
            await _keep_rating_standing(tx, order_id, fact)


async def _keep_rating_standing(tx: Transaction, order_id: str, fact: ReviewStandingChanged) -> None:
    """A rating that is taken down does not count."""
    review = await lock_review(tx, order_id)
    if review is None or review.client_id != fact.owner_id or review.standing_revision >= fact.revision:
        return
    await set_review_standing(tx, order_id, removed=fact.removed, revision=fact.revision)
    if review.removed == fact.removed:
        return
    counts = await count_again(tx, review.provider_id, review.stars, -1 if fact.removed else 1)
    if counts is not None:  # the provider's account is not erased
        await emit(
            tx,
            RatingSummaryChanged(
                provider_id=review.provider_id,
                average=counts.average,
                reviews=counts.reviews,
                revision=counts.revision,
                occurred_at=fact.occurred_at,
            ),
        )
