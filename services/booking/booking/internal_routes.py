"""Calls of the gateway's composed answers; never routed to from outside (api.md 8)."""

from typing import Annotated, Final

from chassis.clock import Clock
from chassis.http.callers import Account, Anyone
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from contracts.booking_data import BookingData
from contracts.rules.lists import EntryCount
from fastapi import APIRouter
from pydantic import BaseModel

from booking.calendar.store import feed_by_account
from booking.external_calendars.store import calendars_of
from booking.hours.schemas import Zone, shown_hours
from booking.hours.store import hours_of
from booking.orders.listing import appointments_with, booking_info, export_of
from booking.orders.schemas import AppointmentsWithProvider, BookingInfo
from booking.ratings.store import ratings_by
from booking.serialization import ViewDay
from booking.slots.store import providers_free_on

router: Final = APIRouter(prefix="/internal", tags=["internal"])


class FreeOn(BaseModel):
    """Which of these providers have a free slot on a day of this zone?"""

    provider_ids: Annotated[list[str], EntryCount(0, 100)]
    date: ViewDay
    timezone: Zone = "UTC"


class FreeProviders(BaseModel):
    """Those with at least one free slot, in the order of the question."""

    provider_ids: list[str]


class Export(BaseModel):
    """Everything booking holds about an account."""

    bookings: list[BookingData]
    ratings_given: list[dict[str, str | int]]
    appointment_window: dict[str, object] | None
    external_calendars: list[dict[str, str]]
    calendar_feed: bool


@router.get("/bookings")
async def internal_bookings(caller: Account, tx: Reading) -> Answer[BookingInfo]:
    """The caller's bookings, for get_user_alerts."""
    return done(await booking_info(tx, caller.id, None, None, None))


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
    """Which of these providers have a free slot on a day, for the search with available_on."""
    free = await providers_free_on(tx, wanted.provider_ids, wanted.date, wanted.timezone, clock())
    return done(FreeProviders(provider_ids=free))


@router.get("/export")
async def internal_export(caller: Account, tx: Reading) -> Answer[Export]:
    """Everything booking holds about the caller, for export_account_data."""
    hours = await hours_of(tx, caller.id)
    feed = await feed_by_account(tx, caller.id)
    return done(
        Export(
            bookings=await export_of(tx, caller.id),
            ratings_given=await ratings_by(tx, caller.id),
            appointment_window=None if hours is None else shown_hours(caller.id, hours).model_dump(),
            external_calendars=[
                {"name": each.name, "url": each.url} for each in await calendars_of(tx, caller.id)
            ],
            calendar_feed=feed is not None and feed.open,
        )
    )
