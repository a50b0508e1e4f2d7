"""Requests and answers about a provider's day (api.md 4)."""

from pydantic import AwareDatetime, BaseModel

from booking.day.rules import Kind
from booking.orders.rules import Status


class ScheduleChange(BaseModel):
    """What happened to an order, as it is now. Instants are '' where there is none."""

    order_id: str
    kind: Kind
    changed_at: str
    is_new: bool
    name: str
    """The other side's."""
    services: list[str]
    request_status: Status
    starts_at: str
    ends_at: str
    """Of its first session."""
    former_start: str
    """When it began before it was moved."""


class ScheduleChanges(BaseModel):
    """The changes of the last days, the newest first."""

    changes: list[ScheduleChange]
    as_of: str
    """What mark_changes_seen takes once these were shown; '' where there is nothing to see."""


class ChangesSeen(BaseModel):
    """Changes were shown: those until `iv_seen_until`, the `as_of` of their answer."""

    iv_seen_until: AwareDatetime
