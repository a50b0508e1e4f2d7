"""Requests and answers about ratings (api.md 4)."""

from contracts.booking_data import BookingData
from contracts.rules.fields import BookingFeedback, Rating, RatingAnswer, ReviewFeedback, YesOrNo
from pydantic import BaseModel, Field

from booking.orders.schemas import AdditionalUpdate, Id, NotificationData, UntrustedText


class RatingRequest(BaseModel):
    """A client's rating of a session that was held. `iv_trusted` is yes or no; left out it is no."""

    iv_order_id: Id
    iv_provider_id: UntrustedText = ""
    iv_email: UntrustedText = ""
    iv_rating: Rating
    iv_feedback: ReviewFeedback
    iv_trusted: YesOrNo = "no"


class ClientRatingRequest(BaseModel):
    """What a provider says of the client of a session that was held."""

    iv_order_id: Id
    iv_rating: Rating
    iv_feedback: ReviewFeedback


class AnswerRequest(BaseModel):
    """A provider's answer to a review."""

    iv_order_id: Id
    iv_answer: RatingAnswer


class AnswerRemoval(BaseModel):
    """A provider takes an answer away."""

    iv_order_id: Id


class AnswerShown(BaseModel):
    """The answer as it stands; both empty once it is removed."""

    answer: str
    answered_date: str


class RatingRequestRequest(BaseModel):
    """A provider asks for a rating."""

    iv_order_id: Id
    iv_user_category: UntrustedText = ""
    iv_owner_id: UntrustedText = ""
    iv_email: UntrustedText = ""
    iv_name: UntrustedText = ""
    iv_feedback: BookingFeedback = ""


class RatingChanged(BaseModel):
    """The booking after a rating was given or requested."""

    notification_data: NotificationData | None
    booking_data: BookingData
    additional_update: AdditionalUpdate


class RatingShown(BaseModel):
    """One rating of a provider. `review_id` and `owner_id` are for reporting it, by an account and of one.

    Both are empty for callers without an account, and for the rating of a guest or an erased account.
    """

    rating: int
    name: str
    avatar: str
    feedback: str
    created_date: str
    order_id: str = ""
    """The order that was rated, for the provider alone; '' for others."""
    review_id: str = ""
    owner_id: str = ""
    appointment_date: str = ""
    """The day of the appointment, YYYY-MM-DD in the provider's zone."""
    answer: str = ""
    """What the provider answered."""
    answered_date: str = ""
    """To the provider also of an answer that is gone: another cannot be written."""
    answer_id: str = ""
    """For reporting the answer, by an account and of the provider's."""


class RatingSummary(BaseModel):
    """Average of all ratings, their number, and how many gave each number of stars ('1' to '5')."""

    rating: float
    reviews: int
    stars: dict[str, int] = Field(description="Number of ratings for each of '1' to '5'")


class RatingsInfo(BaseModel):
    """A page of a provider's ratings, newest first, and the summary of all."""

    ratings_data: list[RatingShown]
    rating_summary: RatingSummary
    next_cursor: str | None = None
