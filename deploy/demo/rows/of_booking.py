"""What booking owns: hours, orders with their sessions, proposals and ratings."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict

from booking.hours.models import HoursRow
from booking.hours.store import stored_day
from booking.orders.models import OrderRow, ProposalRow, RatingRow, SessionRow
from booking.orders.order import Order
from booking.projections.models import AccountRow
from booking.ratings.models import RatingSummaryRow
from booking.ratings.store import RatingCounts
from booking.reschedule.store import FIRST_HELD
from booking.zones import seconds

from demo.bookings import Booking, local_day
from demo.hours import hours_of
from demo.rows.tables import Row, Tables
from demo.world import Account, World


def booking_rows(world: World, bookings: list[Booking]) -> Tables:
    """Everything that booking owns of the demo."""
    rated = [each for each in bookings if each.rating]
    return [
        (HoursRow, [_hours(world, each) for each in world.hosts]),
        (OrderRow, [_order(each) for each in bookings]),
        (AccountRow, [{"account_id": each, "requested": True} for each in clients_of(bookings)]),
        (SessionRow, [row for each in bookings for row in _sessions(each)]),
        (ProposalRow, [_proposal(each.order) for each in bookings if each.order.proposal]),
        (RatingRow, [_rating(each) for each in rated]),
        (
            RatingSummaryRow,
            [{"provider_id": each, **asdict(counts)} for each, counts in counts_of(rated).items()],
        ),
    ]


def _hours(world: World, host: Account) -> Row:
    assert host.provider is not None
    hours = hours_of(host.provider, local_day(world.now, host.zone))
    return {
        "provider_id": host.id,
        "timezone": hours.timezone,
        "days": [stored_day(day) for day in hours.days],
        "overrides": [
            {
                "first": each.first.isoformat(),
                "last": each.last.isoformat(),
                "note": each.note,
                "window": stored_day(each.window),
            }
            for each in hours.overrides
        ],
        "minimum_notice": hours.minimum_notice,
        "booking_horizon": hours.horizon,
        "revision": 1,
    }


def _order(booking: Booking) -> Row:
    order = booking.order
    return {
        "order_id": order.order_id,
        "provider_id": order.provider_id,
        "client_id": order.client.account_id or None,
        "guest_id": order.guest_id or None,
        "client_name": order.client.name,
        "client_email": order.client.email,
        "status": order.status,
        "brief": order.brief,
        "note": order.note,
        "delivery_mode": order.delivery_mode,
        "delivery_location": order.delivery_location,
        "services": [asdict(each) for each in order.services],
        "total_minor": order.total_minor,
        "total_minutes": order.total_minutes,
        "currency": order.currency,
        "provider_timezone": order.provider_timezone,
        "client_timezone": order.client_timezone,
        "client_language": order.client_language,
        "starts_at": order.starts_at,
        "ends_at": order.ends_at,
        "created_at": order.created_at,
        "answer_by": order.answer_by,
        "rating_requested_at": order.rating_requested_at,
        "calendar_sequence": order.calendar_sequence,
        "times_proposed": order.times_proposed,
        "revision": order.revision,
        "cancellation": {"by": booking.by or "system"} if order.status == "cancelled" else None,
    }


def _sessions(booking: Booking) -> list[Row]:
    """The sessions, and the time that is held for a proposal."""
    order = booking.order
    held = order.proposal.sessions if order.proposal else ()
    return [
        {
            "order_id": order.order_id,
            "position": position,
            "slot_id": "" if position > FIRST_HELD else each.slot_id,
            "alias": "" if position > FIRST_HELD else each.alias,
            "provider_id": order.provider_id,
            "starts_at": each.starts_at,
            "ends_at": each.ends_at,
            "status": order.status,
            "proposed": position > FIRST_HELD,
            "state": _state(booking, position),
        }
        for position, each in (*enumerate(order.sessions, 1), *enumerate(held, FIRST_HELD + 1))
    ]


def _state(booking: Booking, position: int) -> str:
    """The state of a session: of an ongoing order, the first one has begun (product.md 4.7)."""
    status = booking.order.status
    if status == "completed" or position <= booking.done:
        return "done"
    return "ongoing" if status == "ongoing" and position == 1 else "upcoming"


def _proposal(order: Order) -> Row:
    assert order.proposal is not None
    return {
        "order_id": order.order_id,
        "proposed_by": order.proposal.by,
        "sessions": [
            [each.slot_id, each.alias, seconds(each.starts_at), seconds(each.ends_at)]
            for each in order.proposal.sessions
        ],
        "note": order.proposal.note,
        "lapses_at": min(order.starts_at, order.proposal.starts_at),
    }


def _rating(booking: Booking) -> Row:
    order, rating = booking.order, booking.rating
    assert rating is not None
    return {
        "order_id": order.order_id,
        "provider_id": order.provider_id,
        "client_id": order.client.account_id or None,
        "name": order.client.name,
        "stars": rating.stars,
        "feedback": rating.feedback,
        "trusted": rating.trusted,
        "created_at": rating.at,
    }


def clients_of(bookings: Iterable[Booking]) -> list[str]:
    """The accounts that have requested an appointment."""
    return sorted({each.order.client.account_id for each in bookings} - {""})


def counts_of(bookings: Iterable[Booking]) -> dict[str, RatingCounts]:
    """How often each provider has got each number of stars."""
    given: dict[str, Counter[int]] = {}
    for each in bookings:
        if each.rating:
            given.setdefault(each.order.provider_id, Counter())[each.rating.stars] += 1
    return {
        provider_id: RatingCounts(*(stars[number] for number in range(1, 6)), revision=stars.total())
        for provider_id, stars in given.items()
    }
