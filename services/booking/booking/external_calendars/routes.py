"""Busy times from other calendars: add, look, read again, remove. An addition to api.md 4."""

from dataclasses import replace
from typing import Final

from chassis.clock import Clock
from chassis.errors import Forbidden, NotFound
from chassis.http.callers import Account
from chassis.http.dependencies import Reading, RequestDatabase, Writing
from chassis.http.envelope import Answer, done, refuse, refuse_fields
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.booking import AvailabilityChanged
from fastapi import APIRouter, Request

from booking.availability.hours_routes import ON_SCREEN
from booking.external_calendars.fetch import CalendarFetcher
from booking.external_calendars.rules import (
    MOST_CALENDARS,
    NotAnAddress,
    calendar_address,
    next_check,
    shown_address,
)
from booking.external_calendars.schemas import CalendarId, Calendars, CalendarShown, NewCalendar, OneCalendar
from booking.external_calendars.store import (
    ExternalCalendar,
    add_calendar,
    calendar_by_id,
    calendars_of,
    keep_check,
    remove_calendar,
)
from booking.external_calendars.sync import keep_reading, read_calendar
from booking.hours.changes import NO_PROVIDER
from booking.hours.store import known_hours
from booking.orders.schemas import Nothing

router: Final = APIRouter(prefix="/api", tags=["busy"])

NO_CALENDAR: Final = "This calendar does not exist."
AGAIN_AFTER_SECONDS: Final = 10


@router.get("/get_external_calendars")
async def get_external_calendars(caller: Account, tx: Reading) -> Answer[Calendars]:
    """The caller's other calendars, and whether they could be read."""
    return done(Calendars(calendars=[shown(each) for each in await calendars_of(tx, caller.id)]))


@router.post("/add_external_calendar")
async def add_external_calendar(
    wanted: NewCalendar, caller: Account, database: RequestDatabase, clock: Clock, request: Request
) -> Answer[OneCalendar]:
    """Let the busy times of another calendar block the caller's slots; it is read at once.

    No transaction is open while the other server takes its time.
    """
    hours = await known_hours(database, caller.id)
    if hours is None:
        raise Forbidden(NO_PROVIDER)
    try:
        url = calendar_address(wanted.iv_url)
    except NotAnAddress as wrong:
        raise refuse_fields(iv_url=str(wrong)) from wrong
    async with database.reading() as tx:
        _room_for_another(await calendars_of(tx, caller.id))
    now = clock()
    new = ExternalCalendar(
        new_id(), caller.id, wanted.iv_name, url, "", "", 0, now, now, hours.timezone, busy_periods=0
    )
    reading = await read_calendar(_fetcher(request), new, now)
    if reading.calendar.failure:
        raise refuse_fields(iv_url=reading.calendar.failure)
    async with database.writing() as tx:
        if not await add_calendar(tx, reading.calendar, next_check(0, now)):
            raise refuse_fields(iv_url="You have added this calendar already.")
        _room_for_another((await calendars_of(tx, caller.id))[:-1])
        await keep_check(tx, reading.calendar, reading.periods, now, next_check(0, now))
        await emit(tx, AvailabilityChanged(provider_id=caller.id, starts_at=now, ends_at=now + ON_SCREEN))
    return done(OneCalendar(calendar=shown(reading.calendar)), "Your calendar was successfully added.")


@router.post("/check_external_calendar")
async def check_external_calendar(
    wanted: CalendarId, caller: Account, database: RequestDatabase, clock: Clock, request: Request
) -> Answer[OneCalendar]:
    """Read one of the caller's calendars again now; not more often than every ten seconds."""
    async with database.reading() as tx:
        calendar = await calendar_by_id(tx, caller.id, wanted.iv_calendar_id)
    if calendar is None:
        raise NotFound(NO_CALENDAR)
    now = clock()
    if (now - calendar.checked_at).total_seconds() < AGAIN_AFTER_SECONDS:
        return done(OneCalendar(calendar=shown(calendar)))
    reading = await read_calendar(_fetcher(request), calendar, now)
    await keep_reading(database, reading, now)
    return done(OneCalendar(calendar=shown(replace(reading.calendar, checked_at=now))))


@router.post("/remove_external_calendar")
async def remove_external_calendar(
    wanted: CalendarId, caller: Account, tx: Writing, clock: Clock
) -> Answer[Nothing]:
    """Forget one of the caller's calendars; its busy times are free again."""
    if not await remove_calendar(tx, caller.id, wanted.iv_calendar_id):
        raise NotFound(NO_CALENDAR)
    now = clock()
    await emit(tx, AvailabilityChanged(provider_id=caller.id, starts_at=now, ends_at=now + ON_SCREEN))
    return done(Nothing(), "Your calendar was successfully removed.")


def shown(calendar: ExternalCalendar) -> CalendarShown:
    """The calendar without its address."""
    return CalendarShown(
        calendar_id=calendar.calendar_id,
        name=calendar.name,
        address=shown_address(calendar.url),
        status="failing" if calendar.failure else "working",
        failure=calendar.failure,
        checked_at=calendar.checked_at,
        busy_periods=calendar.busy_periods,
    )


def _room_for_another(calendars: list[ExternalCalendar]) -> None:
    if len(calendars) >= MOST_CALENDARS:
        raise refuse(f"At most {MOST_CALENDARS} calendars can be added.")


def _fetcher(request: Request) -> CalendarFetcher:
    return request.app.state.calendar_fetcher
