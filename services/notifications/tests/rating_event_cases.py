"""Expected alerts and mails for ratings."""

from typing import Final

from contracts.events import booking_ratings

from services.notifications.tests.event_case import FAR_AWAY, EventCase, Expected
from services.notifications.tests.expected_order_news import HERE, THERE, booking_path

OF_RATINGS: Final[dict[str, list[EventCase]]] = {
    "booking.rating.requested": [
        EventCase(
            lambda cast: booking_ratings.RatingRequested(order=cast.order(), feedback=""),
            (
                Expected(
                    "client",
                    "ratings",
                    "rating_requested",
                    f"Nadia Kessler would like to hear how it went: {THERE}",
                    booking_path("pending_review"),
                    "How was it with Nadia Kessler?",
                ),
            ),
        )
    ],
    "booking.rating.given": [
        EventCase(
            lambda cast: booking_ratings.RatingGiven(
                order=cast.order(), rating=5, feedback="", trusted=True, average=5, reviews=1, revision=1
            ),
            (
                Expected(
                    "provider",
                    "ratings",
                    "rating_given",
                    "Grace rated you 5 stars for First assessment",
                    "/my_ratings?review={order_id}",
                ),
            ),
        )
    ],
    "booking.rating.waits": [
        EventCase(
            lambda cast: booking_ratings.RatingWaits(order=cast.order(), by="client", until=FAR_AWAY),
            (
                Expected(
                    "provider",
                    "ratings",
                    "rating_waits",
                    f"Grace has rated your appointment: {HERE}. Rate it too, and you see both ratings",
                    booking_path("pending_review"),
                    "Grace Wanjiru has rated your appointment",
                ),
            ),
        ),
        EventCase(
            lambda cast: booking_ratings.RatingWaits(order=cast.order(), by="provider", until=FAR_AWAY),
            (
                Expected(
                    "client",
                    "ratings",
                    "rating_waits",
                    "Nadia Kessler has rated your appointment: "
                    f"{THERE}. Rate it too, and you see both ratings",
                    booking_path("pending_review"),
                    "Nadia Kessler has rated your appointment",
                ),
            ),
        ),
    ],
    "booking.client_rating.given": [
        EventCase(
            lambda cast: booking_ratings.ClientRatingGiven(order=cast.order(), rating=4, feedback="On time"),
            (
                Expected(
                    "client",
                    "ratings",
                    "client_rated",
                    "Nadia Kessler rated you 4 stars",
                    booking_path("completed_requests"),
                ),
            ),
        )
    ],
    "booking.rating.answered": [
        EventCase(
            lambda cast: booking_ratings.RatingAnswered(order=cast.order(), answer="Thank you"),
            (
                Expected(
                    "client",
                    "ratings",
                    "rating_answered",
                    f"Nadia Kessler answered your review: {THERE}",
                    booking_path("completed_requests"),
                    "Nadia Kessler answered your review",
                ),
            ),
        )
    ],
}
