"""`make upgrade`: from the last release to this checkout, while people book.

The last release's code migrates and serves, two processes of each part. Then, as in a cluster: the new
migrations run, one process for each service; old processes that end meanwhile start again; each old process
gives way to a new one, which starts beside it and is ready before the old one leaves its balancer and is
stopped. No answer may be a failure, and nothing may be lost or come twice. What people made with the old
code, orders of every state among it, is read as it was (`drills.former_data`). In the end people try
everything that `make backup` tries, on the new code alone.

Processes get their settings as variables of the environment, of which each version reads those that it knows.
What is to be stopped is taken out of its balancer before, as `preStop` does it: release 1.0.0 does not know
STOP_NOTICE_SECONDS. Old gateways serve the web app of this checkout.

python -m drills.upgrade [orders a second]
"""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import httpx
from chassis.version import VERSION
from client.api_client import UnexpectedRefusal, eventually
from client.mailbox_client import MailboxClient
from local.cluster import NO_BROKER, THIS_CHECKOUT, Cluster, part_of
from local.databases import SERVICES, rows_of
from local.layout import PARTS
from local.rabbitmq import find_broker
from testkit.environments import settings_of_parts

from drills.backup_traffic import Traffic
from drills.customers import Seen, customers_of
from drills.evidence import PATIENCE, broken_or_differing
from drills.former_data import made_by_old_code
from drills.former_release import base, changed_migrations, take_out
from drills.replicas import ReplicaDrill
from drills.running import Drill, NotTried, run_drill
from drills.sets import BalancedSet, started_behind_balancers

RATE: Final = 2.0
"""Orders a second."""
SHORT_RATE: Final = 0.5
"""The same in the short form: half a suite runs beside it."""
VISITS: Final = 1.0
"""Calls a second of those who look around, and of a provider who does what each service reads and writes."""
REPLICAS: Final = 2
DRAIN_SECONDS: Final = 2.0
"""Between a process leaving its balancer and its stop: longer than a gateway or client keeps an idle
connection."""
KEEPALIVE_SECONDS: Final = 1
MAILS: Final = "notifications"
OK: Final = 200
_REVISION: Final = "SELECT version_num FROM alembic_version"
Pair = tuple[str, str]
"""A process with the old code, and that which takes its place."""


class UpgradeDrill(ReplicaDrill):
    """The steps, on a cluster that runs with the old code."""

    def __init__(self, balanced: BalancedSet, seen: Seen) -> None:
        super().__init__(balanced, seen)
        self._old = self._cluster.code

    @asynccontextmanager
    async def step(self, what: str) -> AsyncGenerator[None]:
        """Tells what came of orders while this context was open; there must be some."""
        orders = len(self._seen.placed)
        with self._seen.told(what):
            yield
            try:
                await eventually(
                    lambda: len(self._seen.placed) > orders, f"an order during “{what}”", PATIENCE
                )
            except UnexpectedRefusal as error:
                self.faults.append(str(error))

    async def migrate(self, *, expected: bool) -> str:
        """Run the new migrations; returns a service whose database moved, '' if there is none. It is a fault
        when none is and one is `expected`."""
        before = await self._revisions()
        self._cluster.code = THIS_CHECKOUT
        done = await asyncio.gather(*(asyncio.to_thread(self._cluster.migrate, each) for each in SERVICES))
        after = await self._revisions()
        for service, each in zip(SERVICES, done, strict=True):
            if each.returncode:
                self.faults.append(f"the migrations of {service} failed: {each.stderr[-2000:]}")
        moved = [each for each in SERVICES if before[each] != after[each]]
        print("  " + ", ".join(f"{each} {before[each]} to {after[each]}" for each in moved), flush=True)
        if expected and not moved:
            self.faults.append("there are new migrations, and no database has moved")
        return next(iter(moved), "")

    async def restart_old(self, names: Iterable[str]) -> None:
        """An old process that ends on the new schema starts again and serves. What sends mails is stopped,
        not killed: a mail that was just sent would be sent again, by both versions."""
        self._cluster.code = self._old
        for name in names:
            if self._cluster.end_of(name) is None and name in self._cluster.processes:
                await self._take_out(name)
                if part_of(name) == MAILS:
                    await asyncio.to_thread(self._cluster.stop_process, name)
                else:
                    await asyncio.to_thread(self._cluster.kill, name)
            await self._balanced.start(name)
        self._cluster.code = THIS_CHECKOUT

    async def old_migrations(self, service: str) -> None:
        """The old version's migrations on the new schema, as after a step back: they say so, and change
        nothing."""
        before = await self._revisions()
        self._cluster.code = self._old
        done = await asyncio.to_thread(self._cluster.migrate, service)
        self._cluster.code = THIS_CHECKOUT
        if not done.returncode or "newer version" not in done.stderr:
            self.faults.append(f"old migrations of {service} on the new schema: {done.stderr[-500:]}")
        if await self._revisions() != before:
            self.faults.append(f"old migrations of {service} changed a database")

    async def renew(self, pairs: Sequence[Pair]) -> None:
        """Let these new processes take the place of old ones, all at once."""
        await self._balanced.start(*(new for _, new in pairs))
        await asyncio.gather(*(self.stop(old) for old, _ in pairs))

    async def stop(self, name: str) -> None:
        """Take a process out of its balancer, and stop it."""
        await self._take_out(name)
        await asyncio.to_thread(self._cluster.stop_process, name)

    async def check_versions(self, names: Iterable[str]) -> None:
        """These processes run the code of this checkout."""
        async with httpx.AsyncClient() as operator:
            for name in names:
                said = (await operator.get(f"{self._cluster.operations_url_of(name)}/metrics")).text
                if f'version="{VERSION}"' not in said:
                    self.faults.append(f"{name} does not run {VERSION}")

    async def _take_out(self, name: str) -> None:
        self._balanced.take_out(name)
        await asyncio.sleep(DRAIN_SECONDS)

    async def _revisions(self) -> dict[str, str]:
        return {
            service: str((await rows_of(self._cluster.owner_url(service), _REVISION))[0][0])
            for service in SERVICES
        }


async def drill(folder: Path, *, replicas: int, rate: float = RATE) -> list[str]:
    """Upgrade a cluster of its own with so many processes of each part; returns the faults. Raises
    NotTried, with the reason."""
    commit = _base()
    changed = changed_migrations(commit)
    print(f"  from {commit[:12]}: {', '.join(changed) or 'no migrations since'}", flush=True)
    code = await asyncio.to_thread(take_out, commit, folder / "former")
    extra = settings_of_parts(gateway={"upstream_keepalive_seconds": KEEPALIVE_SECONDS})
    cluster = Cluster(folder, extra=extra, replicas=replicas, code=code)
    async with started_behind_balancers(cluster) as balanced:
        print(f"  {len(cluster.processes)} processes run the old code on the old schema", flush=True)
        return await _upgrade(balanced, replicas, rate, expected=bool(changed))


def _base() -> str:
    if taken := {"DATABASE_URL", "RABBITMQ_URL"} & set(os.environ):
        raise NotTried(f"it needs stores of its own, and {' and '.join(sorted(taken))} names another")
    if find_broker(Path()) is None:
        raise NotTried(NO_BROKER)
    return base()


async def _upgrade(balanced: BalancedSet, replicas: int, rate: float, *, expected: bool) -> list[str]:
    cluster = balanced.cluster
    async with AsyncExitStack() as stack:
        customers = await customers_of(stack, cluster, providers=replicas + 1, clients=2 * replicas + 1)
        http, mailbox = customers.http, MailboxClient(customers.http, cluster.mail.list_url, PATIENCE)
        before = await stack.enter_async_context(made_by_old_code(cluster, http, mailbox))
        run = UpgradeDrill(balanced, customers.seen)
        run.faults += await before.keep()
        async with customers.booking(rate), customers.browsing(VISITS), customers.keeping_shop(VISITS):
            await _steps(run, replicas, expected=expected)
        run.faults += await before.lost()
        new = [new for pairs in rounds(replicas) for _, new in pairs]
        await run.check_versions(new)
        await run.check_sockets(customers, [name for name in new if part_of(name) == "gateway"])
        seen = customers.seen
        print(f"  {seen.read + seen.written} other calls were answered", flush=True)
        faults = run.faults + seen.failures + await _smoke_faults(http, mailbox)
        return faults + await broken_or_differing(cluster, seen.placed)


async def _steps(run: UpgradeDrill, replicas: int, *, expected: bool) -> None:
    async with run.step("the old code, before anything"):
        pass
    async with run.step("the new migrations, old code serves"):
        moved = await run.migrate(expected=expected)
    again = SERVICES if replicas > 1 else ["booking-3"]
    async with run.step("old processes start again on the new schema"):
        await run.restart_old(again)
        if moved:
            await run.old_migrations(moved)
    async with run.step("process by process to the new code"):
        for pairs in rounds(replicas):
            await run.renew(pairs)
        for name in set(again) - set(SERVICES):
            await run.stop(name)
    async with run.step("the new code alone"):
        pass


def rounds(replicas: int) -> list[list[Pair]]:
    """Who gives way to whom, and what at the same time. With one process of each part all do at once. With
    two, new gateways meet old services for a while, and old gateways new services."""
    if replicas == 1:
        return [[(part, f"{part}-2") for part in PARTS]]
    first = [[(part, f"{part}-3")] for part in ("gateway", *SERVICES)]
    return [*first, *([(f"{part}-2", f"{part}-4")] for part in (*SERVICES, "gateway"))]


async def _smoke_faults(http: httpx.AsyncClient, mailbox: MailboxClient) -> list[str]:
    """What does not work on the new code: people join, book, are accepted, leave, and are forgotten."""
    traffic = Traffic(http, mailbox)
    try:
        await traffic.prepare()
        await traffic.book_as_client()
        picture = await traffic.avatar()
        await traffic.leave()
    except (httpx.TransportError, UnexpectedRefusal) as error:
        return [f"after the upgrade: {type(error).__name__} {error}"]
    return [] if picture.status_code == OK else ["after the upgrade: a picture is not there"]


def main() -> int:
    """Run the long form; returns 1 if something did not hold."""

    async def run(folder: Path, words: Sequence[str]) -> list[str]:
        return await drill(folder, replicas=REPLICAS, rate=float(words[0]) if words else RATE)

    what = "From the last release to this checkout, two processes of each part."
    held = "every call was answered, nothing was lost or came twice, and the new code serves all."
    return run_drill("upgrade", Drill(what, run, held), sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
