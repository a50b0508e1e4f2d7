"""`make chaos`: random faults in the whole set, while people book and look around; a schedule for each seed.

Processes are killed and halted, broker and database server go away, the disk of pictures is full, a clock
jumps, a network is slow. After each seed no order may be lost, no time given twice, each alert and mail of an
order must be there once, and what services keep of each other must equal what its owner has. Each fault goes
on until it is seen on a metric, and by an alert where a Prometheus is here.

python -m drills.chaos [SEED ...] [--seeds 10]
"""

import argparse
import asyncio
import shutil
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import httpx
from client.api_client import ApiClient, UnexpectedRefusal, eventually, lasting
from client.mailbox_client import MailboxClient
from local.cluster import Cluster
from local.supervision import ServerFailed

from drills.backup import openhours
from drills.customers import Customers, customers_of
from drills.evidence import Placed, broken, differing
from drills.faults import KINDS, Fault, draw
from drills.metric_readings import READ_SECONDS, Readings, reading
from drills.newcomers import Newcomers
from drills.prometheus import Prometheus, watching
from drills.running import Drill, meanwhile, run_drill
from drills.site import Site, open_site

SEEDS: Final = 10
OK: Final = 200
RATE: Final = 1.0
"""Orders a second of customers; newcomers book beside them, one after another."""
READS: Final = 3.0
PICTURES: Final = 0.5
DAYS: Final = 30
"""For how long the providers offer time: 24 orders a day and provider are enough for all seeds."""
PATIENCE: Final = 90.0
"""Seconds for which people repeat a call without an answer."""
SEEN_WITHIN: Final = 60.0
"""Seconds within which a fault must be seen, counted from its beginning."""
EQUAL_WITHIN: Final = 30.0
MAILS_AT_MOST: Final = 2
"""Once, and once more if its process was killed between sending it and writing that down."""


class Watch:
    """Sees faults: on the metrics, and by the alerts where a Prometheus is here."""

    def __init__(self, readings: Readings, prometheus: Prometheus | None) -> None:
        self._readings = readings
        self._prometheus = prometheus

    async def until_seen(self, fault: Fault) -> list[str]:
        """Return when this fault has lasted as long as it should and was seen, or SEEN_WITHIN is over; with
        what was not seen of it."""
        kind, began = KINDS[fault.kind], time.time()
        by_alert = self._prometheus is None

        async def unseen() -> list[str]:
            nonlocal by_alert
            if not by_alert and self._prometheus is not None:
                by_alert = kind.is_raised(fault, await self._prometheus.alerts())
            on_metric = kind.sign(fault, self._readings.since(began))
            not_yet = [] if on_metric else ["no metric has shown it"]
            return not_yet if by_alert else [*not_yet, f"{kind.alert} was not raised"]

        found = await lasting(unseen, SEEN_WITHIN)
        await asyncio.sleep(max(0.0, began + fault.lasts - time.time()))
        return found


class ChaosRun:
    """The seeds on one set, with the same people."""

    def __init__(self, site: Site, watch: Watch, customers: Customers, newcomers: Newcomers) -> None:
        self.site, self._watch = site, watch
        self._customers, self._newcomers = customers, newcomers
        self._alone = asyncio.Lock()
        self._mails = 0
        """How many mails had arrived more than once when this seed began."""
        self._faults: list[str] = []

    async def run(self, seed: str, schedule: Sequence[Fault]) -> list[str]:
        """Let people book while these faults last; returns what does not hold afterwards, after a line."""
        print(f"seed {seed}", *(f"  {fault}" for fault in schedule), sep="\n", flush=True)
        orders, began, self._faults = len(self._placed), time.monotonic(), []
        async with self._people(), asyncio.TaskGroup() as together:
            for fault in schedule:
                together.create_task(self._inflict(fault))
        seen, self._customers.seen.failures = self._customers.seen.failures, []
        try:
            await self.site.whole()
            await self._look_at_pictures()
        except (ServerFailed, UnexpectedRefusal) as problem:
            self._faults.append(str(problem))
        self._faults += _counted(seen) + await self._broken()
        took, placed = time.monotonic() - began, len(self._placed) - orders
        mails, self._mails = self._mails, self._mails_that_came_twice()
        print(
            f"seed {seed}: {len(schedule)} faults and {placed} orders in {took:.0f} s, "
            f"{self._mails - mails} mails came twice: "
            + ("BROKEN" if self._faults else "nothing lost, nothing doubled, every fault seen"),
            *self._faults, sep="\n  ", flush=True,
        )  # fmt: skip
        return self._faults

    @property
    def _placed(self) -> list[Placed]:
        return self._customers.seen.placed + self._newcomers.placed

    @asynccontextmanager
    async def _people(self) -> AsyncGenerator[None]:
        """People book, look around and change pictures while the context is open; on exit all is answered."""
        async with (
            meanwhile(self._newcomers_come),
            self._customers.booking(RATE),
            self._customers.browsing(READS),
            self._customers.changing_pictures(PICTURES),
        ):
            yield

    async def _newcomers_come(self, over: asyncio.Event) -> None:
        while not over.is_set():
            try:
                await self._newcomers.book_and_accept()
            except* (UnexpectedRefusal, httpx.TransportError) as group:
                self._faults += [f"newcomers: {each}"[:300] for each in group.exceptions]

    async def _inflict(self, fault: Fault) -> None:
        """Do it, and undo it once it was seen."""
        await asyncio.sleep(fault.after)
        kind = KINDS[fault.kind]
        try:
            async with AsyncExitStack() as stack:
                if kind.alone:
                    await stack.enter_async_context(self._alone)
                await stack.enter_async_context(kind.inflict(self.site, fault))
                self._faults += [f"{fault}: {each}" for each in await self._watch.until_seen(fault)]
        except ServerFailed as problem:
            self._faults.append(f"{fault}: {problem}")

    async def _look_at_pictures(self) -> None:
        """A picture can be changed again, and everybody sees it."""

        async def is_changed() -> bool:
            answer = await self._customers.change_picture()
            return answer is not None and answer.done

        await eventually(is_changed, "another picture", EQUAL_WITHIN)
        shop = self._customers.workplaces[0].shop
        stranger = ApiClient(self._customers.http)
        told = await stranger.must_get("get_provider_profile", username=shop.username)
        address = str(told.part("account_data")["avatar"])
        if (found := (await stranger.client.get(address)).status_code) != OK:
            self._faults.append(f"the picture that was changed last is answered with {found}")

    async def _broken(self) -> list[str]:
        """What of all that was placed so far does not hold, once nothing is under way any more."""
        cluster = self.site.cluster
        found = await broken(cluster, self._placed, mails_at_most=MAILS_AT_MOST)
        return found + await differing(cluster, EQUAL_WITHIN)

    def _mails_that_came_twice(self) -> int:
        came = Counter(mail.message_id for mail in self.site.cluster.mail.mails)
        return sum(times > 1 for times in came.values())


def _counted(failures: Sequence[str]) -> list[str]:
    """Each failure once, with how often it was met."""
    return [f"{failure} ({times} times)" for failure, times in Counter(failures).items()]


@asynccontextmanager
async def chaos(folder: Path) -> AsyncGenerator[ChaosRun]:
    """A set with people in it, ready for the first seed."""
    async with AsyncExitStack() as stack:
        site = await stack.enter_async_context(open_site(folder))
        cluster = site.cluster
        customers = await customers_of(stack, cluster, days=DAYS, patience=PATIENCE)
        await _tell_of_the_past(cluster)
        mailbox = MailboxClient(customers.http, cluster.mail.list_url, PATIENCE)
        newcomers = Newcomers(customers.http, mailbox)
        await newcomers.prepare()
        readings = await stack.enter_async_context(reading(cluster))
        watch = Watch(readings, await _prometheus(stack, cluster, folder))
        yield ChaosRun(site, watch, customers, newcomers)


async def _tell_of_the_past(cluster: Cluster) -> None:
    """The clients' past was written into booking's database: its replays tell the others."""
    for target in ("identity", "profiles", "feed"):
        words = ("--data-dir", str(cluster.folder), "replay", "--from", "booking", "--to", target)
        await asyncio.to_thread(openhours, {}, *words)


async def _prometheus(stack: AsyncExitStack, cluster: Cluster, folder: Path) -> Prometheus | None:
    if shutil.which("prometheus") is None:
        print("Skipped: no alerts, which need the server of Debian's package prometheus; metrics are read.")
        return None
    http = await stack.enter_async_context(httpx.AsyncClient())
    return await stack.enter_async_context(watching(cluster, http, folder / "prometheus", READ_SECONDS))


def kinds_here(site: Site) -> list[str]:
    """The kinds of faults that can be done here; those that cannot are named."""
    kinds = list(KINDS)
    if site.disk is None:
        print("Skipped: no full disk, which needs root to mount a small file system.")
        kinds.remove("disk")
    if not site.clocks:
        print("Skipped: no clock jumps, which need libfaketime (apt-get install libfaketime).")
        kinds.remove("clock")
    return kinds


async def drill(folder: Path, seeds: Sequence[str]) -> list[str]:
    """The seeds for which something did not hold."""
    async with chaos(folder) as run:
        kinds = kinds_here(run.site)
        return [f"seed {seed}" for seed in seeds if await run.run(seed, draw(seed, kinds))]


def main() -> int:
    """Run the seeds of the command line, or ten; returns 1 if something did not hold."""
    parser = argparse.ArgumentParser(prog="python -m drills.chaos")
    parser.add_argument("seed", nargs="*", help="draw the faults of these seeds")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="how many, if none is named")
    arguments = parser.parse_args()
    seeds: list[str] = arguments.seed or [str(number) for number in range(1, arguments.seeds + 1)]
    what = f"Seeds {', '.join(seeds)}; python -m drills.chaos SEED draws the same faults again."
    held = f"{len(seeds)} seeds; nothing was lost or doubled, all projections equal, every fault seen."
    return run_drill("chaos", Drill(what, drill, held), seeds)


if __name__ == "__main__":
    sys.exit(main())
