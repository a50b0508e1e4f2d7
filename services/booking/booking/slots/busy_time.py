"""The time of providers that is not free: rule 4 of api.md's slot rules, and what Openhours adds to it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from chassis.db import Connection
from sqlalchemy import text

from booking.slots.rules import Period, merged

# Sessions with clients; the provider's own appointments as somebody's client; calendars of elsewhere.
# OFFSET 0: an order's sessions are looked up by its id, also by a plan that was made while the tables were
# empty, which is kept; a join's would go through all sessions. A constraint keeps sessions within two days,
# so that those which end later than that after the last instant need not be looked at.
HELD_TIME: Final = """
    SELECT s.provider_id, extract(epoch FROM s.starts_at)::bigint AS starts,
        extract(epoch FROM s.ends_at)::bigint AS ends
    FROM session s
    WHERE s.provider_id = ANY(:provider_ids) AND s.status IN ('pending', 'accepted', 'ongoing')
      AND s.ends_at > :first AND s.ends_at < CAST(:last AS timestamptz) + interval '2 days'
      AND s.starts_at < :last AND s.order_id <> :but_order
    UNION ALL
    SELECT o.client_id, extract(epoch FROM s.starts_at)::bigint, extract(epoch FROM s.ends_at)::bigint
    FROM booking_order o
    CROSS JOIN LATERAL (
        SELECT starts_at, ends_at FROM session WHERE session.order_id = o.order_id OFFSET 0
    ) AS s
    WHERE o.client_id = ANY(:provider_ids) AND o.status IN ('pending', 'accepted', 'ongoing')
      AND s.ends_at > :first AND s.starts_at < :last AND o.order_id <> :but_order
    UNION ALL
    SELECT b.provider_id, extract(epoch FROM b.starts_at)::bigint, extract(epoch FROM b.ends_at)::bigint
    FROM busy_time b
    WHERE b.provider_id = ANY(:provider_ids) AND b.ends_at > :first AND b.starts_at < :last
"""
_HELD_TIME: Final = text(HELD_TIME)
HELD_TIME_OF_ONE: Final = HELD_TIME.replace("= ANY(:provider_ids)", "= :provider_id")
"""The same for one provider: a statement with an array is planned anew each time, longer than it runs."""


async def held_time(
    tx: Connection,
    provider_ids: Sequence[str],
    first: datetime,
    last: datetime,
    *,
    but_order: str = "",
) -> dict[str, list[Period]]:
    """Each provider's held time between two instants, as the slot engine takes it.

    What `but_order` holds counts as free: its own time does not stand in the way of moving it.
    """
    held: dict[str, list[Period]] = {provider_id: [] for provider_id in provider_ids}
    values = {"provider_ids": list(provider_ids), "first": first, "last": last, "but_order": but_order}
    for provider_id, starts, ends in await tx.session.execute(_HELD_TIME, values):
        held[provider_id].append((starts, ends))
    return {provider_id: merged(periods) for provider_id, periods in held.items()}
