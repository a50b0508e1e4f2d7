"""Reading and keeping business hours."""

from typing import Any, Final

import orjson
from chassis.database import Database
from chassis.projection import settled
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from booking.hours.rules import CustomSlot, DayWindow, Hours, TimeOff, default_hours

FIRST_TIMEZONE: Final = "Europe/Berlin"
"""The zone before a provider has named one (spec 2, section 9)."""

_QUERY: Final = """
    SELECT p.timezone AS provider_timezone, h.timezone, h.days
    FROM provider p LEFT JOIN hours h USING (provider_id)
    WHERE p.provider_id = :provider_id AND p.completed
"""
_HOURS_OF = text(_QUERY)
_HOURS_LOCKED = text(f"{_QUERY} FOR UPDATE OF p")
_KEEP = text(
    """
    INSERT INTO hours (provider_id, timezone, days, revision)
    VALUES (:provider_id, :timezone, CAST(:days AS jsonb), 1)
    ON CONFLICT (provider_id) DO UPDATE
        SET timezone = excluded.timezone, days = excluded.days, revision = hours.revision + 1
    RETURNING revision
    """
)
_ALL = text("SELECT provider_id, timezone, revision FROM hours ORDER BY provider_id")


async def hours_of(session: AsyncSession, provider_id: str, *, locked: bool = False) -> Hours | None:
    """The hours of a provider, the defaults where none were set; None when there is no such provider.

    `locked` keeps them from other writers until the transaction ends.
    """
    query = _HOURS_LOCKED if locked else _HOURS_OF
    row = (await session.execute(query, {"provider_id": provider_id})).one_or_none()
    return None if row is None else hours_from(row.timezone, row.days, row.provider_timezone)


async def known_hours(database: Database, provider_id: str) -> Hours | None:
    """The hours of a provider who may have been announced just now; no connection is kept while waiting."""

    async def read() -> Hours | None:
        async with database.reading() as session:
            return await hours_of(session, provider_id)

    return await settled(read)


async def keep_hours(session: AsyncSession, provider_id: str, hours: Hours) -> int:
    """Store the hours and answer their new revision."""
    values = {
        "provider_id": provider_id,
        "timezone": hours.timezone,
        "days": orjson.dumps([_stored(day) for day in hours.days]).decode(),
    }
    return (await session.execute(_KEEP, values)).scalar_one()


async def all_hours(session: AsyncSession) -> list[tuple[str, str, int]]:
    """(provider_id, timezone, revision) of everybody who has set hours."""
    return [(row.provider_id, row.timezone, row.revision) for row in await session.execute(_ALL)]


def hours_from(timezone: str | None, days: list[dict[str, Any]] | None, provider_timezone: str) -> Hours:
    """The hours of one row; None in both says that none were set."""
    if timezone is None or days is None:
        return default_hours(provider_timezone or FIRST_TIMEZONE)
    return Hours(timezone, tuple(_read(day) for day in days))


def _stored(day: DayWindow) -> dict[str, object]:
    return {
        "type": day.window_type,
        "status": day.status,
        "start": day.start,
        "end": day.end,
        "off": [list(off) for off in day.time_off],
        "duration": day.duration,
        "buffer": day.buffer,
        "custom": [list(slot) for slot in day.custom],
    }


def _read(day: dict[str, Any]) -> DayWindow:
    return DayWindow(
        day["type"],
        day["status"],
        day["start"],
        day["end"],
        tuple(TimeOff(*off) for off in day["off"]),
        day["duration"],
        day["buffer"],
        tuple(CustomSlot(*slot) for slot in day["custom"]),
    )
