"""Calls of the staff about guests' bookings: 403 for any other account; an addition to api.md 4."""

from typing import Final

from chassis.clock import Clock
from chassis.http.callers import ActingStaff, Staff
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from booking.orders.order import Order
from booking.orders.routes import LINK_ENDED
from booking.orders.schemas import Nothing
from booking.staff import service
from booking.staff.schemas import (
    GuestBookingLine,
    GuestBookings,
    GuestBookingsSearch,
    GuestLinkEndByStaff,
)

router: Final = APIRouter(prefix="/api", tags=["staff"], route_class=Route)


@router.post("/staff_find_guest_bookings")
async def staff_find_guest_bookings(
    search: GuestBookingsSearch, caller: Staff, tx: Writing
) -> Answer[GuestBookings]:
    """The bookings of a guest, by their address; that they were read is logged, and why."""
    found = await service.find_guest_bookings(tx, caller.id, search.iv_email, search.iv_reason)
    return done(GuestBookings(bookings=[_line(order) for order in found]))


@router.post("/staff_end_guest_link")
async def staff_end_guest_link(
    ended: GuestLinkEndByStaff, caller: ActingStaff, tx: Writing, clock: Clock
) -> Answer[Nothing]:
    """End the link to a guest's booking for a guest who asks the staff, who log why."""
    await service.end_guest_link(tx, caller.id, ended.iv_order_id, ended.iv_note, clock())
    return done(Nothing(), LINK_ENDED)


def _line(order: Order) -> GuestBookingLine:
    return GuestBookingLine(
        order_id=order.order_id,
        request_status=order.status,
        provider_id=order.provider_id,
        provider_name=order.provider.name,
        services=[service.name for service in order.services],
        starts_at=order.starts_at,
    )
