"""Reading a provider's other calendar, and keeping what it says."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final

import structlog
from chassis.clock import Now
from chassis.db import Database
from chassis.outbox import emit
from contracts.events.booking import AvailabilityChanged
from fastapi import FastAPI

from booking.external_calendars.fetch import CalendarFetcher, Unreadable
from booking.external_calendars.ics_parser import NotACalendar
from booking.external_calendars.parser_process import read_busy
from booking.external_calendars.rules import ANEW_AFTER, REACH, next_check
from booking.external_calendars.store import ExternalCalendar, claim_due, keep_check, periods_of
from booking.settings import BookingSettings
from booking.slots.rules import LONGEST_VIEW, Period

LOOK_EVERY: Final = 20.0
"""Seconds between looks for calendars that are due."""
_CLAIMED_FOR: Final = timedelta(minutes=5)
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reading found: the calendar with its ETag or failure, and new busy periods if there are any."""

    calendar: ExternalCalendar
    periods: list[Period] | None


async def read_calendar(fetcher: CalendarFetcher, calendar: ExternalCalendar, now: datetime) -> Reading:
    """Fetch and read a calendar; a failure is a finding, too, and keeps the busy times of before."""
    etag = calendar.etag if now - calendar.read_at < ANEW_AFTER else ""
    try:
        fetched = await fetcher.fetch(calendar.url, etag)
        if fetched is None:
            return Reading(replace(calendar, failure="", failures=0), None)
        content, etag = fetched
        first = datetime.combine(now.astimezone(UTC).date(), time.min, UTC)
        periods = await read_busy(content, calendar.timezone, first, first + REACH)
    except (Unreadable, NotACalendar) as failed:
        return Reading(replace(calendar, failure=str(failed), failures=calendar.failures + 1), None)
    return Reading(replace(calendar, etag=etag, failure="", failures=0, busy_periods=len(periods)), periods)


async def keep_reading(database: Database, reading: Reading, now: datetime) -> None:
    """Write a reading; only other busy times are written, and let open screens of the slots look anew.

    Not every server says by an ETag that nothing has changed.
    """
    calendar = reading.calendar
    async with database.writing() as tx:
        changed = reading.periods is not None and reading.periods != await periods_of(tx, calendar)
        check_after = next_check(calendar.failures, now)
        await keep_check(tx, calendar, reading.periods, now, check_after, written=changed)
        if changed:
            until = now + timedelta(days=LONGEST_VIEW)
            told = AvailabilityChanged(
                provider_id=calendar.provider_id, starts_at=now, ends_at=until, occurred_at=now
            )
            await emit(tx, told)


async def check_next(database: Database, fetcher: CalendarFetcher, clock: Now) -> bool:
    """Read the calendar that is due first; False when none is."""
    now = clock()
    async with database.writing() as tx:
        calendar = await claim_due(tx, now, now + _CLAIMED_FOR)
    if calendar is None:
        return False
    await keep_reading(database, await read_calendar(fetcher, calendar, now), clock())
    return True


@asynccontextmanager
async def checking(app: FastAPI) -> AsyncGenerator[None]:
    """Calendars that are due are read, one after another, while the service lives."""
    settings: BookingSettings = app.state.settings
    app.state.calendar_fetcher = fetcher = CalendarFetcher(settings.calendar_networks)

    async def check() -> None:
        while True:
            try:
                while await check_next(app.state.database, fetcher, app.state.clock):
                    pass
            except Exception:
                log.exception("calendar not checked")
            await asyncio.sleep(LOOK_EVERY)

    task = asyncio.create_task(check(), name="external calendars")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
