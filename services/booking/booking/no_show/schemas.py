"""Requests about sessions to which one side did not come. The answers are those of a status change."""

from contracts.rules.fields import BookingFeedback, NoShowContest
from pydantic import BaseModel

from booking.orders.schemas import Id, SessionPosition


class NoShowReport(BaseModel):
    """The other side did not come to a session: the one that is named, else the one that is due."""

    iv_order_id: Id
    iv_session_position: SessionPosition = None
    iv_feedback: BookingFeedback = ""


class NoShowContestRequest(BaseModel):
    """The caller's side contests that it did not come, in words: of the session that is named, else of the
    newest one.
    """

    iv_order_id: Id
    iv_session_position: SessionPosition = None
    iv_feedback: NoShowContest
