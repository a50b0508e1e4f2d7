"""What the sides of orders hear, written inside notifications, against the same statements by bare asyncpg.

Booking places the orders first, so that the events are real. One copy of the database takes them one by one,
and what is sent to it is recorded; another copy is then sent the same statements with the same values.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from statistics import median
from typing import Any, Final

from booking.orders.guest_links import use_guest_links
from chassis.db import Database
from chassis.sealing import Sealing
from contracts.events.booking import OrderRequested
from local.databases import connected, create_database, migrate
from notifications.app import DATABASE_SETTINGS
from notifications.mail.handover import Handover
from notifications.order_news.service import tell_sides
from notifications.sealing import use_sealing
from sqlalchemy import event

from bench.fixtures.calendars import client_id, complete_one_each, open_shops, provider_id
from bench.orders import CLIENTS, LINKS, PROVIDERS, place
from bench.processes import throwaway_postgres
from bench.recording import Figure, middle, record
from bench.twin_server import BarePool, Query, send

ROUNDS, EVENTS = 3, 1500
AT_ONCE: Final = 8
PUBLIC_URL: Final = "https://openhours.test"
TITLE: Final = "order news told inside notifications ÷ the same statements by bare asyncpg"
Work = Callable[[], Awaitable[object]]


async def order_news_cost(folder: Path) -> list[str]:
    """Measure notifications and bare asyncpg alternately; returns the lines to print."""
    use_guest_links(LINKS)
    use_sealing(Sealing([bytes(32)]))
    ours: list[float] = []
    bare: list[float] = []
    with throwaway_postgres(folder / "order_news") as server:
        events = await _placed(server)
        await _fill(await create_database(server, "people"))
        for turn in range(ROUNDS):
            some = events[turn * EVENTS : (turn + 1) * EVENTS]
            copies = [
                await create_database(server, f"{name}_{turn}", "people")
                for name in ("recorded", "ours", "bare")
            ]
            queries = await _recorded(copies[0], some)
            ours.append(await _told_a_second(copies[1], some))
            bare.append(await _bare_a_second(copies[2], queries))
    _, spread = middle([100 * one / other for one, other in zip(ours, bare, strict=True)])
    share = median(ours) / median(bare)
    return [
        f"{TITLE}: {share:.0%} ({median(ours):.0f} of {median(bare):.0f} events a second)",
        record(Figure(TITLE, "%", better="higher"), 100 * share, spread),
    ]


async def _placed(server: str) -> list[OrderRequested]:
    """The events of orders that booking has placed."""
    url = await create_database(server, "booking")
    await migrate("booking", url)
    await open_shops(url, providers=PROVIDERS, clients=CLIENTS)
    await complete_one_each(url, [client_id(number) for number in range(CLIENTS)])
    database = Database(url, pool_size=AT_ONCE)
    await _rate(AT_ONCE, (lambda number=number: place(database, number) for number in range(ROUNDS * EVENTS)))
    async with database.reading() as tx:
        rows = await (await tx.driver()).fetch(
            "SELECT payload FROM outbox WHERE key = $1", OrderRequested.key
        )
    await database.close()
    return [OrderRequested.model_validate_json(row["payload"]) for row in rows]


async def _fill(url: str) -> None:
    """Add the accounts of the orders to the database of notifications."""
    await migrate("notifications", url)
    ids = [*map(provider_id, range(PROVIDERS)), *map(client_id, range(CLIENTS))]
    people = [(each, f"Name of {each}", f"{each}@example.com") for each in ids]
    async with connected(url) as connection:
        await connection.executemany(
            "INSERT INTO person (id, name, email, confirmed) VALUES ($1, $2, $3, true)", people
        )
        await connection.execute("ANALYZE")


async def _tell(database: Database, requested: OrderRequested) -> None:
    async with database.writing() as tx:
        assert all(await tell_sides(tx, [requested], PUBLIC_URL, Handover()))


async def _recorded(url: str, events: Iterable[OrderRequested]) -> list[list[Query]]:
    """What notifications sends to its database for each event."""
    database = Database(url, pool_size=1, settings=DATABASE_SETTINGS)
    sent: list[Query] = []

    def note(query: Any) -> None:
        sent.append((query.query, query.args or ()))

    def watch(connection: Any, *_: object) -> None:
        connection.driver_connection.add_query_logger(note)

    event.listen(database.engine.sync_engine, "checkout", watch)
    found: list[list[Query]] = []
    for each in events:
        await _tell(database, each)
        await asyncio.sleep(0)  # asyncpg calls the logger in the next turn of the loop
        found.append(sent.copy())
        sent.clear()
    await database.close()
    return found


async def _told_a_second(url: str, events: Iterable[OrderRequested]) -> float:
    database = Database(url, pool_size=AT_ONCE, settings=DATABASE_SETTINGS)
    try:
        return await _rate(AT_ONCE, (lambda each=each: _tell(database, each) for each in events))
    finally:
        await database.close()


async def _bare_a_second(url: str, events: Iterable[list[Query]]) -> float:
    pool = BarePool(url, DATABASE_SETTINGS)

    async def bare(queries: list[Query]) -> None:
        connection = await pool.acquire()
        await send(connection, queries)
        pool.release(connection)

    found = await _rate(AT_ONCE, (lambda each=each: bare(each) for each in events))
    await pool.close()
    async with connected(url) as connection:
        assert await connection.fetchval("SELECT count(*) FROM alert") == EVENTS, "not the same rows"
    return found


async def _rate(at_once: int, works: Iterable[Work]) -> float:
    """Works a second, so many at once."""
    waiting, done = iter(works), 0
    began = time.perf_counter()

    async def work() -> None:
        nonlocal done
        for each in waiting:
            await each()
            done += 1

    await asyncio.gather(*(work() for _ in range(at_once)))
    return done / (time.perf_counter() - began)
