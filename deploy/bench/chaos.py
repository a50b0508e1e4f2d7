"""`make chaos`: kills processes at random points, and stops the broker, while people book.

Nothing may be lost, and nothing may happen twice.

python -m bench.chaos [points] [seed]
"""

import asyncio
import random
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

import httpx
from client.api_client import ApiAnswer, eventually, succeeded
from client.mailbox_client import MailboxClient
from client.personas import Client, Guest, Provider, Shop, Slot, free_slots, new_email
from local.cluster import Cluster, running_cluster
from local.folders import temporary_folder
from local.layout import PARTS
from testkit.environments import NO_RATE_LIMITS

from bench.evidence import Evidence, Placed

PATIENCE = 90.0
"""Seconds for which clients repeat requests, and for which events and mails may be pending."""
LATEST = 1.5
"""The latest second of a kill, counted from the first call of a booking."""
BROKER_AWAY = 20.0


@dataclass(frozen=True)
class Point:
    """When which process is killed."""

    victim: str
    after: float
    away: float = 0.0
    """Seconds until it is started again."""

    def __str__(self) -> str:
        return f"{self.victim} after {self.after:.2f} s, away for {self.away:.1f} s"


def draw_points(count: int, dice: random.Random, *, broker: bool) -> list[Point]:
    """Random kills, with an outage of the broker in their middle if `broker`."""
    drawn = [Point(dice.choice(PARTS), dice.uniform(0, LATEST), dice.uniform(0, 0.5)) for _ in range(count)]
    if broker:
        drawn.insert(count // 2, Point("broker", dice.uniform(0, LATEST), BROKER_AWAY))
    return drawn


class ChaosRun:
    """Bookings while processes are killed."""

    def __init__(self, cluster: Cluster, http: httpx.AsyncClient) -> None:
        self._cluster = cluster
        self._http = http
        self._postbox = MailboxClient(http, cluster.mail.list_url, PATIENCE)
        self._provider = Provider(http, "Mara Weiss", new_email("mara"))
        self._shop: Shop | None = None
        self.placed: list[Placed] = []

    async def prepare(self) -> None:
        """Create the provider while everything runs."""
        self._provider.patience = PATIENCE
        await self._provider.join(self._postbox)
        self._shop = await self._provider.open_shop()
        await free_slots(self._provider, self._shop)

    async def run_point(self, point: Point) -> None:
        """Book and accept as a guest and as a client while the process of `point` is killed."""
        async with asyncio.TaskGroup() as together:
            together.create_task(self._kill_and_restart(point))
            together.create_task(self.book_and_accept())

    async def find_faults(self) -> list[str]:
        """Wait until no event or mail is pending; returns the faults found then."""
        return await Evidence(self._cluster).settled_faults(self.placed, PATIENCE)

    async def _kill_and_restart(self, point: Point) -> None:
        await asyncio.sleep(point.after)
        if point.victim == "broker":
            await asyncio.to_thread(self._cluster.broker.stop)
            await asyncio.sleep(point.away)
            await asyncio.to_thread(self._cluster.broker.start)
        else:
            await asyncio.to_thread(self._cluster.kill, point.victim)
            await asyncio.sleep(point.away)
            await asyncio.to_thread(self._cluster.restart, point.victim)

    async def book_and_accept(self) -> None:
        """Book as a client and as a guest at once, and accept both."""
        assert self._shop is not None
        client = Client(self._http, "José O'Brien", new_email("jose"))
        guest = Guest(self._http, self._postbox, "Zoë Łódzka", new_email("zoe"))
        client.patience = guest.patience = PATIENCE
        slots = await free_slots(self._provider, self._shop)
        async with asyncio.TaskGroup() as both:
            both.create_task(self._by_client(client, slots[:1]))
            both.create_task(self._by_guest(guest, slots[1:2]))

    async def _by_client(self, client: Client, slots: list[Slot]) -> None:
        assert self._shop is not None
        await client.join(self._postbox)
        answer = await _book_until_accepted(client, self._shop, slots)
        await self._accepted(str(answer.part("booking_data")["order_id"]), client.id, client.email)

    async def _by_guest(self, guest: Guest, slots: list[Slot]) -> None:
        assert self._shop is not None
        await guest.introduce()
        answer = await _book_until_accepted(guest, self._shop, slots)
        await self._accepted(str(answer.part("booking_data")["order_id"]), None, guest.email)

    async def _accepted(self, order_id: str, client_id: str | None, email: str) -> None:
        succeeded("accept", await self._provider.respond(order_id, "accepted"))
        provider = self._provider
        self.placed.append(Placed(order_id, provider.id, provider.email, client_id, email))


async def _book_until_accepted(person: Client | Guest, shop: Shop, slots: list[Slot]) -> ApiAnswer:
    """Book, and repeat it while it is refused: booking may learn late of a new account or code."""

    async def look() -> ApiAnswer | None:
        answer = await person.book(shop, slots)
        return answer if answer.done else None

    return await eventually(look, f"a booking for {person.email}", PATIENCE)


async def run_chaos(cluster: Cluster, points: list[Point]) -> list[str]:
    """Book while these points are run; returns the faults found afterwards."""
    async with httpx.AsyncClient(base_url=cluster.url, timeout=10) as http:
        run = ChaosRun(cluster, http)
        await run.prepare()
        for number, point in enumerate(points, 1):
            await run.run_point(point)
            print(f"  {number}/{len(points)} {point}: {len(run.placed)} orders so far", flush=True)
        return await run.find_faults()


def main() -> int:
    """Run 30 points (or as many as the command line says) and an outage of 20 s; returns 1 on a fault."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    seed = sys.argv[2] if len(sys.argv) > 2 else secrets.token_hex(4)
    print(
        f"{count} points, seed {seed} (python -m bench.chaos {count} {seed} draws the same ones)", flush=True
    )
    points = draw_points(count, random.Random(seed), broker=True)
    with temporary_folder("chaos") as folder, running_cluster(_cluster(folder)) as cluster:
        faults = asyncio.run(run_chaos(cluster, points))
    print("\n".join(faults) or "Nothing was lost, nothing came twice.")
    return 1 if faults else 0


def _cluster(folder: Path) -> Cluster:
    return Cluster(folder, extra={"gateway": NO_RATE_LIMITS})


if __name__ == "__main__":
    sys.exit(main())
