"""An order as its sides see it, and as events carry it."""

from collections.abc import Sequence
from typing import Any, Final

import orjson
from contracts.booking_data import BookingData
from contracts.events.booking import (
    CancellationFacts,
    CancellationTermsFacts,
    NoShowFacts,
    OrderedServiceFacts,
    OrderFacts,
    SessionFacts,
)
from contracts.reference import whole_units

from booking.orders.cancellation import Cancellation
from booking.orders.guest_links import guest_links
from booking.orders.order import CONTESTED_WITHIN, BookedSession, NoShow, Order
from booking.orders.provider_contact import shown_email, shown_phone, shown_place
from booking.orders.rating_fields import rating_fields
from booking.orders.remote_links import remote_link_for
from booking.orders.rules import Role, session_status
from booking.serialization import instant_text


def booking_data(order: Order, side: Role) -> BookingData:
    """The row of a booking list that `side` sees (product.md 4.16)."""
    return BookingData.model_validate(booking_fields(order, side))


def booking_fields(order: Order, side: Role) -> dict[str, object]:
    """The fields of `booking_data`, in the order of the model; a list sends them without making models."""
    starts, ends = instant_text(order.starts_at), instant_text(order.ends_at)
    shown = _shown_to(order, side)
    ratings = rating_fields(order, side)
    position = order.due
    due = order.sessions[position]
    return {
        "order_id": order.order_id,
        "provider_id": order.provider_id,
        "owner_id": order.guest_id or order.client.account_id,
        "user_category": "guest" if order.by_guest else "active",
        "name": shown["name"],
        "email": shown["email"],
        "guest_name": order.client.name if order.by_guest else "",
        "guest_email": order.client.email if order.by_guest else "",
        "username": shown["username"],
        "avatar": shown["avatar"],
        "onboardProfile": shown["onboardProfile"],
        "brief": order.brief,
        "services": _services(order),
        "request_status": order.status,
        "complete_status": ratings["complete_status"],
        "rating": ratings["rating"],
        "feedback": ratings["feedback"],
        "rating_status": ratings["rating_status"],
        "created_date": instant_text(order.created_at),
        "provider_start_time": starts,
        "provider_end_time": ends,
        "client_start_time": starts,
        "client_end_time": ends,
        "duration": sum(session.minutes for session in order.sessions),
        "total_cost": float(whole_units(order.total_minor, order.currency)),
        "total_currency": order.currency,
        "total_duration": order.total_minutes,
        "delivery_mode": order.delivery_mode,
        "delivery_location": shown["delivery_location"],
        "remote_link": shown["remote_link"],
        "place_id": order.place.place_id if order.place else "",
        "place_name": order.place.name if order.place else "",
        "place_note": shown["place_note"],
        "contact_phone": shown["contact_phone"],
        "at_client": order.at_client,
        "has_answers": order.has_answers,
        "awaits_client": order.awaits_client,
        "session_time": _session_time(order, order.sessions),
        "proposed_session_time": _session_time(order, order.proposal.sessions) if order.proposal else "[]",
        "proposed_by": order.proposal.by if order.proposal else "",
        "proposed_note": order.proposal.note if order.proposal else "",
        "due_position": position + 1,
        "due_start_time": instant_text(due.starts_at),
        "due_end_time": instant_text(due.ends_at),
        "answer_by": instant_text(order.lapses_at) if order.lapses_at else "",
        "completes_at": instant_text(order.completes_at) if order.completes_at else "",
        "rate_by": ratings["rate_by"],
        "cancellation_terms": _terms(order) if order.cancellation_terms else "[]",
        **(_NOT_CANCELLED if order.cancellation is None else _cancelled(order.cancellation)),
        "no_shows": _no_shows(order),
        "no_show": order.no_show or "",
        "client_rating": ratings["client_rating"],
        "client_feedback": ratings["client_feedback"],
        "rate_client_by": ratings["rate_client_by"],
        "hidden_rating_by": ratings["hidden_rating_by"],
        "ratings_shown_at": ratings["ratings_shown_at"],
        "rating_answer": ratings["rating_answer"],
        "rating_removed": ratings["rating_removed"],
        "client_rating_removed": ratings["client_rating_removed"],
        "multiple_clients": order.multiple_clients,
        "client_pay_status": order.client_pay_status,
        "provider_pay_status": order.provider_pay_status,
        "revision": order.revision,
    }


def _shown_to(order: Order, side: Role) -> dict[str, object]:
    """Those of `booking_fields` that differ between the sides: whom `side` sees, and where."""
    other = order.client if side == "provider" else order.provider
    location = shown_place(order, side)
    return {
        "name": other.name,
        "email": other.email if side == "provider" else shown_email(order),
        "username": other.username,
        "avatar": other.avatar,
        "onboardProfile": other.onboarded,
        "delivery_location": location,
        "place_note": order.place.note if order.place and location else "",
        "remote_link": (remote_link_for(order) or "") if _is_asked(order, side) else "",
        "contact_phone": shown_phone(order) if side == "client" else "",
    }


def _is_asked(order: Order, side: Role) -> bool:
    return side == "provider" and order.status == "pending"


_HIDDEN: Final[dict[str, Any]] = {"delivery_location": "", "place_name": "", "place_note": ""}
"""What a provider typed is not mailed to an address that nobody has proven (product.md 5.3)."""


def order_facts(order: Order) -> OrderFacts:
    """The whole order, as the other services need it. A record names nobody whom they could tell."""
    seen = booking_data(order, "client")
    hidden = dict[str, Any]() if order.address_proven else _HIDDEN
    return OrderFacts(
        order_id=order.order_id,
        status=order.status,
        provider_id=order.provider_id,
        provider_name=order.provider.name,
        provider_email=order.provider.email,
        client_id="" if order.is_record else order.client.account_id,
        guest_id=order.guest_id,
        client_name=order.client.name,
        client_email="" if order.is_record else order.client.email,
        services=[
            OrderedServiceFacts(
                service_id=service.service_id,
                name=service.name,
                duration_minutes=service.minutes,
                cost_minor=service.cost_minor,
                price_kind=service.price_kind,
            )
            for service in order.services
        ],
        sessions=_sessions_facts(order.sessions),
        proposed_sessions=_sessions_facts(order.proposal.sessions if order.proposal else ()),
        proposed_by=order.proposal.by if order.proposal else "",
        delivery_mode=order.delivery_mode,
        delivery_location=order.delivery_location,
        total_minutes=order.total_minutes,
        total_minor=order.total_minor,
        currency=order.currency,
        payment=order.payment,
        cancellation_terms=[
            CancellationTermsFacts(free_hours=each.free_hours, late=each.late, words=each.words)
            for each in order.cancellation_terms
        ],
        cancellation=_cancellation_facts(order.cancellation),
        brief=order.brief,
        provider_timezone=order.provider_timezone,
        client_timezone=order.client_timezone,
        client_language=order.client_language,
        guest_link="" if order.is_record else guest_links().link(order),
        address_proven=order.address_proven,
        for_provider=seen.model_copy(update=_shown_to(order, "provider") | rating_fields(order, "provider")),
        for_client=seen.model_copy(update=hidden),
        revision=order.revision,
    )


def session_facts(order: Order, index: int) -> SessionFacts:
    """One session of the order, by its index."""
    return _sessions_facts(order.sessions)[index]


def _sessions_facts(sessions: Sequence[BookedSession]) -> list[SessionFacts]:
    return [
        SessionFacts(
            slot_id=session.slot_id,
            alias=session.alias,
            starts_at=session.starts_at,
            ends_at=session.ends_at,
            position=position,
            state=session.state,
            no_show=session.no_show and _no_show_facts(session.no_show),
            coming=session.coming,
        )
        for position, session in enumerate(sessions, 1)
    ]


def _no_show_facts(no_show: NoShow) -> NoShowFacts:
    return NoShowFacts(
        reported_by=no_show.by,
        note=no_show.note,
        reported_at=no_show.at,
        contested_at=no_show.contested_at,
        contest=no_show.contest,
    )


def _cancellation_facts(cancellation: Cancellation | None) -> CancellationFacts | None:
    if cancellation is None or cancellation.by == "system":
        return None
    return CancellationFacts(
        cancelled_by=cancellation.by,
        reason=cancellation.reason,
        late=cancellation.late,
        words=cancellation.words,
    )


def _terms(order: Order) -> str:
    return orjson.dumps([each._asdict() for each in order.cancellation_terms]).decode()


def _cancelled(cancellation: Cancellation) -> dict[str, object]:
    return {
        "cancelled_by": "" if cancellation.by == "system" else cancellation.by,
        "cancel_reason": cancellation.reason,
        "cancelled_late": cancellation.late,
        "late_words": cancellation.words,
    }


_NOT_CANCELLED: Final[dict[str, object]] = {
    "cancelled_by": "",
    "cancel_reason": "",
    "cancelled_late": False,
    "late_words": "",
}


def _no_shows(order: Order) -> str:
    """The sessions to which one side did not come, in order of time."""
    told = [
        {
            "position": position,
            "absent": said.absent,
            "note": said.note,
            "reported_at": instant_text(said.at),
            "contest_until": instant_text(said.at + CONTESTED_WITHIN),
            "contested_at": instant_text(said.contested_at) if said.contested_at else "",
            "contest": said.contest,
        }
        for position, session in enumerate(order.sessions, 1)
        if (said := session.no_show) is not None
    ]
    return orjson.dumps(told).decode() if told else "[]"


def _services(order: Order) -> str:
    services = [
        {
            "service_id": service.service_id,
            "service": service.name,
            "duration": service.minutes,
            "cost": whole_units(service.cost_minor, order.currency),
            "currency": order.currency,
            "brief": service.brief,
            "price_kind": service.price_kind,
        }
        for service in order.services
    ]
    return orjson.dumps(services).decode()


def _session_time(order: Order, sessions: Sequence[BookedSession]) -> str:
    return orjson.dumps([_session(order, *each) for each in enumerate(sessions, 1)]).decode()


def _session(order: Order, position: int, session: BookedSession) -> dict[str, str | int | bool]:
    starts, ends = instant_text(session.starts_at), instant_text(session.ends_at)
    return {
        "order_id": order.order_id,
        "provider_id": order.provider_id,
        "owner_id": order.guest_id or order.client.account_id,
        "appointment_slot_id": session.slot_id,
        "alias": session.alias,
        "provider_start_time": starts,
        "provider_end_time": ends,
        "client_start_time": starts,
        "client_end_time": ends,
        "duration": session.minutes,
        "request_status": session_status(order.status, session.state),
        "position": position,
        "session_state": session.state,
        "coming": session.coming,
    }
