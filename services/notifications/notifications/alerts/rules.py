"""Who is alerted of which event (product.md 5.1): pure functions from an event to notices."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from contracts.event import Event
from contracts.events.booking import (
    NoShowContested,
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderEvent,
    OrderMoved,
    OrderRejected,
    OrderRequested,
    OrderStarted,
    OtherTimeAsked,
    PlaceChanged,
    SessionEnded,
    SessionFacts,
    TimeDeclined,
    TimeProposed,
)
from contracts.events.booking_ratings import (
    ClientRatingGiven,
    RatingAnswered,
    RatingGiven,
    RatingRequested,
    RatingWaits,
)
from contracts.events.booking_reminders import AttendanceConfirmed, ReminderDue
from contracts.events.feed import CommentAdded, RepostAdded
from contracts.events.profiles import CircleChanged

from notifications.alerts.addresses import (
    ALERTS,
    comment_address,
    move_address,
    post_address,
)
from notifications.alerts.notice import OTHER_SIDE, Notice, OrderAlert, Side, fact, order_notice
from notifications.alerts.rating_notices import (
    client_rating_notices,
    rating_answered_notices,
    rating_given_notices,
    rating_requested_notices,
    rating_waits_notices,
)

_ORDER_ALERTS: Final[dict[type[OrderEvent], OrderAlert]] = {
    OrderRequested: OrderAlert("order_requested", "provider", "pending_requests"),
    OrderAccepted: OrderAlert("order_accepted", "client", "upcoming_schedule"),
    OrderRejected: OrderAlert("order_rejected", "client", "rejected_requests"),
    OrderStarted: OrderAlert("order_started", "client", "ongoing_appointments"),
    OrderCompleted: OrderAlert("order_completed", "client", "pending_review"),
}
_CANCELLED_BY_SYSTEM: Final = {"": "order_expired", "account_closed": "order_closed"}
BOTH: Final[Sequence[Side]] = ("provider", "client")
_TAB_OF: Final[dict[str, str]] = {"pending": "pending_requests", "accepted": "upcoming_schedule"}
"""The parts of the schedule that list orders which can be moved."""


def order_notices(event: OrderEvent) -> list[Notice]:
    """Alert the side that did not act, or both when the system did. Guests have no alerts."""
    if isinstance(event, TimeProposed | TimeDeclined | OrderMoved):
        return _time_notices(event)
    if isinstance(event, NoShowContested):
        return _contest_notices(event)
    if isinstance(event, PlaceChanged):
        return _place_notices(event)
    if event.session and event.session.state in {"done", "missed"}:
        return _session_notices(event, event.session)
    if isinstance(event, OrderAccepted) and event.at_once:
        return _booking_notices(event)
    if isinstance(event, OrderCancelled):
        sides: Sequence[Side] = [OTHER_SIDE[event.actor]] if event.actor in OTHER_SIDE else BOTH
        kind = _CANCELLED_BY_SYSTEM[event.cause] if event.actor == "system" else "order_cancelled"
        alerts = [OrderAlert(kind, side, "cancelled_requests") for side in sides]
    else:
        alerts = [_ORDER_ALERTS[type(event)]]
        if event.actor == "system":
            alerts = [replace(alert, side=side) for alert in alerts for side in BOTH]
    source = fact(event.key, step_of(event))
    shown = event.session and [event.session]
    notices = [order_notice(source, event.order, each, shown) for each in alerts]
    if isinstance(event, OrderRequested) and event.answer_key:
        notices = [
            replace(notice, words={**notice.words, "answer_key": event.answer_key}) for notice in notices
        ]
    return [notice for notice in notices if notice.receiver_id]


def _booking_notices(event: OrderAccepted) -> list[Notice]:
    """An appointment was made that nobody had to accept: the other side hears of it, and a client who booked
    it has it in the list too (product.md 4.4).
    """
    sides: Sequence[Side] = BOTH if event.actor == "client" else ["client"]
    source = fact(event.key, step_of(event))
    made = [
        order_notice(source, event.order, OrderAlert("order_booked", side, "upcoming_schedule"))
        for side in sides
    ]
    own = {"sentence": "order_booked_by_you"}
    notices = [
        replace(notice, words={**notice.words, **own}) if side == event.actor else notice
        for side, notice in zip(sides, made, strict=True)
    ]
    return [notice for notice in notices if notice.receiver_id]


def step_of(event: OrderEvent) -> str:
    """What names a step: the order, and the session that it began or ended, from the second one on."""
    order_id, session = event.order.order_id, event.session
    return order_id if session is None or session.position == 1 else f"{order_id}:{session.position}"


def _session_notices(event: OrderEvent, session: SessionFacts) -> list[Notice]:
    """A session has ended. Of a missed one its time is told to the side that did not come, of a held one the
    client is told when the next one begins.
    """
    goes_on = isinstance(event, SessionEnded)
    side: Side = OTHER_SIDE.get(event.actor, "client")
    tab = tab_after(event, side)
    kind, shown = "order_completed", [session]
    if session.state == "missed":
        kind = "session_missed"
    elif goes_on:
        kind = "session_done"
        shown = [each for each in event.order.sessions if each.state == "upcoming"][:1]
    source = fact(event.key, step_of(event))
    notice = order_notice(source, event.order, OrderAlert(kind, side, tab), shown)
    return [notice] if notice.receiver_id else []


def _contest_notices(event: NoShowContested) -> list[Notice]:
    """Who said that the other side did not come hears that it contests it."""
    side = OTHER_SIDE[event.actor]
    alert = OrderAlert("no_show_contested", side, tab_after(event, side))
    shown = event.session and [event.session]
    notice = order_notice(fact(event.key, step_of(event)), event.order, alert, shown)
    return [notice] if notice.receiver_id else []


def tab_after(event: OrderEvent, side: Side) -> str:
    """The part of the schedule that lists an order one of whose sessions is over."""
    if isinstance(event, SessionEnded) or event.order.status in {"accepted", "ongoing"}:
        return "upcoming_schedule"
    return "pending_review" if side == "client" else "completed_requests"


def reschedule_notice(event: TimeProposed | TimeDeclined | OrderMoved) -> tuple[str, list[Side]]:
    """The kind of notice about another time, and the sides that get it."""
    if isinstance(event, TimeDeclined):
        if event.actor == "system":
            return "order_time_lapsed", ["provider", "client"]
        withdrawn = event.actor == event.proposed_by
        return "order_time_withdrawn" if withdrawn else "order_time_declined", [OTHER_SIDE[event.actor]]
    return "order_moved" if isinstance(event, OrderMoved) else "order_time_proposed", [
        OTHER_SIDE[event.actor]
    ]


def _time_notices(event: TimeProposed | TimeDeclined | OrderMoved) -> list[Notice]:
    kind, sides = reschedule_notice(event)
    sessions = event.order.proposed_sessions if isinstance(event, TimeProposed) else event.order.sessions
    tab = _TAB_OF.get(event.order.status, "upcoming_schedule")
    source = fact(event.key, event.event_id)  # an order can be moved again and again
    notices = [order_notice(source, event.order, OrderAlert(kind, side, tab), sessions) for side in sides]
    if isinstance(event, OrderMoved) and event.unasked:
        moved = {"sentence": "order_moved_by_other"}
        notices = [replace(notice, words={**notice.words, **moved}) for notice in notices]
    return [notice for notice in notices if notice.receiver_id]


def _place_notices(event: PlaceChanged) -> list[Notice]:
    """The other side hears of another place or link; it can change again and again."""
    tab = _TAB_OF.get(event.order.status, "upcoming_schedule")
    alert = OrderAlert("order_place_changed", OTHER_SIDE[event.actor], tab)
    notice = order_notice(fact(event.key, event.event_id), event.order, alert)
    return [notice] if notice.receiver_id else []


def reminder_notices(event: ReminderDue) -> list[Notice]:
    """Both sides are reminded of a session that is near. A client who has not said yet that they come is
    asked to (product.md 4.15).
    """
    source = fact(event.key, event.event_id)
    alerts: list[OrderAlert] = [
        OrderAlert("session_reminder", "provider", "upcoming_schedule"),
        OrderAlert("session_reminder", "client", "upcoming_schedule"),
    ]
    notices = [order_notice(source, event.order, each, [event.session]) for each in alerts]
    if not event.by_push:
        notices = [replace(notice, for_devices=False) for notice in notices]
    if not event.session.coming:
        notices[1] = replace(notices[1], words={**notices[1].words, "asks": True})
    return [notice for notice in notices if notice.receiver_id]


def coming_notices(event: AttendanceConfirmed) -> list[Notice]:
    """Tell the provider that the client comes to a session (product.md 4.15)."""
    tab = "ongoing_appointments" if event.order.status == "ongoing" else "upcoming_schedule"
    alert = OrderAlert("client_coming", "provider", tab)
    notice = order_notice(fact(event.key, event.event_id), event.order, alert, [event.session])
    return [notice] if notice.receiver_id else []


def other_time_notices(event: OtherTimeAsked) -> list[Notice]:
    """Ask the client to choose another time (product.md 4.20). An order can be asked about again."""
    alert = OrderAlert("order_time_asked", "client", _TAB_OF.get(event.order.status, "upcoming_schedule"))
    notice = order_notice(fact(event.key, event.event_id), event.order, alert)
    notice = replace(notice, url=move_address(alert.tab, event.order.order_id))
    return [notice] if notice.receiver_id else []


def interest_notice(event: CircleChanged) -> Notice:
    """Alert the provider that an account added them. The caller checks whether that is new."""
    return Notice(
        source=fact(event.key, f"{event.account_id}:{event.provider_id}:{event.revision}"),
        receiver_id=event.provider_id,
        kind="interest_added",
        actor_id=event.account_id,
        url=ALERTS,  # made anew when it is read: where somebody is seen depends on who they are then
        words={"name": ""},
        interest={
            "account_id": event.account_id,
            "provider_id": event.provider_id,
            "trusted": event.trusted,
        },
        group="interest_added",
        of_people=True,
    )


def comment_notices(event: CommentAdded) -> list[Notice]:
    """Alert the post's owner of a comment by another account."""
    if event.author_id == event.post.owner_id:
        return []
    return [
        Notice(
            source=fact(event.key, event.comment_id),
            receiver_id=event.post.owner_id,
            kind="comment_added",
            actor_id=event.author_id,
            url=comment_address(event.post.post_id, event.comment_id),
            words={"name": event.author_name, "post": event.post.brief},
            group=f"comment_added:{event.post.post_id}",
        )
    ]


def repost_notices(event: RepostAdded) -> list[Notice]:
    """Alert the original's owner of a repost by another account."""
    author_id = event.post.owner_id
    if author_id == event.original_owner_id:
        return []
    return [
        Notice(
            source=fact(event.key, event.post.post_id),
            receiver_id=event.original_owner_id,
            kind="post_reposted",
            actor_id=author_id,
            url=post_address(event.post.post_id),
            words={"name": event.author_name, "post": event.original_brief},
            group=f"post_reposted:{event.original_id}" if event.original_id else "",
            of_people=True,
        )
    ]


def notices_of(event: Event) -> list[Notice]:
    """The notices of any consumed event except CircleChanged, which depends on stored interests."""
    notices: list[Notice] = []
    match event:
        case OrderEvent():
            notices = order_notices(event)
        case ReminderDue():
            notices = reminder_notices(event)
        case AttendanceConfirmed():
            notices = coming_notices(event)
        case OtherTimeAsked():
            notices = other_time_notices(event)
        case RatingRequested():
            notices = rating_requested_notices(event)
        case RatingGiven():
            notices = rating_given_notices(event)
        case RatingWaits():
            notices = rating_waits_notices(event)
        case ClientRatingGiven():
            notices = client_rating_notices(event)
        case RatingAnswered():
            notices = rating_answered_notices(event)
        case CommentAdded():
            notices = comment_notices(event)
        case RepostAdded():
            notices = repost_notices(event)
        case _:
            pass
    return notices
