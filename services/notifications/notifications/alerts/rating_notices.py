"""Who is alerted of ratings (product.md 4.12)."""

from dataclasses import replace

from contracts.events.booking_ratings import (
    ClientRatingGiven,
    RatingAnswered,
    RatingGiven,
    RatingRequested,
    RatingWaits,
)

from notifications.alerts.addresses import (
    review_address,
)
from notifications.alerts.notice import OTHER_SIDE, Notice, OrderAlert, fact, named, order_notice


def rating_requested_notices(event: RatingRequested) -> list[Notice]:
    """Ask the client for a rating. Each request is a fact of its own."""
    alert = OrderAlert("rating_requested", "client", "pending_review")
    notice = order_notice(fact(event.key, event.event_id), event.order, alert)
    return [notice] if notice.receiver_id else []


def rating_given_notices(event: RatingGiven) -> list[Notice]:
    """Alert the provider with the stars and the new summary."""
    order = event.order
    return [
        Notice(
            source=fact(event.key, order.order_id),
            receiver_id=order.provider_id,
            kind="rating_given",
            actor_id=order.client_id or None,
            url=review_address(order.order_id),
            words={
                "name": order.client_name,
                "n": event.rating,
                "sentence": "rating_given_for" if order.services else "rating_given",
                **named(order),
            },
            booking=order.for_provider,
            update={"rating_summary": {"rating": event.average, "reviews": event.reviews}},
        )
    ]


def rating_waits_notices(event: RatingWaits) -> list[Notice]:
    """Invite the other side to rate too, without a word of what was said (product.md 4.12)."""
    alert = OrderAlert("rating_waits", OTHER_SIDE[event.by], "pending_review")
    notice = order_notice(fact(event.key, event.order.order_id), event.order, alert)
    return [notice] if notice.receiver_id else []


def client_rating_notices(event: ClientRatingGiven) -> list[Notice]:
    """Alert the client with the stars that the provider gave."""
    alert = OrderAlert("client_rated", "client", "completed_requests")
    notice = order_notice(fact(event.key, event.order.order_id), event.order, alert)
    rated = replace(notice, words={**notice.words, "n": event.rating})
    return [rated] if rated.receiver_id else []


def rating_answered_notices(event: RatingAnswered) -> list[Notice]:
    """Alert the client of the provider's answer to the review."""
    alert = OrderAlert("rating_answered", "client", "completed_requests")
    notice = order_notice(fact(event.key, event.order.order_id), event.order, alert)
    return [notice] if notice.receiver_id else []
