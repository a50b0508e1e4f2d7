"""Reading and keeping business hours."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import SimpleNamespace
from typing import Any, Final

import orjson
from chassis.db import Connection, Database, Record, Statement, Transaction, params
from chassis.projections import PATIENCE_SECONDS, wait_for_projection
from chassis.remembered import remembered
from sqlalchemy import (
    ARRAY,
    Select,
    Text,
    and_,
    any_,
    bindparam,
    cast,
    delete,
    exists,
    literal_column,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import insert

from booking.hours.models import HoursRow
from booking.hours.rules import (
    USUAL_STEP,
    CustomSlot,
    DateOverride,
    DayWindow,
    Hours,
    TimeOff,
    default_hours,
)
from booking.projections.models import BlockRow, ProviderRow

FIRST_TIMEZONE: Final = "Europe/Berlin"
"""The zone of a provider who has named none (product.md 3.1)."""
OWN_HOURS_PATIENCE_SECONDS: Final = 2.0
"""How long the hours of an account that became a provider just now are waited for: far longer than
its event travels.
"""
REMEMBERED: Final = 1024
"""How many texts of hours, of some kilobytes each, are remembered as parsed."""


@dataclass(frozen=True, slots=True)
class HoursRevision:
    """That a provider has set hours, in which zone, and for which time."""

    provider_id: str
    timezone: str
    revision: int


def _hours() -> Select[*tuple[Any, ...]]:
    """What `hours_from` reads, of providers whom others may see."""
    return (
        select(
            ProviderRow.provider_id,
            ProviderRow.timezone.label("provider_timezone"),
            HoursRow.timezone.label("timezone"),
            cast(HoursRow.days, Text).label("days"),
            cast(HoursRow.overrides, Text).label("overrides"),
            HoursRow.minimum_notice,
            HoursRow.booking_horizon,
            HoursRow.answer_hours,
            cast(ProviderRow.away_until, Text).label("away_until"),
            HoursRow.keep_gaps,
            HoursRow.most_per_day,
            HoursRow.most_per_week,
        )
        .outerjoin(HoursRow, HoursRow.provider_id == ProviderRow.provider_id)
        .where(ProviderRow.completed, ~ProviderRow.suspended)
    )


_viewer = bindparam("viewer_id")
_blocked = exists().where(
    BlockRow.blocked,
    or_(
        and_(BlockRow.blocker_id == _viewer, BlockRow.blocked_id == ProviderRow.provider_id),
        and_(BlockRow.blocked_id == _viewer, BlockRow.blocker_id == ProviderRow.provider_id),
    ),
)
_of_one: Final = _hours().where(ProviderRow.provider_id == bindparam("provider_id"))
FIND: Final = Statement(_of_one)
LOCK: Final = Statement(_of_one.with_for_update(of=ProviderRow))
FIND_VISIBLE: Final = Statement(
    _hours().where(ProviderRow.provider_id == any_(bindparam("provider_ids", type_=ARRAY(Text))), ~_blocked)
)
_SET: Final = (
    "timezone",
    "days",
    "overrides",
    "minimum_notice",
    "booking_horizon",
    "answer_hours",
    "flexible",
    "keep_gaps",
    "most_per_day",
    "most_per_week",
)
_arriving = insert(HoursRow).values(**params("provider_id", *_SET), revision=literal_column("1"))
KEEP: Final = Statement(
    _arriving.on_conflict_do_update(
        index_elements=[HoursRow.provider_id],
        set_={
            **{name: _arriving.excluded[name] for name in _SET},
            "revision": HoursRow.revision + literal_column("1"),
        },
    ).returning(HoursRow.revision)
)
FIND_ALL: Final = Statement(
    select(HoursRow.provider_id, HoursRow.timezone, HoursRow.revision).order_by(HoursRow.provider_id),
    into=HoursRevision,
)
ERASE: Final = Statement(delete(HoursRow).where(HoursRow.provider_id == bindparam("provider_id")))


async def hours_of(tx: Connection, provider_id: str) -> Hours | None:
    """The hours of a provider, the defaults where none were set; None when there is no such provider."""
    row = await FIND.one(tx, provider_id=provider_id)
    return None if row is None else hours_from(row)


async def lock_hours(tx: Transaction, provider_id: str) -> Hours | None:
    """The hours of a provider as `hours_of`; no other writer changes them until the transaction ends."""
    row = await LOCK.one(tx, provider_id=provider_id)
    return None if row is None else hours_from(row)


async def own_hours(database: Database, account_id: str) -> Hours | None:
    """The hours of the account that asks, which may have become a provider just now; None if it is none.

    While it waits it keeps no connection, and its caller must hold none: it waits longer than `known_hours`.
    """
    return await known_hours(database, account_id, patience=OWN_HOURS_PATIENCE_SECONDS)


async def known_hours(
    database: Database, provider_id: str, *, patience: float = PATIENCE_SECONDS
) -> Hours | None:
    """The hours of a provider who may have been announced just now; None for nobody known.

    It waits for the announcement for at most `patience` seconds, and keeps no connection meanwhile.
    """

    async def read() -> Hours | None:
        async with database.reading() as tx:
            return await hours_of(tx, provider_id)

    return await wait_for_projection(read, patience=patience)


async def visible_hours(tx: Connection, provider_ids: Sequence[str], viewer_id: str) -> dict[str, Hours]:
    """The hours of those of the providers whom the viewer may see, by provider; '' is nobody's id."""
    rows = await FIND_VISIBLE.all(tx, provider_ids=list(provider_ids), viewer_id=viewer_id)
    return {row.provider_id: hours_from(row) for row in rows}


async def keep_hours(tx: Transaction, provider_id: str, hours: Hours) -> int:
    """Store the hours; their new revision."""
    return await KEEP.value(
        tx,
        provider_id=provider_id,
        timezone=hours.timezone,
        days=[stored_day(day) for day in hours.days],
        overrides=[_stored_override(each) for each in hours.overrides],
        minimum_notice=hours.minimum_notice,
        booking_horizon=hours.horizon,
        answer_hours=hours.answer_hours,
        flexible=hours.flexible,
        keep_gaps=hours.keep_gaps,
        most_per_day=hours.most_per_day,
        most_per_week=hours.most_per_week,
    )


async def all_hours(tx: Transaction) -> list[HoursRevision]:
    """Everybody who has set hours."""
    return await FIND_ALL.all(tx)


async def erase_hours(tx: Transaction, provider_id: str) -> None:
    """Forget the provider's hours."""
    await ERASE.run(tx, provider_id=provider_id)


def hours_from(row: Record | SimpleNamespace) -> Hours:
    """The hours in a row that has the columns of `hours.hot_sql`; the defaults where none were set."""
    away_until = _away_until(row.away_until)
    if row.timezone is None:
        return replace(default_hours(row.provider_timezone or FIRST_TIMEZONE), away_until=away_until)
    return Hours(
        row.timezone,
        _read_days(row.days),
        _read_overrides(row.overrides),
        row.minimum_notice,
        row.booking_horizon,
        row.answer_hours,
        away_until,
        row.keep_gaps,
        row.most_per_day,
        row.most_per_week,
    )


def _away_until(stored: str | None) -> date | None:
    if stored is None:
        return None
    return date.max if stored == "infinity" else date.fromisoformat(stored)


def _stored_override(override: DateOverride) -> dict[str, object]:
    return {
        "first": override.first,
        "last": override.last,
        "note": override.note,
        "window": stored_day(override.window),
    }


# Weeks look alike, and the same ones are read again and again.
@remembered(REMEMBERED)
def _read_days(days: str) -> tuple[DayWindow, ...]:
    return tuple(read_day(day) for day in orjson.loads(days))


@remembered(REMEMBERED)
def _read_overrides(overrides: str) -> tuple[DateOverride, ...]:
    return tuple(_read_override(each) for each in orjson.loads(overrides))


def _read_override(override: dict[str, Any]) -> DateOverride:
    return DateOverride(
        date.fromisoformat(override["first"]),
        date.fromisoformat(override["last"]),
        override["note"],
        read_day(override["window"]),
    )


def stored_day(day: DayWindow) -> dict[str, object]:
    """The window of a day as it is stored in JSON."""
    return {
        "type": day.window_type,
        "status": day.status,
        "start": day.start,
        "end": day.end,
        "off": [list(off) for off in day.time_off],
        "duration": day.duration,
        "buffer": day.buffer,
        "custom": [list(slot) for slot in day.custom],
        "step": day.step,
    }


def read_day(day: dict[str, Any]) -> DayWindow:
    """The window of a day, read from what `stored_day` made."""
    return DayWindow(
        day["type"],
        day["status"],
        day["start"],
        day["end"],
        tuple(TimeOff(*off) for off in day["off"]),
        day["duration"],
        day["buffer"],
        tuple(CustomSlot(*slot) for slot in day["custom"]),
        day.get("step", USUAL_STEP),
    )
