"""Expected alerts and mails for reminders, and for what follows an appointment."""

from datetime import timedelta
from typing import Final

from contracts.event import Event
from contracts.events import booking_reminders
from contracts.events.booking import SessionFacts

from services.notifications.tests.event_case import FAR_AWAY, EventCase, Expected, Participants
from services.notifications.tests.expected_order_news import HERE, THERE, booking_path


def _reminder(cast: Participants) -> Event:
    session = SessionFacts(slot_id="a", starts_at=FAR_AWAY, ends_at=FAR_AWAY + timedelta(minutes=50))
    return booking_reminders.ReminderDue(
        order=cast.order(sessions=[session]), session=session, hours_ahead=24
    )


OF_REMINDERS: Final[dict[str, list[EventCase]]] = {
    "booking.session.reminder_due": [
        EventCase(
            _reminder,
            (
                Expected(
                    "provider",
                    "reminders",
                    "session_reminder",
                    f"Coming up with Grace: {HERE}",
                    booking_path("upcoming_schedule"),
                    f"Tomorrow: Grace Wanjiru, {HERE}",
                ),
                Expected(
                    "client",
                    "reminders",
                    "session_reminder",
                    f"Coming up with Nadia Kessler: {THERE}",
                    booking_path("upcoming_schedule"),
                    f"Tomorrow: Nadia Kessler, {THERE}",
                ),
            ),
        )
    ],
    "booking.session.attendance_confirmed": [
        EventCase(
            lambda cast: booking_reminders.AttendanceConfirmed(
                order=cast.order(), session=cast.order().sessions[0]
            ),
            (
                Expected(
                    "provider",
                    "appointments",
                    "client_coming",
                    f"Grace confirmed to come: {HERE}",
                    booking_path("upcoming_schedule"),
                ),
            ),
        )
    ],
    "booking.order.follow_up_due": [
        EventCase(
            lambda cast: booking_reminders.FollowUpDue(order=cast.order()),
            (Expected("client", "ratings", mail="How was it with Nadia Kessler?"),),
        )
    ],
    "booking.day.summary_due": [
        EventCase(
            lambda cast: booking_reminders.DaySummaryDue(
                provider_id=cast["provider"],
                day=FAR_AWAY.date(),
                timezone="Europe/Berlin",
                sessions=[],
                waiting=[],
                until=FAR_AWAY,
            ),
            (Expected("provider", "summary", mail="Your day: Wednesday 25 November 2099"),),
        )
    ],
}
