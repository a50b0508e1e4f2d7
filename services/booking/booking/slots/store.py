"""Free slots of many providers at once, for the search."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from booking.hours.store import hours_from
from booking.slots.rules import Period, free_days

_HOURS: Final = text(
    """
    SELECT p.provider_id, p.timezone AS provider_timezone, h.timezone, h.days
    FROM provider p LEFT JOIN hours h USING (provider_id)
    WHERE p.provider_id = ANY(:provider_ids) AND p.completed
    """
)
_HELD: Final = text(
    """
    SELECT provider_id, extract(epoch FROM starts_at)::bigint AS starts,
        extract(epoch FROM ends_at)::bigint AS ends
    FROM session
    WHERE provider_id = ANY(:provider_ids) AND status IN ('pending', 'accepted', 'ongoing')
      AND ends_at > :first AND starts_at < :last
    ORDER BY starts_at
    """
)
_AROUND: Final = timedelta(days=2)


async def providers_free_on(
    session: AsyncSession, provider_ids: Sequence[str], day: date, timezone: str, now: datetime
) -> list[str]:
    """Those of the providers who have a free slot on this day of the zone, in the order given."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    values = {"provider_ids": list(provider_ids)}
    hours = {
        row.provider_id: hours_from(row.timezone, row.days, row.provider_timezone)
        for row in await session.execute(_HOURS, values)
    }
    held: dict[str, list[Period]] = {}
    bounds = {"first": midnight - _AROUND, "last": midnight + _AROUND + _AROUND}
    for row in await session.execute(_HELD, values | bounds):
        held.setdefault(row.provider_id, []).append((row.starts, row.ends))
    return [
        provider_id
        for provider_id in provider_ids
        if provider_id in hours
        and free_days(hours[provider_id], held.get(provider_id, []), day, day, timezone, now)[0].slots
    ]
