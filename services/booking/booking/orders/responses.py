"""What the acting side's screen is answered after a change."""

from typing import Final

from booking.orders.order import Order
from booking.orders.rules import Response, Role
from booking.orders.schemas import AdditionalUpdate, CalendarContent, NotificationData, OrderChanged
from booking.orders.serializers import booking_data
from booking.orders.service import ChangedOrder

_SENTENCES: Final[dict[Response, str]] = {
    "pending": "{name} has requested an appointment.",
    "accepted": "{name} has accepted your appointment request.",
    "rejected": "{name} has rejected your appointment request.",
    "ongoing": "{name} has started your session.",
    "completed": "{name} has completed your session.",
    "missed": "{name} has marked your session as missed.",
    "cancelled": "{name} has cancelled your appointment.",
}
_PROPOSAL_SENTENCES: Final = {
    "proposed": "{name} has proposed another time for your appointment.",
    "accepted": "{name} has accepted the new time of your appointment.",
    "declined": "{name} has declined the new time of your appointment.",
    "withdrawn": "{name} has withdrawn the proposed time of your appointment.",
}

_NO_SHOW_SENTENCES: Final = {
    "reported": "{name} says that you did not come to your appointment.",
    "contested": "{name} contests not having come to your appointment.",
}


def status_changed(changed: ChangedOrder) -> OrderChanged:
    """The answer to a status change."""
    return _answer(changed, _SENTENCES[changed.response or changed.order.status])


def proposal_changed(changed: ChangedOrder, what: str) -> OrderChanged:
    """The answer to a time that was proposed, accepted, declined or withdrawn."""
    return _answer(changed, _PROPOSAL_SENTENCES[what])


def no_show_changed(changed: ChangedOrder, what: str) -> OrderChanged:
    """The answer to a no-show that was reported or contested."""
    return _answer(changed, _NO_SHOW_SENTENCES[what])


def attendance_confirmed(changed: ChangedOrder) -> OrderChanged:
    """The answer to a client who says that they come."""
    return _answer(changed, "{name} has confirmed to come to your appointment.")


def place_changed(changed: ChangedOrder) -> OrderChanged:
    """The answer to another place or link."""
    return _answer(changed, "{name} has changed the place of your appointment.")


def _answer(changed: ChangedOrder, sentence: str) -> OrderChanged:
    calendar = changed.calendar
    return OrderChanged(
        notification_data=notification_data(changed.order, changed.role, sentence, "appointment"),
        booking_data=booking_data(changed.order, changed.role),
        additional_update=additional_update(changed.order),
        ical_content_data=calendar and CalendarContent(content=calendar.content, filename=calendar.filename),
    )


def notification_data(order: Order, actor: Role, sentence: str, kind: str) -> NotificationData | None:
    """The notice to the other side about what `actor` did; in `sentence`, {name} is the actor's name.

    None when the other side has no account: nobody would receive it.
    """
    me, other = (order.provider, order.client) if actor == "provider" else (order.client, order.provider)
    if not other.account_id:
        return None
    return NotificationData(
        notification_receiver_id=other.account_id,
        notification_text=sentence.format(name=me.name),
        notification_type=kind,
        notification_url="/schedule_manager",
        name=me.name,
        username=me.username,
    )


def additional_update(order: Order) -> AdditionalUpdate:
    """What changed of the booking."""
    return AdditionalUpdate(
        order_id=order.order_id,
        request_status=order.status,
        complete_status="pending" if order.stars is None else "completed",
    )
