"""Verifies the staff's log: each entry carries the hash of all entries before it (product.md 7.3)."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from chassis.db import Connection, Statement
from sqlalchemy import bindparam, select

from profiles.audit_log.models import StaffActRow

GENESIS: Final = bytes(32)
"""Stands for the hash before the first entry."""
BATCH: Final = 1000
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ChainedEntry:
    """A stored log entry, with its number and hash."""

    number: int
    act_id: str
    staff_id: str
    act: str
    account_id: str
    thing_id: str
    report_id: str
    note: str
    done_at: datetime
    hash: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """The last entry's number and hash. One that is kept elsewhere shows later whether entries are gone."""

    number: int
    hash: bytes

    def __str__(self) -> str:
        return f"{self.number}:{self.hash.hex()}"


class BrokenChain(Exception):
    """An entry was changed, added or removed behind the service's back; the message says which."""


FIND_AFTER: Final = Statement(
    select(
        StaffActRow.number,
        StaffActRow.act_id,
        StaffActRow.staff_id,
        StaffActRow.act,
        StaffActRow.account_id,
        StaffActRow.thing_id,
        StaffActRow.report_id,
        StaffActRow.note,
        StaffActRow.done_at,
        StaffActRow.hash,
    )
    .where(StaffActRow.number > bindparam("number"))
    .order_by(StaffActRow.number)
    .limit(BATCH),
    into=ChainedEntry,
)
FIND_HEAD: Final = Statement(
    select(StaffActRow.number, StaffActRow.hash).order_by(StaffActRow.number.desc()).limit(1), into=Head
)


def hash_of(previous: bytes, entry: ChainedEntry) -> bytes:
    """The entry's SHA-256: the previous hash, then each field with its length in bytes (migration 0009)."""
    microseconds = (entry.done_at - _EPOCH) // timedelta(microseconds=1)
    fields = (
        str(entry.number),
        entry.act_id,
        entry.staff_id,
        entry.act,
        entry.account_id,
        entry.thing_id,
        entry.report_id,
        entry.note,
        str(microseconds),
    )
    text = "".join(f"{len(field.encode())}:{field}" for field in fields)
    return hashlib.sha256(previous + text.encode()).digest()


async def head_of(tx: Connection) -> Head:
    """The last entry, not verified; number 0 for an empty log."""
    return await FIND_HEAD.one(tx) or Head(0, GENESIS)


async def verify_chain(tx: Connection, expected: Head | None = None) -> Head:
    """Compute every hash anew, and return the last one.

    Raises `BrokenChain` for the first entry that does not fit the ones before it, and when the log does not
    hold the `expected` head of an earlier look.
    """
    last = Head(0, GENESIS)
    expected_found = expected is None or expected == last
    while entries := await FIND_AFTER.all(tx, number=last.number):
        for entry in entries:
            last = _following(last, entry)
            expected_found = expected_found or last == expected
    if not expected_found:
        raise BrokenChain(f"The log does not hold the entry {expected}: entries were removed or replaced.")
    return last


def _following(last: Head, entry: ChainedEntry) -> Head:
    if entry.number != last.number + 1:
        raise BrokenChain(f"Entry {last.number + 1} is missing.")
    if entry.hash != hash_of(last.hash, entry):
        raise BrokenChain(f"Entry {entry.number} ({entry.act_id}) is not what was written.")
    return Head(entry.number, entry.hash)
