"""Events of booking: reminders, what follows an appointment, and the mail of a day."""

from datetime import date
from typing import ClassVar, Literal

from contracts.event import Event, Facts, Instant, register
from contracts.events.booking import OrderFacts, SessionFacts


@register
class ReminderDue(Event):
    """A session of an accepted order begins soon. Its provider chooses when this is told, and by what."""

    key: ClassVar[str] = "booking.session.reminder_due"

    order: OrderFacts
    session: SessionFacts
    hours_ahead: Literal[24, 1]
    """1 when no more than an hour is left."""
    minutes_ahead: int = 0
    """How long before the session this reminder is due; 0 in events of before: `hours_ahead` says it."""
    by_mail: bool = True
    by_push: bool = True

    @property
    def aggregate(self) -> str:
        return f"order:{self.order.order_id}"


@register
class AttendanceConfirmed(Event):
    """The client said that they come to a session."""

    key: ClassVar[str] = "booking.session.attendance_confirmed"

    order: OrderFacts
    session: SessionFacts

    @property
    def aggregate(self) -> str:
        return f"order:{self.order.order_id}"


@register
class FollowUpDue(Event):
    """An order was completed some time ago, and its client has not rated it: its provider wants them asked,
    once.
    """

    key: ClassVar[str] = "booking.order.follow_up_due"

    order: OrderFacts

    @property
    def aggregate(self) -> str:
        return f"order:{self.order.order_id}"


class DaySession(Facts):
    """A session of a provider's day."""

    order_id: str
    starts_at: Instant
    ends_at: Instant
    client_name: str
    services: list[str]
    delivery_mode: str
    place: str = ""
    """The name of the place and its address, or the link; '' where none is known."""
    coming: bool = False


class WaitingRequest(Facts):
    """A request, or another time that the client proposes, which waits for the provider's answer."""

    order_id: str
    starts_at: Instant
    client_name: str
    services: list[str]
    answer_by: Instant | None = None


@register
class DaySummaryDue(Event):
    """A provider's day begins: what it holds, and what waits for an answer. Told once for each local day."""

    key: ClassVar[str] = "booking.day.summary_due"

    provider_id: str
    day: date
    timezone: str
    sessions: list[DaySession]
    more_sessions: int = 0
    """How many sessions there are besides."""
    waiting: list[WaitingRequest]
    more_waiting: int = 0
    until: Instant
    """When the mail is of no use any more."""

    @property
    def aggregate(self) -> str:
        return f"day:{self.provider_id}"
