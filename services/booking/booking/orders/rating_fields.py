"""What each side of an order sees of its ratings (product.md 4.12)."""

from datetime import datetime

from booking.orders.order import Order
from booking.orders.rules import Role
from booking.serialization import instant_text


def rating_fields(order: Order, side: Role) -> dict[str, object]:
    """The fields of `booking_fields` about ratings, as `side` sees them.

    To the other side a rating that is hidden or taken down is as one that was not given.
    """
    hidden_by = order.hidden_rating_by
    shown = order.stars is not None and (
        side == "client" or not (hidden_by == "client" or order.review_removed)
    )
    of_client = order.client_stars is not None and (
        side == "provider" or not (hidden_by == "provider" or order.client_review_removed)
    )
    state = "completed" if shown else "pending"
    rate_by = order.rated_until if order.stars is None or (hidden_by == "client" and not shown) else None
    rates_client = side == "provider" and order.client_stars is None
    return {
        "complete_status": state,
        "rating": order.stars if shown else None,
        "feedback": order.review if shown else order.note,
        "rating_status": state,
        "rate_by": _text(rate_by),
        "client_rating": order.client_stars if of_client else None,
        "client_feedback": order.client_review if of_client else "",
        "rate_client_by": _text(order.rated_until if rates_client else None),
        "hidden_rating_by": hidden_by or "",
        "ratings_shown_at": _text(order.rating_hidden_until),
        "rating_answer": order.answer if shown else "",
        "rating_removed": shown and order.review_removed,
        "client_rating_removed": of_client and order.client_review_removed,
    }


def _text(moment: datetime | None) -> str:
    return instant_text(moment) if moment else ""
