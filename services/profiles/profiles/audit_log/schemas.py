"""Answers about what the staff did."""

from contracts.event import Instant
from pydantic import BaseModel


class ActShown(BaseModel):
    """One act of the staff, as it was written down."""

    act_id: str
    act: str
    staff_id: str
    staff_name: str
    account_id: str
    account_name: str
    thing_id: str
    report_id: str
    note: str
    done_at: Instant
