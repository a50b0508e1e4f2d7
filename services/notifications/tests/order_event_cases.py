"""Expected alerts and mails for appointments."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final, Literal

from contracts.event import Event
from contracts.events import booking
from contracts.events.booking import OrderFacts, SessionFacts

from services.notifications.tests.event_case import EventCase, Expected, Participants
from services.notifications.tests.expected_order_news import HERE, THERE, booking_path, mail_only, tab_alert


def _order(kind: type[booking.OrderEvent], actor: str, **more: Any) -> Callable[[Participants], Event]:
    return lambda cast: kind.model_validate({"order": cast.order(), "actor": actor, **more})


def _moved_by_a_day(cast: Participants) -> OrderFacts:
    facts = cast.order()
    day = timedelta(days=1)
    later = [
        SessionFacts(slot_id="b", starts_at=each.starts_at + day, ends_at=each.ends_at + day)
        for each in facts.sessions
    ]
    return facts.model_copy(update={"proposed_sessions": later, "proposed_by": "client"})


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


_CLOSED: Final = "was cancelled: the account is no longer active"

OF_ORDERS: Final[dict[str, list[EventCase]]] = {
    "booking.order.requested": [
        EventCase(
            _order(booking.OrderRequested, "client"),
            (
                tab_alert(
                    "provider",
                    "order_requested",
                    f"Grace wants {HERE}",
                    "pending_requests",
                    f"Grace Wanjiru asks for {HERE}",
                ),
                mail_only("client", "Your request to Nadia Kessler is on its way"),
            ),
        ),
        EventCase(
            lambda cast: booking.OrderRequested(order=cast.guest_order(), actor="client"),
            (
                tab_alert(
                    "provider",
                    "order_requested",
                    f"Grace wants {HERE}",
                    "pending_requests",
                    f"Grace Wanjiru asks for {HERE}",
                ),
                Expected("client", None, mail="Your request to Nadia Kessler is on its way"),
            ),
        ),
    ],
    "booking.order.accepted": [
        EventCase(
            _order(booking.OrderAccepted, "provider"),
            (
                tab_alert(
                    "client",
                    "order_accepted",
                    f"Nadia Kessler accepted {THERE}",
                    "upcoming_schedule",
                    f"Nadia Kessler accepted: {THERE}",
                ),
                mail_only("provider", f"Accepted: Grace Wanjiru, {HERE}"),
            ),
        ),
        EventCase(
            _order(booking.OrderAccepted, "client", at_once=True),
            (
                tab_alert(
                    "provider",
                    "order_booked",
                    f"Grace booked {HERE}",
                    "upcoming_schedule",
                    f"Grace Wanjiru booked {HERE}",
                ),
                tab_alert(
                    "client",
                    "order_booked",
                    f"You booked {THERE} with Nadia Kessler",
                    "upcoming_schedule",
                    f"Booked: Nadia Kessler, {THERE}",
                ),
            ),
        ),
        EventCase(
            lambda cast: booking.OrderAccepted(order=cast.guest_order(), actor="client", at_once=True),
            (
                tab_alert(
                    "provider",
                    "order_booked",
                    f"Grace booked {HERE}",
                    "upcoming_schedule",
                    f"Grace Wanjiru booked {HERE}",
                ),
                Expected("client", None, mail=f"Booked: Nadia Kessler, {THERE}"),
            ),
        ),
    ],
    "booking.order.rejected": [
        EventCase(
            _order(booking.OrderRejected, "provider"),
            (
                tab_alert(
                    "client",
                    "order_rejected",
                    f"Nadia Kessler declined {THERE}",
                    "rejected_requests",
                    f"Nadia Kessler cannot make {THERE}",
                ),
            ),
        )
    ],
    "booking.order.started": [
        EventCase(
            _order(booking.OrderStarted, "provider"),
            (
                tab_alert(
                    "client",
                    "order_started",
                    f"Your session with Nadia Kessler has begun: {THERE}",
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
                    tab_alert(
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
                tab_alert(
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
            (tab_alert(side, "no_show_contested", f"{name} contests not having come: {what}", tab, mail),),
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
                tab_alert(
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
                tab_alert(
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
                tab_alert(
                    "client",
                    "order_completed",
                    f"Your session with Nadia Kessler is complete: {THERE}",
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
                tab_alert(
                    "provider",
                    "order_cancelled",
                    f"Grace cancelled {HERE}",
                    "cancelled_requests",
                    f"Cancelled: Grace Wanjiru, {HERE}",
                ),
                mail_only("client", f"You cancelled {THERE}"),
            ),
        ),
        EventCase(
            _order(booking.OrderCancelled, "provider"),
            (
                tab_alert(
                    "client",
                    "order_cancelled",
                    f"Nadia Kessler cancelled {THERE}",
                    "cancelled_requests",
                    f"Cancelled: Nadia Kessler, {THERE}",
                ),
                mail_only("provider", f"You cancelled: Grace Wanjiru, {HERE}"),
            ),
        ),
        EventCase(
            _order(booking.OrderCancelled, "system"),
            (
                Expected(
                    "provider",
                    alert="order_expired",
                    says=f"The request for {HERE} with Grace ran out",
                    url=booking_path("cancelled_requests"),
                ),
                tab_alert(
                    "client",
                    "order_expired",
                    f"The request for {THERE} with Nadia Kessler ran out",
                    "cancelled_requests",
                    "Your request to Nadia Kessler ran out",
                ),
            ),
        ),
        EventCase(
            _order(booking.OrderCancelled, "system", cause="account_closed"),
            (
                tab_alert(
                    "provider",
                    "order_closed",
                    f"The appointment with Grace ({HERE}) {_CLOSED}",
                    "cancelled_requests",
                    "Your appointment with Grace Wanjiru was cancelled",
                ),
                tab_alert(
                    "client",
                    "order_closed",
                    f"The appointment with Nadia Kessler ({THERE}) {_CLOSED}",
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
                tab_alert(
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
                tab_alert(
                    "client",
                    "order_time_declined",
                    f"Nadia Kessler cannot make the new time; {THERE} stands",
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
                tab_alert(
                    "provider",
                    "order_moved",
                    f"Grace accepted the new time: {HERE}",
                    "pending_requests",
                    f"Moved: Grace Wanjiru, {HERE}",
                ),
                mail_only("client", f"Moved: Nadia Kessler, {THERE}"),
            ),
        )
    ],
    "booking.order.place_changed": [
        EventCase(
            _order(booking.PlaceChanged, "provider"),
            (
                tab_alert(
                    "client",
                    "order_place_changed",
                    f"Nadia Kessler changed the place or link: {THERE}",
                    "pending_requests",
                    f"New place: Nadia Kessler, {THERE}",
                ),
                mail_only("provider", f"New place: Grace Wanjiru, {HERE}"),
            ),
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
                    f"Nadia Kessler asks you to choose another time: {THERE}",
                    f"{booking_path('pending_requests')}&move=yes",
                    f"Nadia Kessler asks you to choose another time: {THERE}",
                    even_suspended=True,
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
