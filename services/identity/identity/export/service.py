"""Exports as a job: requested here, collected by every service, counted here (product.md 1.10)."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.errors import LoginOver, TooMany
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.identity import DataExportReady, DataExportRequested

from identity.accounts.store import lock_account
from identity.export.rules import Export
from identity.export.store import add_part, begin_export, export_of, finish_export
from identity.limits.rules import Kind
from identity.limits.store import claim

TOO_MANY: Final = (
    "You have exported your data several times today. Please use the latest, or try again tomorrow."
)


async def count_export(tx: Transaction, account_id: str, *, now: datetime) -> None:
    """Count an export of the account, whichever call makes it. Raises `TooMany` for the sixth in a day."""
    wait = await claim(tx, Kind.EXPORT, account_id, now=now)
    if wait:
        raise TooMany(TOO_MANY, retry_after=wait)


async def start_export(tx: Transaction, account_id: str, *, kept: timedelta, now: datetime) -> Export:
    """A new export instead of the former one; the running one, uncounted, if there is one.

    Its parts are removed when they have been `kept`. The account is locked, so that no service is asked for a
    part after it has heard that the account was deleted. Raises `TooMany` for the sixth in a day.
    """
    if await lock_account(tx, account_id) is None:
        raise LoginOver
    former = await export_of(tx, account_id)
    if former is not None and former.state(now) == "collecting":
        return former
    await count_export(tx, account_id, now=now)
    begun = await begin_export(tx, account_id, new_id(), now=now, expires_at=now + kept)
    if begun is None:
        raise LoginOver
    asked = DataExportRequested(export_id=begun.export_id, account_id=account_id, expires_at=begun.expires_at)
    await emit(tx, asked)
    return begun


async def count_part(tx: Transaction, export_id: str, part: str, size: int, *, now: datetime) -> None:
    """Count a part, also when it is told twice. With the last one the export is ready, and its owner told."""
    export = await add_part(tx, export_id, part, size)
    if export is None or not export.complete:
        return
    await finish_export(tx, export_id, now=now)
    ready = DataExportReady(export_id=export_id, account_id=export.account_id, expires_at=export.expires_at)
    await emit(tx, ready)
