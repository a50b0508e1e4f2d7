"""Hearing of ratings: the provider's summary, and whom the client trusts from now on."""

from chassis.db import Transaction
from chassis.events import subscribe
from contracts.events.booking import RatingGiven
from sqlalchemy import text

from profiles.circle.changes import trust_after_rating
from profiles.search.listings import refresh_listing

_KEEP = text(
    """
    INSERT INTO rating_summary (provider_id, average, reviews, revision)
    VALUES (:provider_id, :average, :reviews, :revision)
    ON CONFLICT (provider_id) DO UPDATE
        SET average = excluded.average, reviews = excluded.reviews, revision = excluded.revision
        WHERE rating_summary.revision <= excluded.revision
    """
)


@subscribe(RatingGiven)
async def on_rating(event: RatingGiven, tx: Transaction) -> None:
    """A client rated a session with a provider."""
    provider_id = event.order.provider_id
    await tx.session.execute(
        _KEEP,
        {
            "provider_id": provider_id,
            "average": round(event.average, 2),
            "reviews": event.reviews,
            "revision": event.revision,
        },
    )
    await refresh_listing(tx, provider_id)
    if event.trusted and event.order.client_id:
        await trust_after_rating(tx, event.order.client_id, provider_id, event.occurred_at)
