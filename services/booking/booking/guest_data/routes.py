"""Calls by which a guest gets or erases their data; an addition to api.md 4."""

from typing import Final

from chassis.clock import Clock
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from contracts.guest_data import GuestDataKey
from fastapi import APIRouter

from booking.guest_data import service
from booking.guest_data.schemas import GuestDataRequest
from booking.orders.schemas import Nothing

router: Final = APIRouter(prefix="/api", tags=["orders"], route_class=Route)

ON_ITS_WAY: Final = "If somebody booked as a guest with this email address, a link is on its way."
ERASED: Final = "Your bookings no longer carry your name, address or words."


@router.post("/request_guest_data")
async def request_guest_data(wanted: GuestDataRequest, tx: Writing, clock: Clock) -> Answer[Nothing]:
    """Mail a guest a link to all that is held about them; the answer is the same for any address."""
    await service.mail_data_link(tx, wanted, clock())
    return done(Nothing(), ON_ITS_WAY)


@router.post("/erase_guest_data")
async def erase_guest_data(key: GuestDataKey, tx: Writing, clock: Clock) -> Answer[Nothing]:
    """Cancel what the guest has open, and make all their bookings anonymous."""
    await service.erase_guest(tx, key, clock())
    return done(Nothing(), ERASED)
