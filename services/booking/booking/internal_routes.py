"""Calls of the gateway's composed answers; never routed to from outside (api.md 8)."""

from typing import Annotated, Final

from chassis.clock import Clock
from chassis.db import Connection
from chassis.http.callers import Account, Anyone
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from contracts.booking_data import BookingData
from contracts.rules.lists import EntryCount
from fastapi import APIRouter
from pydantic import BaseModel

from booking.availability.service import providers_free_on
from booking.blocked_guests.store import all_blocked_guests
from booking.calendar.store import feed_by_account
from booking.external_calendars.store import calendars_of
from booking.hours.schemas import Zone
from booking.hours.serializers import appointment_info
from booking.hours.store import hours_of
from booking.orders.listing import all_bookings_of, appointments_with, booking_info
from booking.orders.schemas import AppointmentsWithProvider, BookingInfo
from booking.ratings.store import ratings_by
from booking.serialization import ViewDay, instant_text

router: Final = APIRouter(prefix="/internal", tags=["internal"], route_class=Route)


class FreeOn(BaseModel):
    """Which of these providers have a free slot on a day of this zone?"""

    provider_ids: Annotated[list[str], EntryCount(0, 100)]
    date: ViewDay
    timezone: Zone = "UTC"


class FreeProviders(BaseModel):
    """Those with at least one free slot, in the order of the request."""

    provider_ids: list[str]


class BookingExport(BaseModel):
    """Everything booking holds about an account."""

    bookings: list[BookingData]
    ratings_given: list[dict[str, str | int]]
    appointment_window: dict[str, object] | None
    external_calendars: list[dict[str, str]]
    blocked_guests: list[dict[str, str]]
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
async def internal_export(caller: Account, tx: Reading) -> Answer[BookingExport]:
    """Everything booking holds about the caller, for export_account_data."""
    return done(await export_of(tx, caller.id))


async def export_of(tx: Connection, account_id: str) -> BookingExport:
    """Everything booking holds about an account (product.md 1.10)."""
    hours = await hours_of(tx, account_id)
    feed = await feed_by_account(tx, account_id)
    return BookingExport(
        bookings=await all_bookings_of(tx, account_id),
        ratings_given=[
            {
                "order_id": rating.order_id,
                "rating": rating.stars,
                "feedback": rating.feedback,
                "created_date": instant_text(rating.created_at),
            }
            for rating in await ratings_by(tx, account_id)
        ],
        appointment_window=None if hours is None else appointment_info(account_id, hours).model_dump(),
        external_calendars=[
            {"name": each.name, "url": each.url} for each in await calendars_of(tx, account_id)
        ],
        blocked_guests=[
            {"name": each.name, "blocked_date": instant_text(each.blocked_at)}
            for each in await all_blocked_guests(tx, account_id)
        ],
        calendar_feed=feed is not None and feed.open,
    )
