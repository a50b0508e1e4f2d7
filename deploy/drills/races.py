"""`make races`: everything that takes time of one calendar at the same moment, a hundred times.

In each run a client books at once, the provider enters an appointment, drags another one there, blocks the
time, takes the day off and accepts a request, for times that are the same, overlap, or meet by their buffers.
Afterwards nothing may overlap, each call must have its answer, each answer must be true, and the alerts must
be those of what happened. There are two processes of booking, and two calendars, used in turn.

python -m drills.races [RUNS]
"""

import secrets
import sys
from collections import Counter
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Final

import asyncpg
import httpx
from bench.fixtures.calendars import complete_one_each
from client.api_client import UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from client.workplaces import new_clients
from local.cluster import Cluster
from local.databases import asyncpg_url

from drills.customers import open_http
from drills.race_calendar import Calendar, Clients, open_calendar
from drills.race_rules import (
    Alert,
    Booked,
    Found,
    Period,
    Run,
    Tally,
    confirmed_orders,
    expected_alerts,
    faults_of,
    plan_of,
)
from drills.running import Drill, NotTried, run_drill
from drills.sets import settings_of_parts, started_behind_balancers

RUNS: Final = 100
MOST_RUNS: Final = 200
"""A client has 100 open bookings with one provider at most, and a provider 100 blocks."""
DOUBLED: Final = "booking"
PATIENCE: Final = 60.0
"""Seconds for what is opened before the runs."""
_FIRST_DAY: Final = 3
"""Days from today to that of the first run; each run has a day of its own."""
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

    async def are_known(self, accounts: Sequence[str]) -> bool:
        """Whether booking has heard of all these accounts and that their addresses are confirmed."""
        return await self._booking.fetchval(_KNOWN, list(accounts)) == len(accounts)

    async def deadlocks(self) -> int:
        """How many deadlocks booking's database has had."""
        return await self._booking.fetchval(_DEADLOCKS) or 0


@dataclass
class Races:
    """The runs on two calendars, one after another, and what came of them."""

    calendars: tuple[Calendar, ...]
    evidence: Evidence
    seed: str = field(default_factory=lambda: secrets.token_hex(4))
    tally: Tally = field(default_factory=Tally)
    faults: list[str] = field(default_factory=list[str])
    slowest_seconds: float = 0.0
    _alerts: Counter[Alert] = field(default_factory=Counter[Alert])
    """Of the runs so far."""
    _confirmed: set[str] = field(default_factory=set[str])
    """The orders of the runs so far that the provider has put over the own rules."""
    _overlaps: set[str] = field(default_factory=set[str])

    async def run(self, runs: int) -> None:
        """Let so many runs take place."""
        today = datetime.now(UTC).date()
        deadlocks = await self.evidence.deadlocks()
        for number in range(runs):
            await self._run(number, today + timedelta(days=_FIRST_DAY + number))
        self.faults += [f"{alert} came later" for alert in await self._all_alerts() - self._alerts]
        if more := await self.evidence.deadlocks() - deadlocks:
            self.faults.append(f"{more} deadlocks")

    async def _run(self, number: int, day: date) -> None:
        calendar = self.calendars[number % len(self.calendars)]
        run = await calendar.race(plan_of(self.seed, number, day, flexible=calendar.flexible))
        self.tally.add(run)
        self.slowest_seconds = max(self.slowest_seconds, *(said.seconds for said in run.said.values()))
        self.faults += faults_of(run, await self._found(calendar, run))

    async def _found(self, calendar: Calendar, run: Run) -> Found:
        """Look at all there is, also once the day off is taken back."""
        plan, provider = run.plan, run.sides.provider
        orders, over_rules = await self.evidence.orders(provider, plan.day)
        blocks = await self.evidence.blocks(provider, plan.day)
        self._confirmed |= confirmed_orders(run, over_rules)
        overlaps = set(await self.evidence.overlapping(provider, plan.buffer, self._confirmed))
        new_overlaps, self._overlaps = sorted(overlaps - self._overlaps), self._overlaps | overlaps
        alerts = await self._alerts_of(run)
        offered = await calendar.offered(plan.day)
        await calendar.reopen()
        return Found(
            orders, over_rules, blocks, new_overlaps, alerts, offered, await calendar.offered(plan.day)
        )

    async def _alerts_of(self, run: Run) -> Counter[Alert]:
        """The alerts of a run: those that are expected are waited for, as long as `eventually` does."""
        expected = expected_alerts(run)
        found = Counter[Alert]()

        async def arrived() -> bool:
            nonlocal found
            found = await self._all_alerts() - self._alerts
            return not expected - found

        with suppress(UnexpectedRefusal):  # the verdict names those that are missing
            await eventually(arrived)
        self._alerts += found
        return found

    async def _all_alerts(self) -> Counter[Alert]:
        sides = [calendar.sides for calendar in self.calendars]
        accounts = {account for each in sides for account in vars(each).values()}
        return await self.evidence.alerts(sorted(accounts))

    def __str__(self) -> str:
        won = ", ".join(f"{step} {count}" for step, count in sorted(self.tally.won.items()))
        refused = self.tally.refused.most_common()
        lines = [f"    {count} × {step}: {sentence}" for (step, sentence), count in refused]
        slowest = f"slowest answer {self.slowest_seconds:.2f} s, seed {self.seed}"
        return "\n".join([f"  done: {won}", "  refused:", *lines, f"  {slowest}"])


@asynccontextmanager
async def open_races(
    http: httpx.AsyncClient, mailbox: MailboxClient, booking: str, notifications: str
) -> AsyncGenerator[Races]:
    """Open the accounts and both calendars; `booking` and `notifications` are the urls of databases. The
    clients are no newcomers any more, as booking's database is told."""
    async with AsyncExitStack() as stack:
        connections: list[asyncpg.Connection] = []
        for url in (booking, notifications):
            connections.append(await asyncpg.connect(asyncpg_url(url)))
            stack.push_async_callback(connections[-1].close)
        evidence = Evidence(*connections)
        clients = Clients(*await new_clients(http, mailbox, len(Clients._fields)))
        ids = [client.id for client in clients]
        await eventually(lambda: evidence.are_known(ids), "clients whom booking knows", PATIENCE)
        await complete_one_each(booking, ids, requested=False)
        calendars = [await open_calendar(http, mailbox, clients, flexible=each) for each in (True, False)]
        yield Races(tuple(calendars), evidence)


def _bounds(day: date) -> tuple[datetime, datetime]:
    begins = datetime.combine(day, time(), UTC)
    return begins, begins + timedelta(days=1)


def _period(row: asyncpg.Record, day: date) -> Period:
    begins, minute = _bounds(day)[0], timedelta(minutes=1)
    return (row["starts_at"] - begins) // minute, (row["ends_at"] - begins) // minute


async def drill(folder: Path, words: Sequence[str]) -> list[str]:
    """On a set of its own, with two processes of booking; returns the faults."""
    runs = int(words[0]) if words else RUNS
    if not 0 < runs <= MOST_RUNS:
        raise NotTried(f"from 1 to {MOST_RUNS} runs can be made")
    cluster = Cluster(folder, extra=settings_of_parts())
    async with started_behind_balancers(cluster, [DOUBLED]) as balanced, open_http(cluster.url) as http:
        await balanced.start(f"{DOUBLED}-2")
        mailbox = MailboxClient(http, cluster.mail.list_url, PATIENCE)
        urls = cluster.database_urls
        async with open_races(http, mailbox, urls["booking"], urls["notifications"]) as races:
            print(f"  {len(races.calendars)} calendars are open", flush=True)
            await races.run(runs)
            print(races, flush=True)
            return races.faults


DRILL: Final = Drill(
    "Everything that takes time of one calendar, at the same moment, again and again.",
    drill,
    "nothing overlapped, and each call was answered with what is so.",
)

if __name__ == "__main__":
    sys.exit(run_drill("races", DRILL, sys.argv[1:]))
