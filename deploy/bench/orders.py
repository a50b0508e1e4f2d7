"""Orders placed inside booking, against the same rows written by pgbench and by bare asyncpg."""

import asyncio
import gc
import random
import re
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, Final

import asyncpg
from booking.orders.guest_links import GuestLinks, use_guest_links
from booking.orders.place_order import Client, place_order
from booking.orders.schemas import OrderRequest
from chassis.db import Database
from local.databases import asyncpg_url, connected, create_database, migrate

from bench.fixtures.calendars import (
    BEGAN,
    NOW,
    SLOT,
    client_id,
    complete_one_each,
    open_shops,
    provider_id,
)
from bench.pgbench import MISSING, find_pgbench, transactions_a_second
from bench.processes import throwaway_postgres
from bench.recording import Figure, middle, record

PROVIDERS, CLIENTS = 400, 1009
AT_ONCE: Final = 16
ROUNDS, SECONDS = 3, 3
GOAL: Final = 0.30
ROUND_OFFSET: Final = 100_000
"""The offset in half-hours between the rounds of the yardsticks, so that no two book the same time."""
SCRIPT: Final = Path(__file__).with_name("order.sql")
LINKS: Final = GuestLinks("https://openhours.test", b"a key of the bench")
_NAME: Final = re.compile(r"(?<!:):([a-z_]\w*)")

Values = dict[str, Any]
Order = Callable[[int], Awaitable[None]]
"""Places the order of that number, in one of `AT_ONCE` workers."""


async def order_cost(folder: Path) -> list[str]:
    """Measure booking, pgbench and bare asyncpg alternately; returns the lines to print."""
    use_guest_links(LINKS)
    with throwaway_postgres(folder / "orders") as server:
        url = await create_database(server, "orders")
        await migrate("booking", url)
        await open_shops(url, providers=PROVIDERS, clients=CLIENTS)
        await complete_one_each(url, [client_id(number) for number in range(CLIENTS)])
        database = Database(url, pool_size=AT_ONCE)
        try:
            return await _compare(database)
        finally:
            await database.close()


async def _compare(database: Database) -> list[str]:
    numbers = count()
    await place(database, next(numbers))
    values = await _values(database.url)
    await _rate(
        [lambda _: place(database, next(numbers))] * AT_ONCE
    )  # opens the connections, which pgbench does not count either
    await _analyze(database.url)
    program = find_pgbench()
    gc.collect()
    gc.freeze()  # as chassis.cli does before it serves requests
    ours: list[float] = []
    yardstick: list[float] = []
    bare: list[float] = []
    for turn in range(ROUNDS):
        first = (2 * turn + 1) * ROUND_OFFSET
        ours.append(await _rate([lambda _: place(database, next(numbers))] * AT_ONCE))
        if program:
            given = {**values, "turn": 0, "first": first, "shops": PROVIDERS}
            yardstick.append(
                await asyncio.to_thread(
                    transactions_a_second, program, asyncpg_url(database.url), SCRIPT,
                    clients=AT_ONCE, seconds=SECONDS, values=given,
                )
            )  # fmt: skip
        bare.append(await _bare_rate(database.url, {**values, "first": first + ROUND_OFFSET}))
    return [
        *_lines("the same rows by pgbench", ours, yardstick, f"goal {GOAL:.0%}; "),
        *_lines("the same rows by bare asyncpg", ours, bare),
    ]


def _lines(name: str, ours: list[float], found: list[float], goal: str = "") -> list[str]:
    """Record the share of each yardstick that was found; returns the lines to print."""
    if not found:
        return [MISSING]
    what = f"orders placed inside booking, {AT_ONCE} at once ÷ {name}"
    rate, its_rate = median(ours), median(found)
    _, spread = middle([100 * one / other for one, other in zip(ours, found, strict=True)])
    return [
        f"{what}: {rate / its_rate:.0%} ({goal}{rate:.0f} of {its_rate:.0f} a second)",
        record(Figure(what, "%", better="higher"), 100 * rate / its_rate, spread),
    ]


async def _analyze(url: str) -> None:
    """Count the rows for the planner, as autovacuum does within a minute: it knows of past orders alone."""
    async with connected(url) as connection:
        await connection.execute("ANALYZE")


async def _rate(workers: list[Order]) -> float:
    """The orders a second of all workers together."""
    begun = time.perf_counter()
    done = 0

    async def work(order: Order) -> None:
        nonlocal done
        for turn in count(1):
            if time.perf_counter() - begun > SECONDS:
                return
            await order(turn)
            done += 1

    await asyncio.gather(*map(work, workers))
    return done / (time.perf_counter() - begun)


async def place(database: Database, number: int) -> None:
    """Do what create_appointment_order does after it has parsed the request: rules, rows, events."""
    provider = provider_id(number % PROVIDERS)
    request = request_for(provider, BEGAN + number // PROVIDERS * SLOT)
    client = Client(
        client_id(number and 1 + number % (CLIENTS - 1)), "", "", ""
    )  # the first client is the one of the yardsticks
    async with database.writing() as tx:
        await place_order(tx, client, request, NOW)


def request_for(provider: str, start: datetime) -> OrderRequest:
    """The request of the booking screen for the half-hour from `start` on."""
    return OrderRequest.model_validate(
        {
            "iv_provider_id": provider,
            "iv_brief": "My first visit.",
            "iv_service_list": [f"service-{provider}"],
            "iv_session_list": [{"appointment_slot_id": "", "provider_start_time": start}],
            "iv_delivery_mode": "in-person",
            "iv_total_cost": 25,
            "iv_total_services": 1,
            "iv_total_duration": 30,
            "iv_total_currency": "EUR-DE",
            "iv_device_data": {"timezone": "Asia/Kolkata"},
        }
    )


def _statements() -> list[str]:
    return re.findall(r"^INSERT[^;]+", SCRIPT.read_text(), re.MULTILINE)


async def _values(url: str) -> Values:
    """The rows of one order that booking has placed, as values for the script."""
    async with connected(url) as connection:
        order = await connection.fetchrow("SELECT * FROM booking_order WHERE status <> 'completed'")
        session = await connection.fetchrow("SELECT * FROM session WHERE status <> 'completed'")
        events = await connection.fetch("SELECT aggregate, key, payload FROM outbox ORDER BY id")
    assert order is not None
    assert session is not None
    names = {name for statement in _statements() for name in _NAME.findall(statement)}
    values = {name: order[name] for name in names & set(order.keys())}
    values |= {"client": order["client_id"], "slot_id": session["slot_id"], "began": BEGAN}
    for place, event in enumerate(events, 1):
        values |= {f"{name}_{place}": value for name, value in event.items()}
    return values


async def _bare_rate(url: str, values: Values) -> float:
    """Run the script with asyncpg and prepared statements, one connection for each worker."""
    connections = [await asyncpg.connect(asyncpg_url(url)) for _ in range(AT_ONCE)]
    try:
        return await _rate([await _bare(each, values, place) for place, each in enumerate(connections)])
    finally:
        for connection in connections:
            await connection.close()


async def _bare(connection: asyncpg.Connection, values: Values, place: int) -> Order:
    dice = random.Random(place)
    prepared: list[tuple[Any, list[str]]] = []
    for statement in _statements():
        names = list(dict.fromkeys(_NAME.findall(statement)))
        text = _NAME.sub(lambda found, names=names: f"${names.index(found[1]) + 1}", statement)
        prepared.append((await connection.prepare(text), names))

    async def order(turn: int) -> None:
        given = {**values, "number": values["first"] + place * 5000 + turn, "shop": dice.randrange(PROVIDERS)}
        await connection.execute("BEGIN")
        for statement, names in prepared:
            await statement.fetch(*(given[name] for name in names))
        await connection.execute("COMMIT")

    return order
