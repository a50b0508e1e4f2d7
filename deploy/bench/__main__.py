"""`make bench`: ratios, each measured against its yardstick in the same run.

python -m bench [gateway] [socket] [parallel] [overlap] [feed] [fanout] [reads] [search] [slots] [orders]
                [order_news] [scroll] [first_second] [cost]
"""

import asyncio
import os
import secrets
import sys
import sysconfig
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path

import httpx
import uvloop
from client.mailbox_client import MailboxClient
from client.personas import Client, free_slots, order_payload
from client.workplaces import new_clients, new_shop
from httpx_aiohttp import HttpxAiohttpClient
from local.cluster import Cluster, running_cluster
from local.folders import temporary_folder

from bench.browser import first_second, scrolling
from bench.cost import booking_cost
from bench.fanout import SLOW, SOCKETS, fanout
from bench.feeds import feed_cost
from bench.fixtures.calendars import complete_one_each
from bench.load import Ratio, compare, target
from bench.order_news import order_news_cost
from bench.orders import order_cost
from bench.overlap import Calendar, Load, inspect_sessions
from bench.processes import quiet_settings
from bench.reads import read_cost
from bench.search import search_cost
from bench.slots import slots_cost
from bench.sockets import commit_to_socket

ROWS = 20
CONNECTIONS = 32
PARALLEL = 200
LIST_GOAL, TRIVIAL_GOAL = 0.80, 0.40
OVERLAP_SECONDS, OVERLAP_WORKERS = 60.0, 24


async def gateway_against_direct(cluster: Cluster, http: httpx.AsyncClient) -> list[str]:
    """The throughput through the gateway ÷ directly, for a page of rows and for a trivial call."""
    provider, _ = await new_shop(http, MailboxClient(http, cluster.mail.list_url))
    for number in range(ROWS - 1):
        await provider.add_service(f"Service number {number}", minutes=30, cost=number)
    rows = f"/api/get_account_provider_services?filter=active&provider_id={provider.id}"
    trivial = f"/api/get_trust_status/{provider.id}"
    lines: list[str] = []
    for name, path, goal in ((f"{ROWS}-row list", rows, LIST_GOAL), ("trivial call", trivial, TRIVIAL_GOAL)):
        found = await compare(
            target(cluster.url_of("profiles"), path, provider.token),
            target(cluster.url, path, provider.token),
            rounds=5,
            seconds=2,
            connections=CONNECTIONS,
        )
        lines += [_ratio_line(name, found, goal), found.record(f"gateway ÷ direct, {name}")]
    return lines


def _ratio_line(name: str, found: Ratio, goal: float) -> str:
    return (
        f"gateway ÷ direct, {name}: {found.share:.0%} (goal {goal:.0%}; "
        f"{found.measured:.0f} of {found.yardstick:.0f} answers a second)"
    )


async def parallel(cluster: Cluster, http: httpx.AsyncClient) -> list[str]:
    """Two hundred people book one slot at once."""
    mailbox = MailboxClient(http, cluster.mail.list_url)
    _, shop = await new_shop(http, mailbox)
    (client,) = await new_clients(http, mailbox, 1)
    slots = (await free_slots(client, shop))[:1]
    answers = await asyncio.gather(*(client.book(shop, slots) for _ in range(PARALLEL)))
    counted = Counter("taken" if each.done else f"{each.http} {each.message}" for each in answers)
    outcomes = ", ".join(f"{count} × {what}" for what, count in counted.items())
    return [f"{PARALLEL} parallel bookings of one slot: {outcomes}"]


ALONE: dict[str, Callable[[Path], Coroutine[None, None, list[str]]]] = {
    "reads": read_cost,
    "search": search_cost,
    "slots": slots_cost,
    "orders": order_cost,
    "order_news": order_news_cost,
    "scroll": scrolling,
    "first_second": first_second,
    "cost": booking_cost,
}
"""Measures that start their own servers."""


async def overlap(cluster: Cluster, http: httpx.AsyncClient) -> list[str]:
    """A minute of concurrent operations on one provider's calendar."""
    mailbox = MailboxClient(http, cluster.mail.list_url)
    provider, shop = await new_shop(http, mailbox)
    clients = await new_clients(http, mailbox, 8)
    await complete_one_each(cluster.database_urls["booking"], [client.id for client in clients])
    await free_slots(clients[0], shop)
    calendar = Calendar(
        provider,
        clients,
        find_slots=lambda who: free_slots(who, shop, days=7),
        order_fields=lambda who, slots: order_payload(
            shop, slots, who if isinstance(who, Client) else clients[0]
        ),
        set_slot_minutes=lambda minutes: provider.set_hours(minutes=minutes),
    )
    load = Load(calendar, secrets.randbelow(10**6))
    await load.run(OVERLAP_SECONDS, OVERLAP_WORKERS)
    found = await inspect_sessions(cluster.database_urls["booking"])
    return [
        f"{OVERLAP_WORKERS} at once on one calendar for {OVERLAP_SECONDS:.0f} s: {found.overlaps} sessions "
        f"overlap, {len(load.failures)} answers other than 200, {found.deadlocks} deadlocks; a session put "
        f"across another by hand was {'refused' if found.refused else 'TAKEN'}; {load}",
        *sorted(set(load.failures))[:5],
    ]


def interpreter() -> str:
    """The interpreter of this process, and whether it was built with PGO and LTO."""
    arguments = sysconfig.get_config_var("CONFIG_ARGS") or ""
    missing = [option for option in ("--enable-optimizations", "--with-lto") if option not in arguments]
    build = f"configured without {' and '.join(missing)}" if missing else "an optimised build"
    return f"Python {sys.version.split()[0]}, {build}"


Measure = Callable[[Cluster, httpx.AsyncClient], Awaitable[list[str]]]
MEASURES: dict[str, Measure] = {
    "gateway": gateway_against_direct,
    "socket": commit_to_socket,
    "parallel": parallel,
    "overlap": overlap,
    "feed": feed_cost,
    "fanout": fanout,
}
"""Measures of the distributed environment."""


async def measure(cluster: Cluster, names: list[str]) -> None:
    """Take these measures of a running environment one after another, and print the lines of each."""
    limits = httpx.Limits(max_connections=PARALLEL)
    # The load comes from the same machine. httpx's own pool searches all its connections for each request.
    async with HttpxAiohttpClient(base_url=cluster.url, timeout=60, limits=limits) as http:
        for name in names:
            for line in await MEASURES[name](cluster, http):
                print(line, flush=True)


def main() -> int:
    """Take the named measures, all by default."""
    names = sys.argv[1:] or [*MEASURES, *ALONE]
    distributed = [name for name in names if name in MEASURES]
    print(f"One run on {os.cpu_count()} cores, everything on this machine, {interpreter()}:", flush=True)
    with temporary_folder("bench") as folder, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        if distributed:
            extra = quiet_settings(sockets_per_address=SOCKETS + SLOW + 100)
            with running_cluster(Cluster(folder, extra=extra)) as cluster:
                runner.run(measure(cluster, distributed))
        for name in names:
            if name in ALONE:
                for line in runner.run(ALONE[name](folder)):
                    print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
