"""Answers that carry a session."""

from contracts.session import SessionData
from pydantic import BaseModel


class SessionAnswer(BaseModel):
    """The caller's session as it is now."""

    session_data: SessionData
