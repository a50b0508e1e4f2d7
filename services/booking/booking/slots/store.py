"""What free slots follow from: of one provider for a page, of many at once for the search."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from chassis.db import Connection, Database, Record, TextStatement
from chassis.projections import wait_for_projection
from sqlalchemy import text

from booking.hours.rules import Hours
from booking.hours.store import HOURS_COLUMNS, hours_from
from booking.slots.busy_time import HELD_TIME_OF_ONE, held_time
from booking.slots.rules import free_days, next_free

_HOURS: Final = text(
    """
    SELECT p.provider_id, <hours>
    FROM provider p LEFT JOIN hours h USING (provider_id)
    WHERE p.provider_id = ANY(:provider_ids) AND p.completed AND NOT p.suspended
      AND NOT EXISTS (
        SELECT FROM block b WHERE b.blocked
          AND ((b.blocker_id = :viewer_id AND b.blocked_id = p.provider_id)
            OR (b.blocked_id = :viewer_id AND b.blocker_id = p.provider_id)))
    """.replace("<hours>", HOURS_COLUMNS)
)
_OPEN_TIME: Final = TextStatement(
    """
    SELECT EXISTS (SELECT FROM block WHERE blocked AND
            ((blocker_id = :viewer_id AND blocked_id = :provider_id)
             OR (blocker_id = :provider_id AND blocked_id = :viewer_id))) AS blocked,
        row_to_json(known)::text AS known
    FROM (
        SELECT <hours>,
            (SELECT json_agg(json_build_array(held.starts, held.ends)) FROM (<held>) AS held) AS held
        FROM provider p LEFT JOIN hours h USING (provider_id)
        WHERE p.provider_id = :provider_id AND p.completed AND NOT p.suspended
    ) AS known
    """.replace("<hours>", HOURS_COLUMNS).replace("<held>", HELD_TIME_OF_ONE)
)
_AROUND: Final = timedelta(days=2)


async def open_time(
    database: Database,
    provider_id: str,
    viewer_id: str,
    first: datetime,
    last: datetime,
    *,
    but_order: str = "",
) -> str | None:
    """What `slots.answers` needs: hours, and the time held between two instants, as one JSON text.

    None when the viewer may not see the provider. One who was announced just now is waited for a moment; no
    connection is kept while waiting.
    """
    values = {
        "provider_id": provider_id,
        "viewer_id": viewer_id,
        "first": first,
        "last": last,
        "but_order": but_order,
    }

    async def read() -> Record | None:
        return await database.read_one(_OPEN_TIME, values)

    row = await wait_for_projection(read)
    return None if row is None or row.blocked else row.known


async def providers_free_on(
    tx: Connection, provider_ids: Sequence[str], day: date, timezone: str, now: datetime
) -> list[str]:
    """Those of the providers who have a free slot on this day of the zone, in the order given."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    hours = await _hours_of(tx, provider_ids, "")
    held = await held_time(tx, provider_ids, midnight - _AROUND, midnight + _AROUND + _AROUND)
    return [
        provider_id
        for provider_id in provider_ids
        if provider_id in hours
        and free_days(hours[provider_id], held[provider_id], day, day, timezone, now)[0].rows
    ]


async def next_free_starts(
    tx: Connection, provider_ids: Sequence[str], viewer_id: str, now: datetime, until: datetime
) -> dict[str, datetime | None]:
    """The start of each provider's first free slot before `until`; None for nobody the viewer may see."""
    hours = await _hours_of(tx, provider_ids, viewer_id)
    held = await held_time(tx, provider_ids, now, until)
    starts: dict[str, datetime | None] = dict.fromkeys(provider_ids)
    for provider_id, week in hours.items():
        slot = next_free(week, held[provider_id], now, until, now)
        starts[provider_id] = slot.start if slot else None
    return starts


async def _hours_of(tx: Connection, provider_ids: Sequence[str], viewer_id: str) -> dict[str, Hours]:
    values = {"provider_ids": list(provider_ids), "viewer_id": viewer_id}
    return {row.provider_id: hours_from(row) for row in await tx.session.execute(_HOURS, values)}
