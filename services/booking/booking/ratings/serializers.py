"""Ratings on the wire."""

from contracts.zones import zone_named

from booking.orders.order import Order
from booking.orders.responses import additional_update, notification_data
from booking.orders.rules import Role
from booking.orders.serializers import booking_data
from booking.ratings.rules import ANSWER_SUFFIX
from booking.ratings.schemas import RatingChanged, RatingShown, RatingSummary
from booking.ratings.store import GivenRating, RatingCounts
from booking.serialization import instant_text


def rating_changed(order: Order, actor: Role, sentence: str) -> RatingChanged:
    """The answer to a rating or to a request for one; `sentence` contains {name} for the actor's name."""
    return RatingChanged(
        notification_data=notification_data(order, actor, sentence, "rating"),
        booking_data=booking_data(order, actor),
        additional_update=additional_update(order),
    )


def rating_shown(given: GivenRating, *, own: bool, signed_in: bool) -> RatingShown:
    """A rating as the provider's page shows it; of their `own` the provider learns the order.

    Only the signed in, who may report it, learn whose it is.
    """
    answer = "" if given.answer_removed else given.answer
    answered_at = given.answered_at if own or answer else None
    return RatingShown(
        rating=given.stars,
        name=given.name,
        avatar=given.avatar,
        feedback=given.feedback,
        created_date=instant_text(given.created_at),
        order_id=given.order_id if own else "",
        review_id=given.order_id if signed_in and given.client_id else "",
        owner_id=given.client_id if signed_in else "",
        appointment_date=given.starts_at.astimezone(zone_named(given.timezone)).date().isoformat(),
        answer=answer,
        answered_date=instant_text(answered_at) if answered_at else "",
        answer_id=f"{given.order_id}{ANSWER_SUFFIX}" if signed_in and answer else "",
    )


def rating_summary(counts: RatingCounts) -> RatingSummary:
    """The summary of a provider's ratings."""
    return RatingSummary(
        rating=counts.average,
        reviews=counts.reviews,
        stars={str(number): count for number, count in enumerate(counts.by_stars, start=1)},
    )
