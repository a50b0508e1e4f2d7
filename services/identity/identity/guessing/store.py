"""Counts a try before its password is looked at, in one statement: parallel tries cannot pass together."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Final

from chassis.db import Statement, Transaction, params
from chassis.retention import Retention
from sqlalchemy import (
    Boolean,
    ColumnElement,
    DateTime,
    Integer,
    LargeBinary,
    bindparam,
    case,
    cast,
    delete,
    func,
    literal,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, Insert, insert

from identity.accounts.models import AccountRow
from identity.guessing.models import KnownSourceRow, PasswordTriesRow
from identity.guessing.rules import (
    FORGOTTEN_AFTER,
    FREE_TRIES,
    FREE_TRIES_OF_STRANGERS,
    LONGEST_WAIT,
    SOURCE_KEPT_FOR,
    SOURCES_KEPT,
)
from identity.guessing.source import Source, digest

STRANGERS: Final = digest("all", "strangers")
"""The source under which the tries of all strange networks and devices are counted."""
_DOUBLINGS: Final = 10
_LONG_AGO: Final = literal(datetime(1970, 1, 1, tzinfo=UTC), DateTime(timezone=True))
"""No wait. The clocks of two tries at once differ, so that the present would be a wait for one of them."""
_now = bindparam("now", type_=DateTime(timezone=True))
_subject = bindparam("subject", type_=LargeBinary)
_row = PasswordTriesRow


@dataclass(frozen=True, slots=True)
class _Verdict:
    allowed: bool
    waits_until: datetime
    strangers_allowed: bool | None
    strangers_wait_until: datetime | None


def _counting(added: Insert, free_tries: int) -> Insert:
    """`added`, or the row that is there with one more try, unless it still has to wait."""
    is_free = _row.waits_until <= _now
    tries = case((_row.counted_at < _now - literal(FORGOTTEN_AFTER), 1), else_=_row.tries + 1)
    return added.on_conflict_do_update(
        index_elements=[_row.subject, _row.source],
        set_={
            "allowed": is_free,
            "tries": case((is_free, tries), else_=_row.tries),
            "waits_until": case((is_free, _next_try(tries, free_tries)), else_=_row.waits_until),
            "counted_at": case((is_free, _now), else_=_row.counted_at),
        },
    )


def _next_try(tries: ColumnElement[int], free_tries: int) -> ColumnElement[datetime]:
    """1 s after the first try that is not free, doubled by each further one, up to the longest wait."""
    doublings = func.least(tries - free_tries - 1, _DOUBLINGS)
    wait = func.least(
        cast(func.power(2, doublings), Integer) * literal(timedelta(seconds=1)), literal(LONGEST_WAIT)
    )
    return case((tries <= free_tries, _LONG_AGO), else_=_now + wait)


def _count_statement() -> Statement[_Verdict]:
    own = (
        _counting(
            insert(_row).values(
                **params("subject", "source"), tries=1, waits_until=_LONG_AGO, counted_at=_now, allowed=True
            ),
            FREE_TRIES,
        )
        .returning(_row.allowed, _row.waits_until)
        .cte("own")
    )
    of_a_stranger = (
        select(_subject, literal(STRANGERS, LargeBinary), literal(1, Integer), _LONG_AGO, _now, true())
        .select_from(own)
        .where(own.c.allowed, bindparam("strange", type_=Boolean))
    )
    columns = ["subject", "source", "tries", "waits_until", "counted_at", "allowed"]
    strangers = (
        _counting(insert(_row).from_select(columns, of_a_stranger), FREE_TRIES_OF_STRANGERS)
        .returning(_row.allowed, _row.waits_until)
        .cte("strangers")
    )
    return Statement(
        select(
            own.c.allowed,
            own.c.waits_until,
            strangers.c.allowed.label("strangers_allowed"),
            strangers.c.waits_until.label("strangers_wait_until"),
        ).select_from(own.outerjoin(strangers, true())),
        into=_Verdict,
    )


COUNT: Final = _count_statement()
KNOWN: Final = Statement(
    select(KnownSourceRow.source)
    .join(AccountRow, AccountRow.id == KnownSourceRow.account_id)
    .where(
        AccountRow.email == bindparam("email"),
        KnownSourceRow.source == func.any(bindparam("sources", type_=ARRAY(LargeBinary))),
    )
)
FORGIVE: Final = Statement(
    delete(_row).where(_row.subject == _subject, _row.source == bindparam("source", type_=LargeBinary))
)
FORGIVE_STRANGER: Final = Statement(
    update(_row)
    .where(_row.subject == _subject, _row.source == STRANGERS)
    .values(tries=func.greatest(_row.tries - 1, 0), waits_until=_LONG_AGO)
)
FORGIVE_ALL: Final = Statement(delete(_row).where(_row.subject == _subject))
OLD: Final = (
    Retention(PasswordTriesRow, PasswordTriesRow.counted_at, keeps=FORGOTTEN_AFTER),
    Retention(KnownSourceRow, KnownSourceRow.used_at, keeps=SOURCE_KEPT_FOR),
)
REMEMBER: Final = Statement(
    insert(KnownSourceRow)
    .values(params("account_id", "source", "used_at"))
    .on_conflict_do_update(
        index_elements=[KnownSourceRow.account_id, KnownSourceRow.source],
        set_={"used_at": bindparam("used_at")},
    )
)
_newest = (
    select(KnownSourceRow.source)
    .where(KnownSourceRow.account_id == bindparam("account_id"))
    .order_by(KnownSourceRow.used_at.desc())
    .limit(SOURCES_KEPT)
)
KEEP_NEWEST: Final = Statement(
    delete(KnownSourceRow).where(
        KnownSourceRow.account_id == bindparam("account_id"), KnownSourceRow.source.not_in(_newest)
    )
)
FORGET_SOURCES: Final = Statement(
    delete(KnownSourceRow).where(KnownSourceRow.account_id == bindparam("account_id"))
)


@dataclass(frozen=True, slots=True)
class CountedTry:
    """A try that was counted: as wrong, until `forgive` says otherwise."""

    subject: bytes
    source: bytes
    strange: bool
    wait: int
    """Whole seconds until the next try; 0 when this one may be looked at."""


async def count_try(tx: Transaction, email: str, source: Source, *, now: datetime) -> CountedTry:
    """Count a password given for `email`, or say how long to wait (product.md 1.2).

    From a device or network that the account's owner signed in from, it counts there alone: what strangers
    try elsewhere holds up nobody who was here before.
    """
    given = [*source.devices, source.network]
    known = set(await KNOWN.column(tx, email=email, sources=given))
    counted = next((each for each in source.devices if each in known), source.network)
    return await _count(tx, digest("email", email), counted, strange=not known, now=now)


async def count_own_try(tx: Transaction, account_id: str, *, now: datetime) -> CountedTry:
    """Count a password that somebody who is signed in gives once more."""
    subject = digest("account", account_id)
    return await _count(tx, subject, subject, strange=False, now=now)


async def _count(
    tx: Transaction, subject: bytes, source: bytes, *, strange: bool, now: datetime
) -> CountedTry:
    verdict = await COUNT.one(tx, subject=subject, source=source, strange=strange, now=now)
    assert verdict is not None
    until = now
    if not verdict.allowed:
        until = verdict.waits_until
    elif verdict.strangers_allowed is False and verdict.strangers_wait_until is not None:
        until = verdict.strangers_wait_until
    return CountedTry(subject, source, strange, ceil((until - now).total_seconds()))


async def forgive(tx: Transaction, counted: CountedTry) -> None:
    """Take a try back whose password was right, and those before it from its source (NIST SP 800-63B-4)."""
    await FORGIVE.run(tx, subject=counted.subject, source=counted.source)
    if counted.strange:
        await FORGIVE_STRANGER.run(tx, subject=counted.subject)


async def forgive_all(tx: Transaction, email: str) -> None:
    """Forget all tries on an address, because its owner proved to be one by a mailed link."""
    await FORGIVE_ALL.run(tx, subject=digest("email", email))


async def remember_source(
    tx: Transaction, account_id: str, source: Source, *, cookie: bool, now: datetime
) -> None:
    """Know this network again, and this device if its browser gets the cookie."""
    for each in (source.network, source.own_device) if cookie else (source.network,):
        await REMEMBER.run(tx, account_id=account_id, source=each, used_at=now)
    await KEEP_NEWEST.run(tx, account_id=account_id)


async def forget_sources(tx: Transaction, account_id: str) -> None:
    """Know no network and no device again: the password was changed."""
    await FORGET_SOURCES.run(tx, account_id=account_id)
