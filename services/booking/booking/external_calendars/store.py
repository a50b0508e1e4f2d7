"""External calendars and their busy times in the database."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

import structlog
from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Integer,
    Select,
    Text,
    bindparam,
    case,
    cast,
    column,
    delete,
    extract,
    func,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert

from booking.external_calendars.models import BusyTimeRow, ExternalCalendarRow
from booking.external_calendars.rules import MOST_KILLS
from booking.hours.models import HoursRow
from booking.hours.store import FIRST_TIMEZONE
from booking.orders.models import OrderRow
from booking.projections.models import ProviderRow
from booking.sealing import sealing
from booking.slots.rules import Period


@dataclass(frozen=True, slots=True)
class ExternalCalendar:
    """A provider's other calendar. `url` is its owner's secret; `timezone` that of the provider's hours."""

    calendar_id: str
    provider_id: str
    name: str
    url: str
    etag: str
    failure: str
    failures: int
    reader_kills: int
    checked_at: datetime
    read_at: datetime
    timezone: str
    busy_periods: int
    in_doubt: int = 0
    left_out: int = 0
    unknown_zones: list[str] = field(default_factory=list[str])
    slow_readings: int = 0
    sealed_url: bytes | None = None
    """As the row has it; None once it is opened."""


@dataclass(frozen=True, slots=True)
class ClaimedCalendar:
    """A calendar that this process reads next."""

    provider_id: str
    calendar_id: str


_calendar = ExternalCalendarRow.calendar_id == bindparam("calendar_id")
_owner = ExternalCalendarRow.provider_id == bindparam("provider_id")
_nothing = literal_column("''")
LOCK_CALENDARS: Final = Statement(
    select(
        func.pg_advisory_xact_lock(
            func.hashtextextended(bindparam("provider_id", type_=Text()), literal_column("6"))
        )
    )
)
"""Calendars of one provider are added one after another, so that their limit holds."""
ADD: Final = Statement(
    insert(ExternalCalendarRow).values(
        params(
            "calendar_id",
            "provider_id",
            "name",
            "sealed_url",
            "etag",
            "checked_at",
            "read_at",
            "check_after",
        )
    )
)
_calendars: Final[Select[*tuple[Any, ...]]] = (
    select(
        ExternalCalendarRow.calendar_id,
        ExternalCalendarRow.provider_id,
        ExternalCalendarRow.name,
        func.coalesce(ExternalCalendarRow.url, _nothing).label("url"),
        ExternalCalendarRow.etag,
        ExternalCalendarRow.failure,
        ExternalCalendarRow.failures,
        ExternalCalendarRow.reader_kills,
        ExternalCalendarRow.checked_at,
        ExternalCalendarRow.read_at,
        func.coalesce(
            func.nullif(HoursRow.timezone, _nothing),
            func.nullif(ProviderRow.timezone, _nothing),
            FIRST_TIMEZONE,
        ).label("timezone"),
        select(func.count())
        .select_from(BusyTimeRow)
        .where(BusyTimeRow.calendar_id == ExternalCalendarRow.calendar_id)
        .scalar_subquery()
        .label("busy_periods"),
        ExternalCalendarRow.in_doubt,
        ExternalCalendarRow.left_out,
        ExternalCalendarRow.unknown_zones,
        ExternalCalendarRow.slow_readings,
        ExternalCalendarRow.sealed_url,
    )
    .select_from(ExternalCalendarRow)
    .outerjoin(ProviderRow, ProviderRow.provider_id == ExternalCalendarRow.provider_id)
    .outerjoin(HoursRow, HoursRow.provider_id == ExternalCalendarRow.provider_id)
    .where(_owner)
)
FIND_ALL: Final = Statement(_calendars.order_by(ExternalCalendarRow.calendar_id), into=ExternalCalendar)
FIND: Final = Statement(_calendars.where(_calendar), into=ExternalCalendar)
_due = (
    select(ExternalCalendarRow.calendar_id)
    .where(
        ExternalCalendarRow.check_after <= bindparam("now"),
        ExternalCalendarRow.reader_kills < literal_column(str(MOST_KILLS)),
        ExternalCalendarRow.provider_id != func.all(bindparam("busy", type_=ARRAY(Text()))),
    )
    .order_by(ExternalCalendarRow.check_after)
    .limit(literal_column("1"))
    .with_for_update(skip_locked=True)
    .scalar_subquery()
)
CLAIM: Final = Statement(
    update(ExternalCalendarRow)
    .where(ExternalCalendarRow.calendar_id == _due)
    .values(params("check_after"))
    .returning(ExternalCalendarRow.provider_id, ExternalCalendarRow.calendar_id),
    into=ClaimedCalendar,
)
PUT_BACK: Final = Statement(update(ExternalCalendarRow).where(_calendar).values(params("check_after")))
REMOVE: Final = Statement(
    delete(ExternalCalendarRow).where(_owner, _calendar).returning(ExternalCalendarRow.calendar_id)
)
_now = bindparam("now", type_=ExternalCalendarRow.read_at.type)
WRITE_CHECK: Final = Statement(
    update(ExternalCalendarRow)
    .where(_calendar)
    .values(
        **params(
            "etag",
            "failure",
            "failures",
            "check_after",
            "in_doubt",
            "left_out",
            "unknown_zones",
            "slow_readings",
        ),
        reader_kills=ExternalCalendarRow.reader_kills + bindparam("killed", type_=Integer()),
        checked_at=_now,
        read_at=case((bindparam("was_read", type_=Boolean()), _now), else_=ExternalCalendarRow.read_at),
    )
    .returning(ExternalCalendarRow.calendar_id)
)
SWITCH_ON: Final = Statement(
    update(ExternalCalendarRow)
    .where(
        _owner,
        _calendar,
        ExternalCalendarRow.reader_kills >= literal_column(str(MOST_KILLS)),
        ExternalCalendarRow.checked_at
        <= bindparam("checked_until", type_=ExternalCalendarRow.checked_at.type),
    )
    .values(reader_kills=literal_column(str(MOST_KILLS - 1)))
    .returning(ExternalCalendarRow.calendar_id)
)
_periods_of = BusyTimeRow.calendar_id == bindparam("calendar_id")
FIND_PERIODS: Final = Statement(
    select(
        cast(extract("epoch", BusyTimeRow.starts_at), BigInteger).label("starts"),
        cast(extract("epoch", BusyTimeRow.ends_at), BigInteger).label("ends"),
    )
    .where(_periods_of)
    .order_by(BusyTimeRow.starts_at)
)
DELETE_PERIODS: Final = Statement(delete(BusyTimeRow).where(_periods_of))
_periods = (
    func.unnest(bindparam("starts", type_=ARRAY(BigInteger)), bindparam("ends", type_=ARRAY(BigInteger)))
    .table_valued(column("starts", BigInteger), column("ends", BigInteger))
    .render_derived(name="period")
)
ADD_PERIODS: Final = Statement(
    insert(BusyTimeRow).from_select(
        ["calendar_id", "provider_id", "starts_at", "ends_at"],
        select(
            bindparam("calendar_id", type_=Text()),
            bindparam("provider_id", type_=Text()),
            func.to_timestamp(_periods.c.starts),
            func.to_timestamp(_periods.c.ends),
        ),
    )
)
OWN_APPOINTMENTS: Final = Statement(
    select(OrderRow.order_id).where(
        OrderRow.order_id == func.any(bindparam("order_ids", type_=ARRAY(Text()))),
        or_(OrderRow.provider_id == bindparam("provider_id"), OrderRow.client_id == bindparam("provider_id")),
    )
)
ERASE: Final = Statement(delete(ExternalCalendarRow).where(_owner))
FIND_FORMER: Final = Statement(
    select(ExternalCalendarRow.calendar_id, ExternalCalendarRow.provider_id, ExternalCalendarRow.url)
    .where(ExternalCalendarRow.url.is_not(None))
    .with_for_update(skip_locked=True)
)
SEAL: Final = Statement(
    update(ExternalCalendarRow).where(_calendar).values(url=literal_column("NULL"), **params("sealed_url"))
)
log = structlog.get_logger()


def sealed_about(provider_id: str, calendar_id: str) -> str:
    """What a sealed address is bound to: whoever moves it to a row of their own can read it by no call."""
    return f"address of calendar {calendar_id} of {provider_id}"


def _opened(stored: ExternalCalendar) -> ExternalCalendar:
    """The calendar with its address; with '' when the key that sealed it is gone, so that its owner sees that
    it can't be read, and adds it anew.
    """
    if stored.sealed_url is None:
        return stored
    try:
        url = sealing().open(stored.sealed_url, about=sealed_about(stored.provider_id, stored.calendar_id))
    except LookupError:
        log.warning("address of a calendar sealed with another key", calendar_id=stored.calendar_id)
        url = ""
    return replace(stored, url=url, sealed_url=None)


async def seal_former_addresses(tx: Transaction) -> None:
    """Seal the addresses that an earlier version stored in plain text."""
    rows = [
        {
            "calendar_id": each.calendar_id,
            "sealed_url": sealing().seal(each.url, about=sealed_about(each.provider_id, each.calendar_id)),
        }
        for each in await FIND_FORMER.all(tx)
    ]
    await SEAL.run_each(tx, rows)


async def lock_calendars(tx: Transaction, provider_id: str) -> list[ExternalCalendar]:
    """The provider's calendars. No other one is added until the transaction ends."""
    await LOCK_CALENDARS.run(tx, provider_id=provider_id)
    return await calendars_of(tx, provider_id)


async def add_calendar(tx: Transaction, calendar: ExternalCalendar, check_after: datetime) -> None:
    """Write a new calendar, its address sealed (product.md 4.14). See `lock_calendars`."""
    await ADD.run(
        tx,
        calendar_id=calendar.calendar_id,
        provider_id=calendar.provider_id,
        name=calendar.name,
        sealed_url=sealing().seal(
            calendar.url, about=sealed_about(calendar.provider_id, calendar.calendar_id)
        ),
        etag=calendar.etag,
        checked_at=calendar.checked_at,
        read_at=calendar.checked_at,
        check_after=check_after,
    )


async def calendars_of(tx: Connection, provider_id: str) -> list[ExternalCalendar]:
    """The provider's calendars, the oldest first."""
    return [_opened(each) for each in await FIND_ALL.all(tx, provider_id=provider_id)]


async def calendar_by_id(tx: Connection, provider_id: str, calendar_id: str) -> ExternalCalendar | None:
    """One of the provider's calendars."""
    stored = await FIND.one(tx, provider_id=provider_id, calendar_id=calendar_id)
    return None if stored is None else _opened(stored)


async def claim_due(
    tx: Transaction, now: datetime, check_after: datetime, busy: Sequence[str] = ()
) -> ExternalCalendar | None:
    """The calendar that is due first, of a provider who is not `busy`. It is due again at `check_after`, so
    that nobody else reads it until then.
    """
    claimed = await CLAIM.one(tx, now=now, check_after=check_after, busy=list(busy))
    return claimed and await calendar_by_id(tx, claimed.provider_id, claimed.calendar_id)


async def put_back(tx: Transaction, calendar: ExternalCalendar, check_after: datetime) -> None:
    """Let a claimed calendar wait for its turn; it was not read."""
    await PUT_BACK.run(tx, calendar_id=calendar.calendar_id, check_after=check_after)


async def periods_of(tx: Connection, calendar: ExternalCalendar) -> list[Period]:
    """The stored busy times of a calendar, in order."""
    rows = await FIND_PERIODS.all(tx, calendar_id=calendar.calendar_id)
    return [(row.starts, row.ends) for row in rows]


async def remove_calendar(tx: Transaction, provider_id: str, calendar_id: str) -> bool:
    """Forget a calendar and its busy times; False when the provider has no such calendar."""
    return await REMOVE.value(tx, provider_id=provider_id, calendar_id=calendar_id) is not None


async def switch_on(tx: Transaction, calendar: ExternalCalendar, checked_until: datetime) -> bool:
    """Have a calendar that is switched off read again; False when it was read after `checked_until`."""
    return (
        await SWITCH_ON.value(
            tx,
            provider_id=calendar.provider_id,
            calendar_id=calendar.calendar_id,
            checked_until=checked_until,
        )
        is not None
    )


async def write_check(
    tx: Transaction,
    calendar: ExternalCalendar,
    now: datetime,
    check_after: datetime,
    *,
    was_read: bool,
    killed: bool = False,
) -> bool:
    """Store the result of a reading: `was_read` when it found busy times, `killed` when it ended its reader.

    False: the calendar is deleted.
    """
    written = await WRITE_CHECK.value(
        tx,
        calendar_id=calendar.calendar_id,
        etag=calendar.etag,
        failure=calendar.failure,
        failures=calendar.failures,
        now=now,
        check_after=check_after,
        in_doubt=calendar.in_doubt,
        left_out=calendar.left_out,
        unknown_zones=calendar.unknown_zones,
        slow_readings=calendar.slow_readings,
        was_read=was_read,
        killed=int(killed),
    )
    return written is not None


async def replace_periods(tx: Transaction, calendar: ExternalCalendar, periods: Sequence[Period]) -> None:
    """Write the busy times of a calendar in place of the old ones."""
    await DELETE_PERIODS.run(tx, calendar_id=calendar.calendar_id)
    await ADD_PERIODS.run(
        tx,
        calendar_id=calendar.calendar_id,
        provider_id=calendar.provider_id,
        starts=[start for start, _ in periods],
        ends=[end for _, end in periods],
    )


async def own_appointments(tx: Connection, provider_id: str, order_ids: Collection[str]) -> set[str]:
    """Those of the orders that exist and are the account's own, on either side (product.md 4.14)."""
    found = await OWN_APPOINTMENTS.column(tx, order_ids=list(order_ids), provider_id=provider_id)
    return {str(each) for each in found}


async def erase_calendars(tx: Transaction, provider_id: str) -> None:
    """Forget all calendars of the provider."""
    await ERASE.run(tx, provider_id=provider_id)
