"""What free slots follow from: a provider's hours, and the time that is busy (product.md 4.2)."""

from collections.abc import Sequence
from datetime import datetime

from chassis.db import Connection, Database, Record
from chassis.projections import wait_for_projection

from booking.slots.hot_sql import BUSY_TIME, OPEN_TIME
from booking.slots.rules import Period, merged


async def busy_time(
    tx: Connection,
    provider_ids: Sequence[str],
    first: datetime,
    last: datetime,
    *,
    but_order: str = "",
) -> dict[str, list[Period]]:
    """Each provider's busy time between two instants, in order and without overlap.

    The time of `but_order` counts as free, so that it does not prevent moving that order.
    """
    busy: dict[str, list[Period]] = {provider_id: [] for provider_id in provider_ids}
    rows = await BUSY_TIME.all(
        tx, provider_ids=list(provider_ids), first=first, last=last, but_order=but_order
    )
    for provider_id, starts, ends in rows:
        busy[provider_id].append((starts, ends))
    return {provider_id: merged(periods) for provider_id, periods in busy.items()}


async def open_time(
    database: Database,
    provider_id: str,
    viewer_id: str,
    first: datetime,
    last: datetime,
    *,
    but_order: str = "",
) -> str | None:
    """Hours, and the busy time between two instants, as one JSON text for `availability.response_cache`.

    None when the viewer may not see the provider. Waits a moment for a provider who was announced just now,
    and keeps no connection meanwhile.
    """
    values = {
        "provider_id": provider_id,
        "viewer_id": viewer_id,
        "first": first,
        "last": last,
        "but_order": but_order,
    }

    async def read() -> Record | None:
        return await database.read_one(OPEN_TIME, values)

    row = await wait_for_projection(read)
    return None if row is None or row.blocked else row.known
