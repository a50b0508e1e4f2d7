"""Checks databases and mail server: no event, alert or mail of an order may be lost or duplicated."""

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import cast

import asyncpg
from local.cluster import Cluster
from local.databases import asyncpg_url

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


@dataclass(frozen=True)
class Placed:
    """A committed order and its two sides."""

    order_id: str
    provider_id: str
    provider_email: str
    client_id: str | None
    """None for a guest."""
    client_email: str


class Evidence:
    """Reads the databases directly, so that no check relies on the service that it checks."""

    def __init__(self, cluster: Cluster, mails_at_most: int = 2) -> None:
        """A mail may come as often as `mails_at_most`: twice, if a process may be killed that has sent it."""
        self._cluster = cluster
        self._mails_at_most = mails_at_most

    async def settled_faults(self, orders: list[Placed], patience: float) -> list[str]:
        """All faults once nothing is pending any more, or after `patience` seconds."""
        deadline = asyncio.get_running_loop().time() + patience
        while (waiting := await self.unfinished()) and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.2)
        if waiting:
            return [waiting]
        await asyncio.sleep(1)  # consumers may still handle the last events
        faults = await self.faults(orders)
        while faults and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(1)
            faults = await self.faults(orders)
        return faults

    async def unfinished(self) -> str | None:
        """What is still pending; None when nothing is."""
        for service in self._cluster.database_urls:
            waiting = await self._value(service, COUNT_UNSENT)
            if waiting:
                return f"{waiting} events wait in the outbox of {service}"
        waiting = await self._value("notifications", WAITING_MAILS)
        return f"{waiting} mails wait" if waiting else None

    async def faults(self, orders: list[Placed]) -> list[str]:
        """All faults; empty when there are none."""
        found = [f"doubled alert {tuple(row)}" for row in await self.rows("notifications", DOUBLED_ALERTS)]
        if lost := await self._value("notifications", LOST_MAILS):
            found.append(f"{lost} mails were given up")
        alerts = await self.rows("notifications", ALERTS)
        mails = await self.rows("notifications", MAILS)
        received = tuple(self._cluster.mail.mails)
        arrived = Counter(mail.message_id.strip("<>").split("@")[0] for mail in received)
        for order in orders:
            found += self._alert_faults(order, alerts)
            found += self._mail_faults(order, mails, arrived)
        found += await self._projection_faults(orders)
        return found

    def _alert_faults(self, order: Placed, alerts: list[asyncpg.Record]) -> list[str]:
        due = {order.provider_id: 1} | ({order.client_id: 1} if order.client_id else {})
        found: list[str] = []
        of_order = Counter(str(row["receiver_id"]) for row in alerts if order.order_id in row["source"])
        for receiver, expected in due.items():
            seen = of_order[receiver]
            if seen != expected:
                found.append(f"order {order.order_id}: {seen} alerts for {receiver} instead of {expected}")
        return found

    def _mail_faults(self, order: Placed, mails: list[asyncpg.Record], arrived: Counter[str]) -> list[str]:
        """Mails, by Message-ID, that did not reach the mail server, or reached it too often."""
        queued = [str(row["id"]) for row in mails if order.order_id in row["source"]]
        name, most = f"order {order.order_id}", self._mails_at_most
        found = [f"{name}: mail {each} never arrived" for each in queued if not arrived[each]]
        found += [
            f"{name}: mail {each} came {arrived[each]} times" for each in queued if arrived[each] > most
        ]
        if len(queued) != MAILS_OF_AN_ACCEPTED_ORDER:
            found.append(f"{name}: {len(queued)} mails were queued")
        return found

    async def _projection_faults(self, orders: list[Placed]) -> list[str]:
        """Orders that a projection outside booking does not hold exactly once."""
        found: list[str] = []
        for service in self._cluster.database_urls:
            if service == "booking":
                continue
            for row in await self.rows(service, TABLES_WITH_ORDERS):
                table = str(row["table_name"])
                found += await self._table_faults(service, table, orders)
        return found

    async def _table_faults(self, service: str, table: str, orders: list[Placed]) -> list[str]:
        counted = await self.rows(service, f'SELECT order_id, count(*) AS rows FROM "{table}" GROUP BY 1')  # noqa: S608
        rows = {str(row["order_id"]): int(row["rows"]) for row in counted}
        return [
            f"{service}.{table}: order {order.order_id} is there {rows.get(order.order_id, 0)} times"
            for order in orders
            if rows.get(order.order_id, 0) != 1
        ]

    async def rows(self, service: str, query: str, *values: str) -> list[asyncpg.Record]:
        """What this query finds in the database of a service."""
        connection = await asyncpg.connect(asyncpg_url(self._cluster.database_urls[service]))
        try:
            return cast(list[asyncpg.Record], await connection.fetch(query, *values))
        finally:
            await connection.close()

    async def _value(self, service: str, query: str, *values: str) -> int:
        return int((await self.rows(service, query, *values))[0][0])
