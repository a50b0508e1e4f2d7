"""Reads the databases of booking and notifications after a run of `make races`, by statements of its own."""

from collections import Counter
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

import asyncpg
from local.databases import asyncpg_url

from drills.race_judging import Alert, Booked
from drills.race_plans import Period

OVERLAPPING: Final = """
    WITH held AS (
        SELECT 'order ' || s.order_id || ' ' || s.position AS what, false AS is_block, s.starts_at, s.ends_at,
            s.starts_at - own.buffer AS held_from, s.ends_at + own.buffer AS held_until,
            s.order_id = ANY($3::text[]) AS confirmed
        FROM session s, make_interval(mins => CASE WHEN s.proposed THEN 0 ELSE $2 END) AS own (buffer)
        WHERE s.provider_id = $1 AND s.status IN ('pending', 'accepted', 'ongoing')
            AND s.state NOT IN ('done', 'missed')
        UNION ALL
        SELECT 'block ' || block_id, true, starts_at, ends_at, starts_at, ends_at, false
        FROM blocked_time WHERE provider_id = $1
    )
    SELECT one.what, other.what AS other FROM held one JOIN held other ON one.what < other.what
    WHERE NOT (one.is_block AND other.is_block) AND CASE
        WHEN NOT (one.confirmed OR other.confirmed)
            THEN one.held_from < other.held_until AND other.held_from < one.held_until
        WHEN one.is_block OR other.is_block THEN false
        ELSE one.starts_at < other.ends_at AND other.starts_at < one.ends_at END
    ORDER BY one.what, other.what
"""
"""Appointments and blocks of a provider that meet, with so many minutes before and after each appointment;
the rows of what is proposed have these minutes in them already. What the provider has confirmed to be over
the own rules may be in blocks and buffers; it never meets another appointment itself (product.md 4.25)."""
_ORDERS: Final = """
    SELECT o.order_id, o.status, s.starts_at, s.ends_at, s.over_rules
    FROM booking_order o JOIN session s USING (order_id)
    WHERE o.provider_id = $1 AND NOT s.proposed AND s.starts_at >= $2 AND s.starts_at < $3
    ORDER BY s.starts_at, order_id
"""
_PROPOSED: Final = """
    SELECT p.order_id, o.status, to_timestamp(CAST(p.sessions -> 0 ->> 2 AS bigint)) AS starts_at,
        to_timestamp(CAST(p.sessions -> 0 ->> 3 AS bigint)) AS ends_at, p.over_rules
    FROM proposal p JOIN booking_order o USING (order_id)
    WHERE o.provider_id = $1 AND o.starts_at >= $2 AND o.starts_at < $3
"""
_BLOCKS: Final = """
    SELECT starts_at, ends_at FROM blocked_time
    WHERE provider_id = $1 AND starts_at >= $2 AND starts_at < $3 ORDER BY starts_at
"""
_ALERTS: Final = """
    SELECT kind, receiver_id, words ->> 'order_id' AS order_id FROM alert
    WHERE receiver_id = ANY($1::text[]) AND kind LIKE 'order\\_%'
"""
_KNOWN: Final = "SELECT count(*) FROM account WHERE account_id = ANY($1::text[]) AND confirmed"
_DEADLOCKS: Final = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"


class Evidence:
    """Reads what came of a run, so that no check relies on the services that it checks."""

    def __init__(self, booking: asyncpg.Connection, notifications: asyncpg.Connection) -> None:
        """Connections to the databases of these services."""
        self._booking = booking
        self._notifications = notifications

    async def overlapping(self, provider_id: str, buffer: int, confirmed: Collection[str]) -> list[str]:
        """What meets in a provider's calendar. `buffer`: minutes before and after each appointment;
        `confirmed`: ids of the orders that the provider has put over the own rules.
        """
        rows = await self._booking.fetch(OVERLAPPING, provider_id, buffer, list(confirmed))
        return [f"{row['what']} and {row['other']} overlap" for row in rows]

    async def orders(self, provider_id: str, day: date) -> tuple[list[Booked], frozenset[str]]:
        """The provider's orders of a day, first at the agreed times and then at those that are proposed; and
        the ids of those that say that they are over the own rules.
        """
        rows = await self._booking.fetch(_ORDERS, provider_id, *_bounds(day))
        orders = [Booked(row["order_id"], row["status"], _period(row, day)) for row in rows]
        proposed = await self._booking.fetch(_PROPOSED, provider_id, *_bounds(day))
        orders += [Booked(row["order_id"], row["status"], _period(row, day), True) for row in proposed]
        return orders, frozenset(str(row["order_id"]) for row in [*rows, *proposed] if row["over_rules"])

    async def blocks(self, provider_id: str, day: date) -> list[Period]:
        """The provider's blocked periods of a day."""
        rows = await self._booking.fetch(_BLOCKS, provider_id, *_bounds(day))
        return [_period(row, day) for row in rows]

    async def alerts(self, accounts: Sequence[str]) -> Counter[Alert]:
        """The alerts about orders of these accounts."""
        rows = await self._notifications.fetch(_ALERTS, list(accounts))
        return Counter(Alert(row["kind"], row["receiver_id"], row["order_id"]) for row in rows)

    async def are_known(self, accounts: Sequence[str]) -> bool | None:
        """Whether booking has heard of all these accounts and that their addresses are confirmed; else
        None.
        """
        return await self._booking.fetchval(_KNOWN, list(accounts)) == len(accounts) or None

    async def deadlocks(self) -> int:
        """How many deadlocks booking's database has had."""
        return await self._booking.fetchval(_DEADLOCKS) or 0


@asynccontextmanager
async def open_evidence(booking: str, notifications: str) -> AsyncGenerator[Evidence]:
    """Connect to the databases at these urls."""
    one = await asyncpg.connect(asyncpg_url(booking))
    try:
        other = await asyncpg.connect(asyncpg_url(notifications))
        try:
            yield Evidence(one, other)
        finally:
            await other.close()
    finally:
        await one.close()


def _bounds(day: date) -> tuple[datetime, datetime]:
    begins = datetime.combine(day, time(), UTC)
    return begins, begins + timedelta(days=1)


def _period(row: asyncpg.Record, day: date) -> Period:
    begins, minute = _bounds(day)[0], timedelta(minutes=1)
    return (row["starts_at"] - begins) // minute, (row["ends_at"] - begins) // minute
