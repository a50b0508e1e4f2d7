"""Calls of the gateway's composed answers; never routed to from outside (api.md 8)."""

from typing import Final

from chassis.clock import Clock
from chassis.http.callers import Account, Anyone
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, JsonResponse, done
from chassis.http.route import Route
from contracts.guest_data import GuestDataKey
from fastapi import APIRouter, Response
from pydantic import BaseModel

from booking.availability.schemas import FreeOn
from booking.availability.service import providers_free_on
from booking.export.account_data import BookingExport, held_by_booking
from booking.guest_data.schemas import GuestData
from booking.guest_data.service import guest_data
from booking.orders.listing import appointments_with, booking_info
from booking.orders.schemas import AppointmentsWithProvider, BookingInfo

router: Final = APIRouter(prefix="/internal", tags=["internal"], route_class=Route)


class FreeProviders(BaseModel):
    """Those who have the time, in the order of the request."""

    provider_ids: list[str]


@router.get("/bookings", response_model=Answer[BookingInfo])
async def internal_bookings(caller: Account, tx: Reading) -> Response:
    """The caller's bookings, for get_user_alerts."""
    return JsonResponse((await booking_info(tx, caller.id, None, None, None)).body)


@router.get("/appointments_with/{provider_id}")
async def internal_appointments_with(
    provider_id: str, caller: Anyone, tx: Reading
) -> Answer[AppointmentsWithProvider]:
    """The caller's own appointments with a provider; none for a guest or for nobody."""
    signed_in = caller is not None and caller.kind == "account"
    found = await appointments_with(tx, caller.id, provider_id) if caller and signed_in else []
    return done(AppointmentsWithProvider(appointments_with_provider=found))


@router.post("/available_providers")
async def internal_available_providers(wanted: FreeOn, tx: Reading, clock: Clock) -> Answer[FreeProviders]:
    """Which of these providers have time on a day, for the search with available_on."""
    free = await providers_free_on(tx, wanted, clock())
    return done(FreeProviders(provider_ids=free))


@router.get("/export")
async def internal_export(caller: Account, tx: Reading) -> Answer[BookingExport]:
    """Everything booking holds about the caller, for export_account_data."""
    return done(await held_by_booking(tx, caller.id))


@router.post("/guest_data")
async def internal_guest_data(key: GuestDataKey, tx: Reading, clock: Clock) -> Answer[GuestData]:
    """All bookings of the guest who was mailed the link, for get_guest_data."""
    return done(await guest_data(tx, key, clock()))
