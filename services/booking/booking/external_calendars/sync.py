"""Reads external calendars when they are due, and stores what they say (product.md 4.14)."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

import structlog
from chassis.clock import Now
from chassis.db import Database
from chassis.lanes import Lanes
from chassis.outbox import emit
from fastapi import FastAPI

from booking.event_uids import names_in
from booking.external_calendars.fetch import LONGEST_SECONDS, CalendarFetcher, Unreadable
from booking.external_calendars.ics_lines import NotACalendar
from booking.external_calendars.ics_parser import BusyTime
from booking.external_calendars.parser_process import ReaderKilled, read_busy
from booking.external_calendars.rules import ANEW_AFTER, REACH, next_check
from booking.external_calendars.store import (
    ExternalCalendar,
    claim_due,
    own_appointments,
    periods_of,
    put_back,
    replace_periods,
    write_check,
)
from booking.sealing import sealing
from booking.settings import BookingSettings
from booking.slots.publishing import all_slots_changed
from booking.slots.rules import Period, merged

LOOK_EVERY: Final = 60.0
"""Seconds between looks for calendars that are due."""
_AT_ONCE: Final = 6
"""Calendars that are fetched at the same time."""
QUICK_SECONDS: Final = 5.0
"""A calendar that takes longer is slow: it has its turn less often, and a share of the readers."""
TURN: Final = timedelta(seconds=30)
"""How long a calendar waits while too many are read from hosts that are slow, or that nobody knows."""
REST_SECONDS: Final = 1.0
"""How much later than the one before it each of their readers begins."""
_CLAIMED_FOR: Final = timedelta(minutes=5)
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class CalendarReading:
    """What reading a calendar found: the calendar with its ETag or failure and what was unread, and its busy
    periods if they were read. `killed` says that it ended its reader.
    """

    calendar: ExternalCalendar
    periods: list[Period] | None
    fetched_in: float
    """How many seconds its server took."""
    killed: bool = False


async def read_calendar(
    database: Database, fetcher: CalendarFetcher, calendar: ExternalCalendar, now: datetime
) -> CalendarReading:
    """Fetch and parse a calendar. A failure is a result, too; the stored busy times stay then.

    No transaction is open while the other server answers.
    """
    etag = calendar.etag if now - calendar.read_at < ANEW_AFTER else ""
    began, fetched_in = monotonic(), LONGEST_SECONDS
    try:
        fetched = await fetcher.fetch(calendar.url, etag)
        fetched_in = monotonic() - began
        if fetched is None:
            return CalendarReading(replace(calendar, failure="", failures=0), None, fetched_in)
        content, etag = fetched
        first = datetime.combine(now.astimezone(UTC).date(), time.min, UTC)
        found = await read_busy(content, calendar.timezone, first, first + REACH)
    except (Unreadable, NotACalendar) as failed:
        killed = isinstance(failed, ReaderKilled)
        failing = replace(
            calendar,
            failure=str(failed),
            failures=calendar.failures + 1,
            reader_kills=calendar.reader_kills + killed,
        )
        return CalendarReading(failing, None, min(fetched_in, monotonic() - began), killed)
    periods = await _all_busy(database, calendar.provider_id, found)
    working = replace(
        calendar,
        etag=etag,
        failure="",
        failures=0,
        busy_periods=len(periods),
        in_doubt=found.in_doubt,
        left_out=found.left_out,
        unknown_zones=found.unknown_zones,
    )
    return CalendarReading(working, periods, fetched_in)


async def _all_busy(database: Database, provider_id: str, found: BusyTime) -> list[Period]:
    """The busy periods without those of the provider's own appointments, whose times are known better here.

    An event that only looks like one of ours is busy: an appointment of somebody else, under another address
    of the same person, or of another deployment.
    """
    if not found.ours:
        return found.periods
    async with database.reading() as tx:
        own = await own_appointments(tx, provider_id, {name for uid in found.ours for name in names_in(uid)})
    others = [
        period for uid, periods in found.ours.items() if own.isdisjoint(names_in(uid)) for period in periods
    ]
    return merged([*found.periods, *others])


async def store_reading(database: Database, reading: CalendarReading, now: datetime) -> None:
    """Store a reading. Only busy times that differ are written and announced.

    The comparison is needed because not every server says by an ETag that nothing has changed.
    """
    calendar, periods = reading.calendar, reading.periods
    async with database.writing() as tx:
        changed = periods is not None and periods != await periods_of(tx, calendar)
        slow_readings = calendar.slow_readings + 1 if reading.fetched_in > QUICK_SECONDS else 0
        check_after = next_check(calendar.failures, now, slow_readings)
        written = await write_check(
            tx,
            replace(calendar, slow_readings=slow_readings),
            now,
            check_after,
            was_read=periods is not None,
            killed=reading.killed,
        )
        if not changed or periods is None:
            return
        if written:
            await replace_periods(tx, calendar, periods)
        await emit(tx, all_slots_changed(calendar.provider_id, now))


async def read_next_due(
    database: Database, fetcher: CalendarFetcher, clock: Now, lanes: Lanes | None = None
) -> bool:
    """Read the calendar that is due first, of a provider of whom none is read now; False when none is due."""
    lanes = lanes or Lanes(1, QUICK_SECONDS)
    now = clock()
    async with database.writing() as tx:
        calendar = await claim_due(tx, now, now + _CLAIMED_FOR, lanes.busy_owners)
        if calendar is None:
            return False
        lane = lanes.enter(calendar.provider_id, urlsplit(calendar.url).hostname or "")
        if lane is None:
            await put_back(tx, calendar, now + TURN)
            return True
    seconds = LONGEST_SECONDS
    try:
        reading = await read_calendar(database, fetcher, calendar, now)
        seconds = reading.fetched_in
    finally:
        lanes.leave(lane, seconds)
    await store_reading(database, reading, clock())
    return True


@asynccontextmanager
async def syncing(app: FastAPI) -> AsyncGenerator[None]:
    """Reads calendars that are due while the service runs, a few at a time; slow ones have a share of that.

    The readers begin one after the other, so that a start does not open a connection for each. Raises
    LookupError without a key that seals the addresses.
    """
    sealing().require()
    settings: BookingSettings = app.state.settings
    app.state.calendar_fetcher = fetcher = CalendarFetcher(settings.calendar_networks)
    lanes = Lanes(_AT_ONCE, QUICK_SECONDS)

    async def sync(rest_seconds: float) -> None:
        await asyncio.sleep(rest_seconds)
        while True:
            try:
                while await read_next_due(app.state.database, fetcher, app.state.clock, lanes):
                    pass
            except Exception:
                log.exception("calendar not read")
            await asyncio.sleep(LOOK_EVERY)

    tasks = [
        asyncio.create_task(sync(each * REST_SECONDS), name=f"external calendars {each}")
        for each in range(_AT_ONCE)
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
