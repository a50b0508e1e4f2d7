"""Adding, reading again and removing a provider's external calendars (product.md 4.14)."""

from dataclasses import replace
from datetime import datetime
from typing import Final, Literal

from chassis.db import Connection, Database, Transaction
from chassis.errors import Forbidden, NotFound
from chassis.http.envelope import refuse, refuse_fields
from chassis.ids import new_id
from chassis.outbox import emit

from booking.external_calendars.fetch import CalendarFetcher
from booking.external_calendars.rules import (
    MOST_CALENDARS,
    MOST_KILLS,
    SWITCHED_ON_AFTER,
    NotAnAddress,
    calendar_address,
    is_switched_off,
    next_check,
    shown_address,
)
from booking.external_calendars.schemas import CalendarShown, NewCalendar
from booking.external_calendars.store import (
    ExternalCalendar,
    add_calendar,
    calendar_by_id,
    calendars_of,
    lock_calendars,
    remove_calendar,
    replace_periods,
    switch_on,
    write_check,
)
from booking.external_calendars.sync import CalendarReading, read_calendar, store_reading
from booking.hours.changes import NO_PROVIDER
from booking.hours.store import own_hours
from booking.slots.publishing import all_slots_changed

NO_CALENDAR: Final = "This calendar does not exist."
TOO_EARLY: Final = "This calendar can be switched on again ten minutes after it was last read."
AGAIN_AFTER_SECONDS: Final = 10


async def shown_calendars(tx: Connection, provider_id: str) -> list[CalendarShown]:
    """The provider's calendars, and whether they could be read."""
    return [_shown(each) for each in await calendars_of(tx, provider_id)]


async def add_and_read(
    database: Database, fetcher: CalendarFetcher, provider_id: str, wanted: NewCalendar, now: datetime
) -> CalendarShown:
    """Add a calendar and read it at once; its busy times block the provider's slots from now on.

    No transaction is open while the other server answers. Raises Forbidden for an account that is no
    provider, and a refusal for an address that cannot be read.
    """
    hours = await own_hours(database, provider_id)
    if hours is None:
        raise Forbidden(NO_PROVIDER)
    try:
        url = calendar_address(wanted.iv_url)
    except NotAnAddress as wrong:
        raise refuse_fields(iv_url=str(wrong)) from wrong
    async with database.reading() as tx:
        _check_limit(await calendars_of(tx, provider_id))
    new = ExternalCalendar(
        new_id(), provider_id, wanted.iv_name, url, "", "", 0, 0, now, now, hours.timezone, busy_periods=0
    )
    reading = await read_calendar(database, fetcher, new, now)
    if reading.calendar.failure:
        raise refuse_fields(iv_url=reading.calendar.failure)
    async with database.writing() as tx:
        await _add(tx, reading, now)
    return _shown(reading.calendar)


async def _add(tx: Transaction, reading: CalendarReading, now: datetime) -> None:
    calendar, check_after = reading.calendar, next_check(0, now)
    held = await lock_calendars(tx, calendar.provider_id)
    if any(each.url == calendar.url for each in held):
        raise refuse_fields(iv_url="You have added this calendar already.")
    _check_limit(held)
    await add_calendar(tx, calendar, check_after)
    await write_check(tx, calendar, now, check_after, was_read=reading.periods is not None)
    if reading.periods is not None:
        await replace_periods(tx, calendar, reading.periods)
    await emit(tx, all_slots_changed(calendar.provider_id, now))


async def read_again(
    database: Database, fetcher: CalendarFetcher, provider_id: str, calendar_id: str, now: datetime
) -> CalendarShown:
    """Read one of the provider's calendars again, at most every ten seconds. Raises NotFound.

    This switches a calendar on that is switched off; see `rules.SWITCHED_ON_AFTER`.
    """
    async with database.reading() as tx:
        calendar = await calendar_by_id(tx, provider_id, calendar_id)
    if calendar is None:
        raise NotFound(NO_CALENDAR)
    if (now - calendar.checked_at).total_seconds() < AGAIN_AFTER_SECONDS:
        return _shown(calendar)
    if is_switched_off(calendar.reader_kills):
        calendar = await _switched_on(database, calendar, now)
    reading = await read_calendar(database, fetcher, calendar, now)
    await store_reading(database, reading, now)
    return _shown(replace(reading.calendar, checked_at=now))


async def _switched_on(database: Database, calendar: ExternalCalendar, now: datetime) -> ExternalCalendar:
    async with database.writing() as tx:
        if not await switch_on(tx, calendar, now - SWITCHED_ON_AFTER):
            raise refuse(TOO_EARLY)
    return replace(calendar, reader_kills=MOST_KILLS - 1)


async def remove(tx: Transaction, provider_id: str, calendar_id: str, now: datetime) -> None:
    """Forget one of the provider's calendars; its busy times are free again. Raises NotFound."""
    if not await remove_calendar(tx, provider_id, calendar_id):
        raise NotFound(NO_CALENDAR)
    await emit(tx, all_slots_changed(provider_id, now))


def _check_limit(calendars: list[ExternalCalendar]) -> None:
    if len(calendars) >= MOST_CALENDARS:
        raise refuse(f"At most {MOST_CALENDARS} calendars can be added.")


def _shown(calendar: ExternalCalendar) -> CalendarShown:
    """The calendar without its address."""
    return CalendarShown(
        calendar_id=calendar.calendar_id,
        name=calendar.name,
        address=shown_address(calendar.url),
        status=_status(calendar),
        failure=calendar.failure,
        checked_at=calendar.checked_at,
        busy_periods=calendar.busy_periods,
        entries_in_doubt=calendar.in_doubt,
        entries_left_out=calendar.left_out,
        unknown_zones=calendar.unknown_zones,
    )


def _status(calendar: ExternalCalendar) -> Literal["working", "failing", "switched_off"]:
    if is_switched_off(calendar.reader_kills):
        return "switched_off"
    return "failing" if calendar.failure else "working"
