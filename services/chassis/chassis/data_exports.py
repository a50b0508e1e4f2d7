"""A service's part of an account's export: collected, stored, handed out and removed (product.md 1.10).

    data_export=DataExport(collect=held_by_feed, collected=FeedDataCollected)

Identity's event asks for it. The part is collected in the background from one snapshot of the database and
stored, and its event tells identity so in the same transaction. So an export bears restarts, and a service
that is away adds its part when it is back.
"""

import asyncio
import zlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog
from contracts.event import DataExportCollected
from contracts.events.identity import AccountDeleted, DataExportRequested
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel
from sqlalchemy import (
    Double,
    Interval,
    bindparam,
    cast,
    delete,
    func,
    literal_column,
    null,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert

from chassis.clock import Clock
from chassis.db import Connection, Database, Record, Statement, Transaction, params
from chassis.errors import STEP_UP_DUE, Forbidden, NotFound
from chassis.events import Consumer, subscribe
from chassis.http.callers import Account
from chassis.http.dependencies import Reading
from chassis.http.route import Route
from chassis.jobs import Job, job
from chassis.outbox import emit
from chassis.retention import Retention, prune
from chassis.tables import data_export_part
from chassis.worker import Task, working

QUEUE: Final = "data_export"
"""The queue name under which a commit wakes the worker."""
FIRST_WAIT: Final = timedelta(seconds=2)
LONGEST_WAIT: Final = timedelta(minutes=10)
CHUNK: Final = 64 * 1024
"""Bytes of a compressed part that are unfolded at a time."""
log = structlog.get_logger()

Collect = Callable[[Connection, str], Awaitable[BaseModel | None]]
"""Everything that the service holds about an account; None for an account that is gone."""

_part = data_export_part.c
_asked = insert(data_export_part).values(params("account_id", "export_id", "expires_at"))
ASK: Final = Statement(
    _asked.on_conflict_do_update(
        index_elements=[_part.account_id],
        set_={
            "export_id": _asked.excluded.export_id,
            "expires_at": _asked.excluded.expires_at,
            "body": null(),
            "attempts": literal_column("0"),
            "next_attempt_at": func.now(),
        },
    )
)
ERASE: Final = Statement(delete(data_export_part).where(_part.account_id == bindparam("account_id")))
EXPIRED: Final = (Retention(data_export_part, _part.expires_at),)
ONE_SNAPSHOT: Final = Statement(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
NEXT: Final = Statement(
    select(_part.account_id, _part.export_id, _part.attempts)
    .where(literal_column("body IS NULL"), _part.next_attempt_at <= func.now())
    .order_by(_part.next_attempt_at)
    .limit(literal_column("1"))
    .with_for_update(skip_locked=True)
)
SECONDS_UNTIL_DUE: Final = Statement(
    select(cast(func.extract("epoch", func.min(_part.next_attempt_at) - func.now()), Double)).where(
        literal_column("body IS NULL")
    )
)
_this_export = (_part.account_id == bindparam("of"), _part.export_id == bindparam("export"))
KEEP: Final = Statement(update(data_export_part).where(*_this_export).values(params("body")))
POSTPONE: Final = Statement(
    update(data_export_part)
    .where(*_this_export)
    .values(
        attempts=_part.attempts + literal_column("1"),
        next_attempt_at=func.now() + bindparam("wait", type_=Interval()),
    )
)
FIND_BODY: Final = Statement(
    select(_part.body).where(
        _part.account_id == bindparam("account_id"),
        _part.export_id == bindparam("export_id"),
        _part.expires_at > bindparam("now"),
    )
)


@dataclass(frozen=True, slots=True)
class DataExport:
    """What a service adds to exports: what it collects, and the event that says so."""

    collect: Collect
    collected: type[DataExportCollected]


@subscribe(DataExportRequested, only_news=True)
async def ask_for_part(event: DataExportRequested, tx: Transaction) -> None:
    """Note that a part is to be collected. It replaces the part of the account's former export."""
    await ASK.run(tx, account_id=event.account_id, export_id=event.export_id, expires_at=event.expires_at)
    tx.wake_after_commit(QUEUE)


@subscribe(AccountDeleted)
async def erase_part(event: AccountDeleted, tx: Transaction) -> None:
    """Remove the part of a deleted account. Both events of an account arrive in their order."""
    await ERASE.run(tx, account_id=event.account_id)


@job(every=timedelta(minutes=10), prunes=EXPIRED)
async def remove_expired_parts(tx: Transaction, now: datetime) -> bool:
    """Remove the parts of exports that have expired."""
    return await prune(tx, EXPIRED, now)


CONSUMERS: Final[tuple[Consumer, ...]] = (ask_for_part, erase_part)
JOBS: Final[tuple[Job, ...]] = (remove_expired_parts,)
router: Final = APIRouter(prefix="/internal", tags=["internal"], route_class=Route)


@router.get("/data_export_part/{export_id}", response_model=None, include_in_schema=False)
async def data_export_part_of(
    export_id: str, caller: Account, request: Request, tx: Reading, clock: Clock
) -> StreamingResponse:
    """This service's part of the caller's export as JSON, for the gateway's download_data_export.

    Raises `Forbidden` for a caller who has not shown lately who they are (product.md 1.13), which identity
    has asked for by then, and `NotFound` for the export of somebody else, an expired one, and a part that is
    not there yet.
    """
    now = clock()
    if not caller.stepped_up(now):
        raise Forbidden(STEP_UP_DUE)
    body: bytes | None = await FIND_BODY.value(tx, account_id=caller.id, export_id=export_id, now=now)
    if body is None:
        raise NotFound
    return StreamingResponse(_unfolded(body), media_type="application/json")


def _unfolded(body: bytes) -> Iterator[bytes]:
    """The JSON of a compressed part, piece by piece."""
    unfold = zlib.decompressobj()
    for first in range(0, len(body), CHUNK):
        yield unfold.decompress(body[first : first + CHUNK])
    yield unfold.flush()


async def collect_next(database: Database, export: DataExport) -> int:
    """Collect the part that has waited longest; returns how many there were: 1 or 0.

    A part that cannot be collected is tried again after 2 s, then after twice as long each time, at most ten
    minutes. Two processes never collect the same part.
    """
    waiting: Record | None = None
    try:
        async with database.writing() as tx:
            await ONE_SNAPSHOT.run(tx)
            waiting = await NEXT.one(tx)
            if waiting is None:
                return 0
            await _collect(tx, export, waiting.account_id, waiting.export_id)
    except Exception:
        if waiting is None:
            raise
        log.exception("a part of an export could not be collected", export_id=waiting.export_id)
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(waiting.attempts, 20))
        async with database.writing() as tx:
            await POSTPONE.run(tx, of=waiting.account_id, export=waiting.export_id, wait=wait)
            tx.wake_after_commit(QUEUE, after=wait.total_seconds())
    return 1


async def _collect(tx: Transaction, export: DataExport, account_id: str, export_id: str) -> None:
    held = await export.collect(tx, account_id)
    if held is None:
        await ERASE.run(tx, account_id=account_id)
        return
    body, size = await asyncio.to_thread(_folded, held)
    await KEEP.run(tx, of=account_id, export=export_id, body=body)
    await emit(tx, export.collected(export_id=export_id, size=size))


def _folded(held: BaseModel) -> tuple[bytes, int]:
    """The JSON, compressed, and its length in bytes before that."""
    content = held.model_dump_json().encode()
    return zlib.compress(content), len(content)


@asynccontextmanager
async def collecting(app: FastAPI, database: Database, export: DataExport | None) -> AsyncGenerator[None]:
    """Collect parts while the context is open; on exit, the current one may be finished."""
    if export is None:
        yield
        return

    async def work() -> int:
        return await collect_next(database, export)

    async def seconds_until_due() -> float | None:
        async with database.reading() as connection:
            return await SECONDS_UNTIL_DUE.value(connection)

    worker = (Task("exports", work, next_due=seconds_until_due), database.notifier(QUEUE))
    async with working([worker], app.state.settings.drain_seconds):
        yield
