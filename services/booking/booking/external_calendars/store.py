"""Other calendars in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from chassis.db import Connection, Transaction
from sqlalchemy import Row, text

from booking.slots.rules import Period

# Calendars of one provider are added one after another, so that the limit is one.
_ADD: Final = text(
    """
    WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(:provider_id, 6)))
    INSERT INTO external_calendar
        (calendar_id, provider_id, name, url, etag, checked_at, read_at, check_after)
    SELECT :calendar_id, :provider_id, :name, :url, :etag, :now, :now, :check_after FROM turn
    ON CONFLICT (provider_id, url) DO NOTHING RETURNING calendar_id
    """
)
_CALENDARS: Final = """
    SELECT c.calendar_id, c.provider_id, c.name, c.url, c.etag, c.failure, c.failures,
        c.checked_at, c.read_at,
        coalesce(nullif(h.timezone, ''), nullif(p.timezone, ''), 'Europe/Berlin') AS timezone,
        (SELECT count(*) FROM busy_time b WHERE b.calendar_id = c.calendar_id) AS busy_periods
    FROM external_calendar c
    LEFT JOIN provider p USING (provider_id) LEFT JOIN hours h USING (provider_id)
"""
_OF_PROVIDER: Final = text(f"{_CALENDARS} WHERE c.provider_id = :provider_id ORDER BY c.calendar_id")
_ONE: Final = text(f"{_CALENDARS} WHERE c.provider_id = :provider_id AND c.calendar_id = :calendar_id")
_CLAIM: Final = text(
    """
    UPDATE external_calendar SET check_after = :check_after WHERE calendar_id = (
        SELECT calendar_id FROM external_calendar WHERE check_after <= :now
        ORDER BY check_after LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING provider_id, calendar_id
    """
)
_REMOVE: Final = text(
    """
    DELETE FROM external_calendar WHERE provider_id = :provider_id AND calendar_id = :calendar_id RETURNING 1
    """
)
_CHECKED: Final = text(
    """
    UPDATE external_calendar
    SET etag = :etag, failure = :failure, failures = :failures, checked_at = :now, check_after = :check_after,
        read_at = CASE WHEN :anew THEN :now ELSE read_at END
    WHERE calendar_id = :calendar_id RETURNING calendar_id
    """
)
_PERIODS: Final = text(
    """
    SELECT extract(epoch FROM starts_at)::bigint AS starts, extract(epoch FROM ends_at)::bigint AS ends
    FROM busy_time WHERE calendar_id = :calendar_id ORDER BY starts_at
    """
)
_EMPTY: Final = text("DELETE FROM busy_time WHERE calendar_id = :calendar_id")
_FILL: Final = text(
    """
    INSERT INTO busy_time (calendar_id, provider_id, starts_at, ends_at)
    SELECT :calendar_id, :provider_id, to_timestamp(t.starts), to_timestamp(t.ends)
    FROM unnest(CAST(:starts AS bigint[]), CAST(:ends AS bigint[])) AS t (starts, ends)
    """
)


@dataclass(frozen=True, slots=True)
class ExternalCalendar:
    """A calendar of elsewhere. `url` is its owner's secret; `timezone` that of the provider's hours."""

    calendar_id: str
    provider_id: str
    name: str
    url: str
    etag: str
    failure: str
    failures: int
    checked_at: datetime
    read_at: datetime
    timezone: str
    busy_periods: int


async def add_calendar(tx: Transaction, calendar: ExternalCalendar, check_after: datetime) -> bool:
    """Write a new calendar; False when the provider has it already."""
    values = {
        "calendar_id": calendar.calendar_id,
        "provider_id": calendar.provider_id,
        "name": calendar.name,
        "url": calendar.url,
        "etag": calendar.etag,
        "now": calendar.checked_at,
        "check_after": check_after,
    }
    return await tx.session.scalar(_ADD, values) is not None


async def calendars_of(tx: Connection, provider_id: str) -> list[ExternalCalendar]:
    """The provider's calendars, the oldest first."""
    return [_calendar(row) for row in await tx.session.execute(_OF_PROVIDER, {"provider_id": provider_id})]


async def calendar_by_id(tx: Connection, provider_id: str, calendar_id: str) -> ExternalCalendar | None:
    """One of the provider's calendars."""
    values = {"provider_id": provider_id, "calendar_id": calendar_id}
    row = (await tx.session.execute(_ONE, values)).one_or_none()
    return None if row is None else _calendar(row)


async def claim_due(tx: Transaction, now: datetime, check_after: datetime) -> ExternalCalendar | None:
    """The calendar that is due first, put off until `check_after` so that nobody else reads it meanwhile."""
    row = (await tx.session.execute(_CLAIM, {"now": now, "check_after": check_after})).one_or_none()
    return None if row is None else await calendar_by_id(tx, row.provider_id, row.calendar_id)


async def periods_of(tx: Transaction, calendar: ExternalCalendar) -> list[Period]:
    """The busy times that are kept of a calendar, in order."""
    rows = await tx.session.execute(_PERIODS, {"calendar_id": calendar.calendar_id})
    return [(row.starts, row.ends) for row in rows]


async def remove_calendar(tx: Transaction, provider_id: str, calendar_id: str) -> bool:
    """Forget a calendar and its busy times; False when the provider has no such calendar."""
    values = {"provider_id": provider_id, "calendar_id": calendar_id}
    return await tx.session.scalar(_REMOVE, values) is not None


async def keep_check(
    tx: Transaction,
    calendar: ExternalCalendar,
    periods: Sequence[Period] | None,
    now: datetime,
    check_after: datetime,
    *,
    written: bool = True,
) -> None:
    """Write how the reading went and, unless they are not to be `written`, the busy `periods` it found in
    place of the old."""
    values = {
        "calendar_id": calendar.calendar_id,
        "etag": calendar.etag,
        "failure": calendar.failure,
        "failures": calendar.failures,
        "now": now,
        "check_after": check_after,
        "anew": periods is not None,
    }
    if await tx.session.scalar(_CHECKED, values) is None or periods is None or not written:
        return
    await tx.session.execute(_EMPTY, {"calendar_id": calendar.calendar_id})
    filling: dict[str, Any] = {
        "calendar_id": calendar.calendar_id,
        "provider_id": calendar.provider_id,
        "starts": [start for start, _ in periods],
        "ends": [end for _, end in periods],
    }
    await tx.session.execute(_FILL, filling)


def _calendar(row: Row[Any]) -> ExternalCalendar:
    return ExternalCalendar(**row._mapping)
