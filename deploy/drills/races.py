"""`make races`: everything that takes time of one calendar at the same moment, a hundred times.

In each run a client books at once, the provider enters an appointment, drags another one there, blocks the
time, takes the day off and accepts a request, for times that are the same, overlap, or meet by their buffers.
Afterwards nothing may overlap, each call must have its answer, each answer must be true, and the alerts must
be those of what happened. There are two processes of booking, and two calendars, used in turn.

python -m drills.races [RUNS]
"""

import argparse
import asyncio
import secrets
import sys
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

import httpx
from client.api_client import EVENTUALLY_SECONDS, UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from local.cluster import Cluster, process_names
from local.folders import temporary_folder
from testkit.environments import CHEAP_PASSWORDS, NO_RATE_LIMITS

from drills.customers import open_http
from drills.invariants import verdict
from drills.race_calendar import Calendar, open_clients, open_offer
from drills.race_evidence import Evidence, open_evidence
from drills.race_judging import Alert, Found, Run, Tally, confirmed_orders, expected_alerts, faults_of
from drills.race_plans import plan_of
from drills.replicas import balancers_before

RUNS: Final = 100
MOST_RUNS: Final = 200
"""A client has 100 open bookings with one provider at most, and a provider 100 blocks."""
DOUBLED: Final = "booking"
_FIRST_DAY: Final = 3
"""Days from today to that of the first run; each run has a day of its own."""


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
        run = await calendar.race(plan_of(self.seed, number, day, flexible=calendar.offer.flexible))
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

        async def arrived() -> bool | None:
            nonlocal found
            found = await self._all_alerts() - self._alerts
            return not expected - found or None

        with suppress(UnexpectedRefusal):  # the verdict names those that are missing
            await eventually(arrived, "the alerts of a run", EVENTUALLY_SECONDS)
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
    """Open the accounts and both calendars; `booking` and `notifications` are the urls of databases."""
    async with open_evidence(booking, notifications) as evidence:
        clients, flexible, fixed = await asyncio.gather(
            open_clients(http, mailbox, evidence, booking),
            open_offer(http, mailbox, flexible=True),
            open_offer(http, mailbox, flexible=False),
        )
        yield Races((Calendar(flexible, clients), Calendar(fixed, clients)), evidence)


async def drill(folder: Path, runs: int) -> list[str]:
    """On a cluster of its own, with two processes of booking; returns the faults."""
    extra: dict[str, dict[str, object]] = {"gateway": NO_RATE_LIMITS, "identity": {**CHEAP_PASSWORDS}}
    cluster = Cluster(folder, extra=extra)
    names = process_names(DOUBLED, 2)
    async with balancers_before([DOUBLED]) as balancers:
        balancers[DOUBLED].add([cluster.url_of(DOUBLED)])
        cluster.addresses[DOUBLED] = balancers[DOUBLED].url
        try:
            await asyncio.to_thread(cluster.start)
            await asyncio.to_thread(cluster.launch, names[1])
            await asyncio.to_thread(cluster.wait_ready, names[1])
            balancers[DOUBLED].add([cluster.url_of(names[1])])
            await balancers[DOUBLED].until_ready(cluster.url_of(names[1]))
            return await _drill(cluster, runs)
        finally:
            await asyncio.to_thread(cluster.stop)


async def _drill(cluster: Cluster, runs: int) -> list[str]:
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(open_http(cluster.url))
        mailbox = MailboxClient(http, cluster.mail.list_url, 60)
        urls = cluster.database_urls
        races = await stack.enter_async_context(
            open_races(http, mailbox, urls["booking"], urls["notifications"])
        )
        print(f"  {len(races.calendars)} calendars are open", flush=True)
        await races.run(runs)
        print(races, flush=True)
        return races.faults


def _runs(typed: str) -> int:
    runs = int(typed)
    if not 0 < runs <= MOST_RUNS:
        raise argparse.ArgumentTypeError(f"from 1 to {MOST_RUNS}")
    return runs


def main() -> int:
    """Run it; returns 1 if something did not hold."""
    parser = argparse.ArgumentParser(description="Races for the time of one calendar.")
    parser.add_argument("runs", nargs="?", type=_runs, default=RUNS)
    runs: int = parser.parse_args().runs
    print(f"{runs} times everything that takes time of one calendar, at the same moment.")
    with temporary_folder("races") as folder:
        try:
            faults = asyncio.run(drill(folder, runs))
        except UnexpectedRefusal as problem:
            faults = [str(problem)]
    return verdict(faults, f"in {runs} runs nothing overlapped, and each call was answered with what is so.")


if __name__ == "__main__":
    sys.exit(main())
