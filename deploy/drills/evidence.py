"""What must hold after every drill, read from the databases and the mail server.

No order that was answered is lost, no time is given twice, each alert and mail of an order is there once, and
what services keep of each other is what its owner has. Nothing relies on the service that is looked at.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from time import monotonic
from typing import Final

import asyncpg
from bench.fixtures.calendars import forget_completed
from client.api_client import lasting
from local.cluster import Cluster
from local.databases import SERVICES, rows_of

from drills.projections import projection_faults
from drills.race_rules import Alert, Booked, Period

PATIENCE: Final = 60.0
"""Seconds for which events and mails may be under way."""
TABLES_WITH_ORDERS = """
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'order_id' AND table_name NOT IN ('mail', 'mailbox_entry')
    ORDER BY table_name
"""
"""Those that hold an order once; its mails are counted by themselves."""
COUNT_UNSENT = "SELECT count(*) FROM outbox"
DOUBLED_ALERTS = "SELECT source, receiver_id, kind FROM alert GROUP BY 1, 2, 3 HAVING count(*) > 1"
ALERTS = "SELECT source, receiver_id FROM alert"
WAITING_MAILS = "SELECT count(*) FROM mail WHERE sent_at IS NULL AND given_up_at IS NULL"
LOST_MAILS = "SELECT count(*) FROM mail WHERE given_up_at IS NOT NULL"
MAILS_OF_AN_ACCEPTED_ORDER = 4
"""To each side: the request, and the acceptance."""
MAILS = "SELECT id, source FROM mail"


STATUS = "SELECT order_id, status FROM booking_order"
GIVEN_TWICE = """
    SELECT one.order_id, other.order_id AS other_id FROM session one JOIN session other
        ON one.provider_id = other.provider_id AND one.order_id < other.order_id
        AND one.starts_at < other.ends_at AND other.starts_at < one.ends_at
    WHERE one.status IN ('pending', 'accepted', 'ongoing')
        AND other.status IN ('pending', 'accepted', 'ongoing')
"""


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
_ORDER_ALERTS: Final = """
    SELECT kind, receiver_id, words ->> 'order_id' AS order_id FROM alert
    WHERE receiver_id = ANY($1::text[]) AND kind LIKE 'order\\_%'
"""
_DEADLOCKS: Final = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"


@dataclass(frozen=True)
class Placed:
    """A committed order and its two sides."""

    order_id: str
    provider_id: str
    provider_email: str
    client_id: str | None
    """None for a guest."""
    client_email: str


async def broken(cluster: Cluster, placed: Sequence[Placed], *, mails_at_most: int = 1) -> list[str]:
    """What does not hold once nothing is under way any more; empty when all does.

    A mail may come as often as `mails_at_most`: one that was sent when its process was killed comes again.
    """
    faults = await undelivered(cluster, placed, mails_at_most=mails_at_most)
    statuses = await statuses_of_orders(cluster)
    for order in placed:
        status = statuses.get(order.order_id, "lost")
        if status != "accepted":
            faults.append(f"order {order.order_id} was accepted and is {status}")
    twice = await _rows(cluster, "booking", GIVEN_TWICE)
    return faults + [f"orders {row['order_id']} and {row['other_id']} have the same time" for row in twice]


async def statuses_of_orders(cluster: Cluster) -> dict[str, str]:
    """The status of each order, by its id."""
    return {str(row["order_id"]): str(row["status"]) for row in await _rows(cluster, "booking", STATUS)}


async def differing(cluster: Cluster, seconds: float = PATIENCE) -> list[str]:
    """What services keep of each other and its owner has otherwise, once no event is under way any more."""
    urls = {service: cluster.owner_url(service) for service in SERVICES}
    return await lasting(lambda: projection_faults(urls), seconds)


async def broken_or_differing(
    cluster: Cluster, placed: Sequence[Placed], *, mails_at_most: int = 1
) -> list[str]:
    """Both. What the customers were given of a past, of which nobody else was told, is removed between."""
    faults = await broken(cluster, placed, mails_at_most=mails_at_most)
    await forget_completed(cluster.database_urls["booking"])
    return faults + await differing(cluster)


async def undelivered(
    cluster: Cluster, placed: Sequence[Placed], patience: float = PATIENCE, *, mails_at_most: int = 2
) -> list[str]:
    """What is lost or doubled of the events, alerts and mails of these orders, once nothing is under way any
    more, or after `patience` seconds."""
    deadline = monotonic() + patience
    if waiting := await lasting(lambda: _under_way(cluster), patience):
        return waiting
    await asyncio.sleep(1)  # consumers may still handle the last events
    return await lasting(lambda: _faults(cluster, placed, mails_at_most), deadline - monotonic())


async def _under_way(cluster: Cluster) -> list[str]:
    for service in cluster.database_urls:
        if waiting := await _value(cluster, service, COUNT_UNSENT):
            return [f"{waiting} events wait in the outbox of {service}"]
    waiting = await _value(cluster, "notifications", WAITING_MAILS)
    return [f"{waiting} mails wait"] if waiting else []


async def _faults(cluster: Cluster, placed: Sequence[Placed], mails_at_most: int) -> list[str]:
    doubled = await _rows(cluster, "notifications", DOUBLED_ALERTS)
    found = [f"doubled alert {tuple(row)}" for row in doubled]
    if lost := await _value(cluster, "notifications", LOST_MAILS):
        found.append(f"{lost} mails were given up")
    alerts = await _rows(cluster, "notifications", ALERTS)
    mails = await _rows(cluster, "notifications", MAILS)
    received = tuple(cluster.mail.mails)
    arrived = Counter(mail.message_id.strip("<>").split("@")[0] for mail in received)
    for order in placed:
        found += _alert_faults(order, alerts)
        found += _mail_faults(order, mails, arrived, mails_at_most)
    return found + await _copy_faults(cluster, placed)


def _alert_faults(order: Placed, alerts: list[asyncpg.Record]) -> list[str]:
    due = {order.provider_id: 1} | ({order.client_id: 1} if order.client_id else {})
    found: list[str] = []
    of_order = Counter(str(row["receiver_id"]) for row in alerts if order.order_id in row["source"])
    for receiver, expected in due.items():
        seen = of_order[receiver]
        if seen != expected:
            found.append(f"order {order.order_id}: {seen} alerts for {receiver} instead of {expected}")
    return found


def _mail_faults(order: Placed, mails: list[asyncpg.Record], arrived: Counter[str], most: int) -> list[str]:
    """Mails, by Message-ID, that did not reach the mail server, or reached it too often."""
    queued = [str(row["id"]) for row in mails if order.order_id in row["source"]]
    name = f"order {order.order_id}"
    found = [f"{name}: mail {each} never arrived" for each in queued if not arrived[each]]
    found += [f"{name}: mail {each} came {arrived[each]} times" for each in queued if arrived[each] > most]
    if len(queued) != MAILS_OF_AN_ACCEPTED_ORDER:
        found.append(f"{name}: {len(queued)} mails were queued")
    return found


async def _copy_faults(cluster: Cluster, orders: Sequence[Placed]) -> list[str]:
    """Orders that a projection outside booking does not hold exactly once."""
    found: list[str] = []
    for service in cluster.database_urls:
        if service == "booking":
            continue
        for row in await _rows(cluster, service, TABLES_WITH_ORDERS):
            table = str(row["table_name"])
            found += await _table_faults(cluster, service, table, orders)
    return found


async def _table_faults(cluster: Cluster, service: str, table: str, orders: Sequence[Placed]) -> list[str]:
    counted = await _rows(cluster, service, f'SELECT order_id, count(*) AS rows FROM "{table}" GROUP BY 1')  # noqa: S608
    rows = {str(row["order_id"]): int(row["rows"]) for row in counted}
    return [
        f"{service}.{table}: order {order.order_id} is there {rows.get(order.order_id, 0)} times"
        for order in orders
        if rows.get(order.order_id, 0) != 1
    ]


async def _rows(cluster: Cluster, service: str, query: str) -> list[asyncpg.Record]:
    return await rows_of(cluster.database_urls[service], query)


async def _value(cluster: Cluster, service: str, query: str) -> int:
    return int((await _rows(cluster, service, query))[0][0])


class CalendarEvidence:
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
        rows = await self._notifications.fetch(_ORDER_ALERTS, list(accounts))
        return Counter(Alert(row["kind"], row["receiver_id"], row["order_id"]) for row in rows)

    async def deadlocks(self) -> int:
        """How many deadlocks booking's database has had."""
        return await self._booking.fetchval(_DEADLOCKS) or 0


def _bounds(day: date) -> tuple[datetime, datetime]:
    begins = datetime.combine(day, time(), UTC)
    return begins, begins + timedelta(days=1)


def _period(row: asyncpg.Record, day: date) -> Period:
    begins, minute = _bounds(day)[0], timedelta(minutes=1)
    return (row["starts_at"] - begins) // minute, (row["ends_at"] - begins) // minute
