"""Which event sends which mail to whom, and when a failed one is tried again (product.md 5.3). Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from contracts.events.booking import (
    NoShowContested,
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderEvent,
    OrderFacts,
    OrderMoved,
    OrderRejected,
    OrderRequested,
    OrderStarted,
    OtherTimeAsked,
    PlaceChanged,
    SessionEnded,
    TimeDeclined,
    TimeProposed,
)
from contracts.events.booking_reminders import ReminderDue

from notifications.alerts.rules import reschedule_notice, tab_after
from notifications.preferences.rules import Subject

Side = Literal["provider", "client"]
_DAY_AHEAD: Final = 24 * 60
"""Minutes. A reminder of another time does not say 'tomorrow'."""

FIRST_WAIT: Final = timedelta(seconds=5)
LONGEST_WAIT: Final = timedelta(hours=1)
MOST_ATTEMPTS: Final = 60
"""With these waits a mail server may be away for two days."""


@dataclass(frozen=True, slots=True)
class OrderMail:
    """A mail about an order to one of its sides. `tab` is the part of the schedule that its button opens."""

    kind: str
    side: Side
    tab: str
    subject: Subject = "appointments"


_ORDER_MAILS: Final[dict[type[OrderEvent], tuple[OrderMail, ...]]] = {
    OrderRequested: (
        OrderMail("order_requested_provider", "provider", "pending_requests"),
        OrderMail("order_requested_client", "client", "pending_requests"),
    ),
    OrderAccepted: (
        OrderMail("order_accepted_provider", "provider", "upcoming_schedule"),
        OrderMail("order_accepted_client", "client", "upcoming_schedule"),
    ),
    OrderRejected: (OrderMail("order_rejected_client", "client", "rejected_requests"),),
    OrderStarted: (OrderMail("order_started_client", "client", "ongoing_appointments"),),
    OrderCompleted: (OrderMail("order_completed_client", "client", "pending_review"),),
    SessionEnded: (),
}
BOOKED_AT_ONCE: Final = (
    OrderMail("order_booked_provider", "provider", "upcoming_schedule"),
    OrderMail("order_booked_client", "client", "upcoming_schedule"),
)
"""Both sides have the calendar file of an appointment that nobody had to accept (product.md 4.4)."""
ENTERED: Final = (OrderMail("order_entered_client", "client", "upcoming_schedule"),)
"""The provider entered the appointment and has it already (product.md 4.25)."""
_CANCELLED: Final[dict[str, tuple[str, str]]] = {
    "provider": ("order_cancelled_by_provider", "order_cancelled_client"),
    "client": ("order_cancelled_provider", "order_cancelled_by_client"),
    "account_closed": ("order_closed", "order_closed"),
}
RATING_REQUESTED: Final = OrderMail("rating_requested_client", "client", "pending_review", "ratings")
RATING_WAITS: Final = {
    "client": OrderMail("rating_waits_provider", "provider", "pending_review", "ratings"),
    "provider": OrderMail("rating_waits_client", "client", "pending_review", "ratings"),
}
"""By the side that has rated."""
RATING_ANSWERED: Final = OrderMail("rating_answered_client", "client", "completed_requests", "ratings")
FOLLOW_UP: Final = OrderMail("follow_up_client", "client", "pending_review", "ratings")
GUEST_LINK: Final = OrderMail("guest_link_client", "client", "pending_requests")


def order_mails(event: OrderEvent) -> tuple[OrderMail, ...]:
    """Both sides are mailed a request, acceptance, move, another place or cancellation; else the side that
    did not act. Of a request that ran out only the client is mailed (product.md 4.10).

    Nobody is mailed that one of several sessions was held.
    """
    if isinstance(event, OrderMoved | PlaceChanged):
        changed = "order_moved" if isinstance(event, OrderMoved) else "order_place_changed"
        return tuple(_time_mail(event, changed, side) for side in ("provider", "client"))
    if isinstance(event, TimeProposed | TimeDeclined):
        kind, sides = reschedule_notice(event)
        return tuple(_time_mail(event, kind, side) for side in sides)
    if isinstance(event, OrderCancelled):
        if event.actor == "system" and not event.cause:  # the provider has an alert (product.md 4.10)
            return (OrderMail("order_expired_client", "client", "cancelled_requests"),)
        to_provider, to_client = _CANCELLED[event.cause or event.actor]
        return (
            OrderMail(to_provider, "provider", "cancelled_requests"),
            OrderMail(to_client, "client", "cancelled_requests"),
        )
    if event.session and event.session.state == "missed":
        side = _other(event)
        kind = "no_show_contested" if isinstance(event, NoShowContested) else f"session_missed_{side}"
        return (OrderMail(kind, side, tab_after(event, side)),)
    return _mails_of_step(event)


def _mails_of_step(event: OrderEvent) -> tuple[OrderMail, ...]:
    if isinstance(event, OrderAccepted) and event.at_once:
        return ENTERED if event.actor == "provider" else BOOKED_AT_ONCE
    return _ORDER_MAILS[type(event)]


def _other(event: OrderEvent) -> Side:
    return "provider" if event.actor == "client" else "client"


def _time_mail(event: OrderEvent | OtherTimeAsked, kind: str, side: Side) -> OrderMail:
    tab = "pending_requests" if event.order.status == "pending" else "upcoming_schedule"
    return OrderMail(kind, side, tab)


def other_time_mail(event: OtherTimeAsked) -> OrderMail:
    """The client is mailed that another time is asked for (product.md 4.20)."""
    return _time_mail(event, "order_time_asked", "client")


def reminder_mails(event: ReminderDue) -> tuple[OrderMail, ...]:
    """Both sides are reminded of a session, unless its provider wants this reminder in the app alone."""
    if not event.by_mail:
        return ()
    kind = "reminder_day" if event.hours_ahead == 24 else "reminder_hour"
    if kind == "reminder_day" and event.minutes_ahead not in {0, _DAY_AHEAD}:
        kind = "reminder"
    return (
        OrderMail(kind, "provider", "upcoming_schedule", "reminders"),
        OrderMail(kind, "client", "upcoming_schedule", "reminders"),
    )


def quoted(event: OrderEvent, side: Side) -> str:
    """What the acting side wrote, for the other one to read: the brief of who asked or booked, else the
    feedback.
    """
    if isinstance(event, OrderRequested) or (isinstance(event, OrderAccepted) and event.at_once):
        return event.order.brief if side == "provider" else ""
    return event.feedback if event.actor not in {side, "system"} else ""


def address_of(order: OrderFacts, side: Side) -> str:
    """The address of one side of an order; '' when that account is deleted."""
    return order.provider_email if side == "provider" else order.client_email


def next_attempt(attempts: int, now: datetime) -> datetime | None:
    """When to try a mail again that failed `attempts` times: after 5 s, then after twice as long each time,
    but at most after 1 h. None: never.
    """
    if attempts >= MOST_ATTEMPTS:
        return None
    return now + min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(attempts - 1, 20))
