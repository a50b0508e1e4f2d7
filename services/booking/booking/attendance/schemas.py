"""Requests about coming to a session. The answers are those of a status change."""

from pydantic import BaseModel

from booking.orders.schemas import Id, SessionPosition


class AttendanceConfirmation(BaseModel):
    """The client comes to a session: the one that is named, else the one that is due."""

    iv_order_id: Id
    iv_session_position: SessionPosition = None
