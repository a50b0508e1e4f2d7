"""The preview of an import of clients, and the import (product.md 4.17)."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from chassis.db import Transaction

from booking.client_imports import rules, store
from booking.client_imports.file_reading import FileRead
from booking.client_imports.schemas import ImportCounts, ImportPreview
from booking.client_imports.serializers import column_data, rows_data
from booking.clients.service import enter_clients
from booking.clients.store import lock_clients


async def preview(
    tx: Transaction, provider_id: str, file: FileRead, accept_language: str, now: datetime
) -> ImportPreview:
    """What the import of this file would do, with reasons in the caller's language.

    Raises RuleViolation for too many clients.
    """
    steps, known = await _planned(tx, provider_id, file, now)
    rules.check_room(steps, known.count)
    return ImportPreview(
        **_counts(steps).model_dump(),
        preview=rules.digest_of(steps),
        columns=[column_data(column) for column in file.columns],
        rows=await asyncio.to_thread(rows_data, steps, known, accept_language),
    )


async def import_clients(
    tx: Transaction, provider_id: str, file: FileRead, previewed: str, now: datetime
) -> ImportCounts:
    """Enter the clients of this file as its preview said. A file that was imported before changes nothing.

    Raises what `preview` raises, and RuleViolation when the import would do something else by now.
    """
    steps, known = await _planned(tx, provider_id, file, now)
    rules.check_previewed(steps, previewed, known.count)
    await store.apply(tx, provider_id, steps, now)
    return _counts(steps)


async def _planned(
    tx: Transaction, provider_id: str, file: FileRead, now: datetime
) -> tuple[list[rules.Step], rules.Known]:
    """What the file does, with everybody entered who has booked by now; nobody else enters any meanwhile."""
    await lock_clients(tx, provider_id)
    await enter_clients(tx, provider_id, now)
    known = await store.known_clients(tx, provider_id)
    return await asyncio.to_thread(rules.planned, file.steps, known), known


def _counts(steps: Sequence[rules.Step]) -> ImportCounts:
    counted = Counter(step.outcome for step in steps)
    return ImportCounts(
        new=counted["new"],
        joined=counted["joined"],
        unchanged=counted["unchanged"],
        refused=counted["refused"],
    )
