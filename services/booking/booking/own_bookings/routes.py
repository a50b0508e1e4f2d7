"""Calls about appointments that a provider enters (api.md 4): 403 for anybody else."""

from typing import Final

from chassis.clock import Clock
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from booking.own_bookings.schemas import OwnBooked, OwnBooking
from booking.own_bookings.service import enter_booking
from booking.projections.provider_callers import ProviderAccount

router: Final = APIRouter(prefix="/api", tags=["orders"], route_class=Route)
ENTERED: Final = "The appointment is in your calendar."


@router.post("/create_own_booking")
async def create_own_booking(
    wanted: OwnBooking, caller: ProviderAccount, tx: Writing, clock: Clock
) -> Answer[OwnBooked]:
    """Enter an appointment for a client; over the own rules once that is confirmed, never over another
    appointment.
    """
    return done(await enter_booking(tx, caller.id, wanted, clock()), ENTERED)
