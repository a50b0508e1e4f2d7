"""Expected alerts and mails for appointments and ratings."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final, Literal

from contracts.event import Event
from contracts.events import booking
from contracts.events.booking import OrderFacts, SessionFacts

from services.notifications.tests.event_case import FAR_AWAY, EventCase, Expected, Participants


def _order(kind: type[booking.OrderEvent], actor: str, **more: Any) -> Callable[[Participants], Event]:
    return lambda cast: kind.model_validate({"order": cast.order(), "actor": actor, **more})


def _booking(tab: str) -> str:
    return f"/schedule_manager/{tab}?dialog=booking&booking={{order_id}}"


def _tab(side: str, kind: str, says: str, tab: str, mail: str) -> Expected:
    return Expected(side, "appointments", kind, says, _booking(tab), mail, even_suspended=True)


def _mail_only(side: str, mail: str) -> Expected:
    return Expected(side, mail=mail, even_suspended=True)


def _moved_by_a_day(cast: Participants) -> OrderFacts:
    facts = cast.order()
    day = timedelta(days=1)
    later = [
        SessionFacts(slot_id="b", starts_at=each.starts_at + day, ends_at=each.ends_at + day)
        for each in facts.sessions
    ]
    return facts.model_copy(update={"proposed_sessions": later, "proposed_by": "client"})


def _reminder(cast: Participants) -> Event:
    session = SessionFacts(slot_id="a", starts_at=FAR_AWAY, ends_at=FAR_AWAY + timedelta(minutes=50))
    return booking.ReminderDue(order=cast.order(sessions=[session]), session=session, hours_ahead=24)


def _of_session(
    kind: type[booking.OrderEvent], state: Literal["done", "missed"], actor: str = "provider"
) -> Callable[[Participants], Event]:
    """An event of the second of three sessions, a day after the first."""

    def event(cast: Participants) -> Event:
        first = cast.order().sessions[0]
        day = timedelta(days=1)
        states: tuple[Literal["done", "missed", "upcoming"], ...] = ("done", state, "upcoming")
        sessions = [
            SessionFacts(
                slot_id="a",
                starts_at=first.starts_at + number * day,
                ends_at=first.ends_at + number * day,
                position=number + 1,
                state=each,
            )
            for number, each in enumerate(states)
        ]
        facts = cast.order(sessions=sessions)
        return kind.model_validate({"order": facts, "actor": actor, "session": facts.sessions[1]})

    return event


_HERE, _THERE = "First assessment, Wed 25 Nov, 11:00", "First assessment, Wed 25 Nov, 13:00"
"""The same appointment, as the provider in Berlin and the client in Nairobi read it."""
_CLOSED: Final = "was cancelled: the account is no longer active"

OF_ORDERS: Final[dict[str, list[EventCase]]] = {
    "booking.order.requested": [
        EventCase(
            _order(booking.OrderRequested, "client"),
            (
                _tab(
                    "provider",
                    "order_requested",
                    f"Grace wants {_HERE}",
                    "pending_requests",
                    f"Grace Wanjiru asks for {_HERE}",
                ),
                _mail_only("client", "Your request to Nadia Kessler is on its way"),
            ),
        ),
        EventCase(
            lambda cast: booking.OrderRequested(order=cast.guest_order(), actor="client"),
            (
                _tab(
                    "provider",
                    "order_requested",
                    f"Grace wants {_HERE}",
                    "pending_requests",
                    f"Grace Wanjiru asks for {_HERE}",
                ),
                Expected("client", None, mail="Your request to Nadia Kessler is on its way"),
            ),
        ),
    ],
    "booking.order.accepted": [
        EventCase(
            _order(booking.OrderAccepted, "provider"),
            (
                _tab(
                    "client",
                    "order_accepted",
                    f"Nadia Kessler accepted {_THERE}",
                    "upcoming_schedule",
                    f"Nadia Kessler accepted: {_THERE}",
                ),
                _mail_only("provider", f"Accepted: Grace Wanjiru, {_HERE}"),
            ),
        ),
        EventCase(
            _order(booking.OrderAccepted, "client", at_once=True),
            (
                _tab(
                    "provider",
                    "order_booked",
                    f"Grace booked {_HERE}",
                    "upcoming_schedule",
                    f"Grace Wanjiru booked {_HERE}",
                ),
                _tab(
                    "client",
                    "order_booked",
                    f"You booked {_THERE} with Nadia Kessler",
                    "upcoming_schedule",
                    f"Booked: Nadia Kessler, {_THERE}",
                ),
            ),
        ),
        EventCase(
            lambda cast: booking.OrderAccepted(order=cast.guest_order(), actor="client", at_once=True),
            (
                _tab(
                    "provider",
                    "order_booked",
                    f"Grace booked {_HERE}",
                    "upcoming_schedule",
                    f"Grace Wanjiru booked {_HERE}",
                ),
                Expected("client", None, mail=f"Booked: Nadia Kessler, {_THERE}"),
            ),
        ),
    ],
    "booking.order.rejected": [
        EventCase(
            _order(booking.OrderRejected, "provider"),
            (
                _tab(
                    "client",
                    "order_rejected",
                    f"Nadia Kessler declined {_THERE}",
                    "rejected_requests",
                    f"Nadia Kessler cannot make {_THERE}",
                ),
            ),
        )
    ],
    "booking.order.started": [
        EventCase(
            _order(booking.OrderStarted, "provider"),
            (
                _tab(
                    "client",
                    "order_started",
                    f"Your session with Nadia Kessler has begun: {_THERE}",
                    "ongoing_appointments",
                    "Your session with Nadia Kessler has begun",
                ),
            ),
        )
    ],
    "booking.order.session_ended": [
        EventCase(
            _of_session(booking.SessionEnded, "done"),
            (
                replace(
                    _tab(
                        "client",
                        "session_done",
                        "Your session with Nadia Kessler is over. "
                        "The next one: First assessment, Fri 27 Nov, 13:00",
                        "upcoming_schedule",
                        "",
                    ),
                    even_suspended=False,
                ),
            ),
        ),
        EventCase(
            _of_session(booking.SessionEnded, "missed"),
            (
                _tab(
                    "client",
                    "session_missed",
                    "Nadia Kessler noted that you did not come: First assessment, Thu 26 Nov, 13:00",
                    "upcoming_schedule",
                    "Nadia Kessler missed you: First assessment, Thu 26 Nov, 13:00",
                ),
            ),
        ),
    ],
    "booking.order.no_show_contested": [
        EventCase(
            _of_session(booking.NoShowContested, "missed", actor),
            (_tab(side, "no_show_contested", f"{name} contests not having come: {what}", tab, mail),),
        )
        for actor, side, name, what, tab, mail in (
            (
                "client",
                "provider",
                "Grace",
                "First assessment, Thu 26 Nov, 11:00",
                "completed_requests",
                "Grace Wanjiru contests it: First assessment, Thu 26 Nov, 11:00",
            ),
            (
                "provider",
                "client",
                "Nadia Kessler",
                "First assessment, Thu 26 Nov, 13:00",
                "pending_review",
                "Nadia Kessler contests it: First assessment, Thu 26 Nov, 13:00",
            ),
        )
    ],
    "booking.order.completed": [
        EventCase(
            _of_session(booking.OrderCompleted, "missed", "client"),
            (
                _tab(
                    "provider",
                    "session_missed",
                    "Grace noted that you did not come: First assessment, Thu 26 Nov, 11:00",
                    "completed_requests",
                    "Grace Wanjiru missed you: First assessment, Thu 26 Nov, 11:00",
                ),
            ),
        ),
        EventCase(
            _of_session(booking.OrderCompleted, "missed"),
            (
                _tab(
                    "client",
                    "session_missed",
                    "Nadia Kessler noted that you did not come: First assessment, Thu 26 Nov, 13:00",
                    "pending_review",
                    "Nadia Kessler missed you: First assessment, Thu 26 Nov, 13:00",
                ),
            ),
        ),
        EventCase(
            _order(booking.OrderCompleted, "provider"),
            (
                _tab(
                    "client",
                    "order_completed",
                    f"Your session with Nadia Kessler is complete: {_THERE}",
                    "pending_review",
                    "Your session with Nadia Kessler is complete",
                ),
            ),
        ),
    ],
    "booking.order.cancelled": [
        EventCase(
            _order(booking.OrderCancelled, "client"),
            (
                _tab(
                    "provider",
                    "order_cancelled",
                    f"Grace cancelled {_HERE}",
                    "cancelled_requests",
                    f"Cancelled: Grace Wanjiru, {_HERE}",
                ),
                _mail_only("client", f"You cancelled {_THERE}"),
            ),
        ),
        EventCase(
            _order(booking.OrderCancelled, "provider"),
            (
                _tab(
                    "client",
                    "order_cancelled",
                    f"Nadia Kessler cancelled {_THERE}",
                    "cancelled_requests",
                    f"Cancelled: Nadia Kessler, {_THERE}",
                ),
                _mail_only("provider", f"You cancelled: Grace Wanjiru, {_HERE}"),
            ),
        ),
        EventCase(
            _order(booking.OrderCancelled, "system"),
            (
                Expected(
                    "provider",
                    alert="order_expired",
                    says=f"The request for {_HERE} with Grace ran out",
                    url=_booking("cancelled_requests"),
                ),
                _tab(
                    "client",
                    "order_expired",
                    f"The request for {_THERE} with Nadia Kessler ran out",
                    "cancelled_requests",
                    "Your request to Nadia Kessler ran out",
                ),
            ),
        ),
        EventCase(
            _order(booking.OrderCancelled, "system", cause="account_closed"),
            (
                _tab(
                    "provider",
                    "order_closed",
                    f"The appointment with Grace ({_HERE}) {_CLOSED}",
                    "cancelled_requests",
                    "Your appointment with Grace Wanjiru was cancelled",
                ),
                _tab(
                    "client",
                    "order_closed",
                    f"The appointment with Nadia Kessler ({_THERE}) {_CLOSED}",
                    "cancelled_requests",
                    "Your appointment with Nadia Kessler was cancelled",
                ),
            ),
        ),
    ],
    "booking.order.time_proposed": [
        EventCase(
            lambda cast: booking.TimeProposed(order=_moved_by_a_day(cast), actor="client"),
            (
                _tab(
                    "provider",
                    "order_time_proposed",
                    "Grace proposes another time: First assessment, Thu 26 Nov, 11:00",
                    "pending_requests",
                    "Grace Wanjiru proposes another time: First assessment, Thu 26 Nov, 11:00",
                ),
            ),
        )
    ],
    "booking.order.time_declined": [
        EventCase(
            _order(booking.TimeDeclined, "provider", proposed_by="client"),
            (
                _tab(
                    "client",
                    "order_time_declined",
                    f"Nadia Kessler cannot make the new time; {_THERE} stands",
                    "pending_requests",
                    "Nadia Kessler cannot make the new time",
                ),
            ),
        )
    ],
    "booking.order.moved": [
        EventCase(
            _order(booking.OrderMoved, "client"),
            (
                _tab(
                    "provider",
                    "order_moved",
                    f"Grace accepted the new time: {_HERE}",
                    "pending_requests",
                    f"Moved: Grace Wanjiru, {_HERE}",
                ),
                _mail_only("client", f"Moved: Nadia Kessler, {_THERE}"),
            ),
        )
    ],
    "booking.order.place_changed": [
        EventCase(
            _order(booking.PlaceChanged, "provider"),
            (
                _tab(
                    "client",
                    "order_place_changed",
                    f"Nadia Kessler changed the place or link: {_THERE}",
                    "pending_requests",
                    f"New place: Nadia Kessler, {_THERE}",
                ),
                _mail_only("provider", f"New place: Grace Wanjiru, {_HERE}"),
            ),
        )
    ],
    "booking.session.reminder_due": [
        EventCase(
            _reminder,
            (
                Expected(
                    "provider",
                    "reminders",
                    "session_reminder",
                    f"Coming up with Grace: {_HERE}",
                    _booking("upcoming_schedule"),
                    f"Tomorrow: Grace Wanjiru, {_HERE}",
                ),
                Expected(
                    "client",
                    "reminders",
                    "session_reminder",
                    f"Coming up with Nadia Kessler: {_THERE}",
                    _booking("upcoming_schedule"),
                    f"Tomorrow: Nadia Kessler, {_THERE}",
                ),
            ),
        )
    ],
    "booking.session.attendance_confirmed": [
        EventCase(
            lambda cast: booking.AttendanceConfirmed(order=cast.order(), session=cast.order().sessions[0]),
            (
                Expected(
                    "provider",
                    "appointments",
                    "client_coming",
                    f"Grace confirmed to come: {_HERE}",
                    _booking("upcoming_schedule"),
                ),
            ),
        )
    ],
    "booking.order.follow_up_due": [
        EventCase(
            lambda cast: booking.FollowUpDue(order=cast.order()),
            (Expected("client", "ratings", mail="How was it with Nadia Kessler?"),),
        )
    ],
    "booking.day.summary_due": [
        EventCase(
            lambda cast: booking.DaySummaryDue(
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
    "booking.order.other_time_asked": [
        EventCase(
            lambda cast: booking.OtherTimeAsked(
                order=cast.order(), feedback="At the dentist", free_times=cast.order().sessions
            ),
            (
                Expected(
                    "client",
                    "appointments",
                    "order_time_asked",
                    f"Nadia Kessler asks you to choose another time: {_THERE}",
                    f"{_booking('pending_requests')}&move=yes",
                    f"Nadia Kessler asks you to choose another time: {_THERE}",
                    even_suspended=True,
                ),
            ),
        )
    ],
    "booking.rating.requested": [
        EventCase(
            lambda cast: booking.RatingRequested(order=cast.order(), feedback=""),
            (
                Expected(
                    "client",
                    "ratings",
                    "rating_requested",
                    f"Nadia Kessler would like to hear how it went: {_THERE}",
                    _booking("pending_review"),
                    "How was it with Nadia Kessler?",
                ),
            ),
        )
    ],
    "booking.rating.given": [
        EventCase(
            lambda cast: booking.RatingGiven(
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
            lambda cast: booking.RatingWaits(order=cast.order(), by="client", until=FAR_AWAY),
            (
                Expected(
                    "provider",
                    "ratings",
                    "rating_waits",
                    f"Grace has rated your appointment: {_HERE}. Rate it too, and you see both ratings",
                    _booking("pending_review"),
                    "Grace Wanjiru has rated your appointment",
                ),
            ),
        ),
        EventCase(
            lambda cast: booking.RatingWaits(order=cast.order(), by="provider", until=FAR_AWAY),
            (
                Expected(
                    "client",
                    "ratings",
                    "rating_waits",
                    "Nadia Kessler has rated your appointment: "
                    f"{_THERE}. Rate it too, and you see both ratings",
                    _booking("pending_review"),
                    "Nadia Kessler has rated your appointment",
                ),
            ),
        ),
    ],
    "booking.client_rating.given": [
        EventCase(
            lambda cast: booking.ClientRatingGiven(order=cast.order(), rating=4, feedback="On time"),
            (
                Expected(
                    "client",
                    "ratings",
                    "client_rated",
                    "Nadia Kessler rated you 4 stars",
                    _booking("completed_requests"),
                ),
            ),
        )
    ],
    "booking.rating.answered": [
        EventCase(
            lambda cast: booking.RatingAnswered(order=cast.order(), answer="Thank you"),
            (
                Expected(
                    "client",
                    "ratings",
                    "rating_answered",
                    f"Nadia Kessler answered your review: {_THERE}",
                    _booking("completed_requests"),
                    "Nadia Kessler answered your review",
                ),
            ),
        )
    ],
    "booking.guest_link.requested": [
        EventCase(
            lambda cast: booking.GuestLinkRequested(order=cast.guest_order()),
            (Expected("client", None, mail="Your appointment with Nadia Kessler"),),
        )
    ],
}
