"""Reading and keeping business hours."""

from datetime import date
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final

import orjson
from chassis.db import Connection, Database, Record, Transaction
from chassis.projections import wait_for_projection
from sqlalchemy import Row, text

from booking.hours.rules import CustomSlot, DateOverride, DayWindow, Hours, TimeOff, default_hours

FIRST_TIMEZONE: Final = "Europe/Berlin"
"""The zone before a provider has named one (product.md 2.7)."""

REMEMBERED: Final = 1024
"""Texts of hours, of some kilobytes each, that are not read anew."""
HOURS_COLUMNS: Final = (
    "p.timezone AS provider_timezone, h.timezone, h.days::text AS days, h.overrides::text AS overrides, "
    "h.minimum_notice, h.booking_horizon"
)
"""What `hours_from` reads, of a provider `p` and its row of hours `h`, if there is one."""
_QUERY: Final = """
    SELECT <hours>
    FROM provider p LEFT JOIN hours h USING (provider_id)
    WHERE p.provider_id = :provider_id AND p.completed AND NOT p.suspended
""".replace("<hours>", HOURS_COLUMNS)
_HOURS_OF = text(_QUERY)
_HOURS_LOCKED = text(f"{_QUERY} FOR UPDATE OF p")
_KEEP = text(
    """
    INSERT INTO hours (provider_id, timezone, days, overrides, minimum_notice, booking_horizon, revision)
    VALUES (:provider_id, :timezone, CAST(:days AS jsonb), CAST(:overrides AS jsonb), :minimum_notice,
            :booking_horizon, 1)
    ON CONFLICT (provider_id) DO UPDATE
        SET timezone = excluded.timezone, days = excluded.days, overrides = excluded.overrides,
            minimum_notice = excluded.minimum_notice, booking_horizon = excluded.booking_horizon,
            revision = hours.revision + 1
    RETURNING revision
    """
)
_ALL = text("SELECT provider_id, timezone, revision FROM hours ORDER BY provider_id")


async def hours_of(tx: Connection, provider_id: str, *, locked: bool = False) -> Hours | None:
    """The hours of a provider, the defaults where none were set; None when there is no such provider.

    `locked` keeps them from other writers until the transaction ends.
    """
    query = _HOURS_LOCKED if locked else _HOURS_OF
    row = (await tx.session.execute(query, {"provider_id": provider_id})).one_or_none()
    return None if row is None else hours_from(row)


async def known_hours(database: Database, provider_id: str) -> Hours | None:
    """The hours of a provider who may have been announced just now; no connection is kept while waiting."""

    async def read() -> Hours | None:
        async with database.reading() as tx:
            return await hours_of(tx, provider_id)

    return await wait_for_projection(read)


async def keep_hours(tx: Transaction, provider_id: str, hours: Hours) -> int:
    """Store the hours and answer their new revision."""
    values = {
        "provider_id": provider_id,
        "timezone": hours.timezone,
        "days": [_stored(day) for day in hours.days],
        "overrides": [_stored_override(each) for each in hours.overrides],
        "minimum_notice": hours.minimum_notice,
        "booking_horizon": hours.horizon,
    }
    return (await tx.session.execute(_KEEP, values)).scalar_one()


async def all_hours(tx: Transaction) -> list[tuple[str, str, int]]:
    """(provider_id, timezone, revision) of everybody who has set hours."""
    return [(row.provider_id, row.timezone, row.revision) for row in await tx.session.execute(_ALL)]


def hours_from(row: Row[Any] | Record | SimpleNamespace) -> Hours:
    """The hours in a row of `HOURS_COLUMNS`; the defaults where none were set."""
    if row.timezone is None:
        return default_hours(row.provider_timezone or FIRST_TIMEZONE)
    return Hours(
        row.timezone,
        _read_days(row.days),
        _read_overrides(row.overrides),
        row.minimum_notice,
        row.booking_horizon,
    )


def _stored_override(override: DateOverride) -> dict[str, object]:
    return {
        "first": override.first,
        "last": override.last,
        "note": override.note,
        "window": _stored(override.window),
    }


# Weeks look alike, and the same ones are read again and again.
@lru_cache(maxsize=REMEMBERED)
def _read_days(days: str) -> tuple[DayWindow, ...]:
    return tuple(_read(day) for day in orjson.loads(days))


@lru_cache(maxsize=REMEMBERED)
def _read_overrides(overrides: str) -> tuple[DateOverride, ...]:
    return tuple(_read_override(each) for each in orjson.loads(overrides))


def _read_override(override: dict[str, Any]) -> DateOverride:
    return DateOverride(
        date.fromisoformat(override["first"]),
        date.fromisoformat(override["last"]),
        override["note"],
        _read(override["window"]),
    )


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
