"""A month of free slots over HTTP, against a bare asyncpg read of the same sessions and as many bytes."""

from datetime import timedelta
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import httpx
from local.databases import connected, create_database, migrate

from bench.compared_servers import FIRST, NOW
from bench.fixtures.calendars import open_shops, provider_id
from bench.load import Ratio, compare, target
from bench.processes import running_server, throwaway_postgres, until_ready

PROVIDERS, CLIENTS = 2_000, 5_000
FEW, MANY = 10, 10_000
"""Past orders of the first and of the second provider; all others have twenty."""
CONNECTIONS = 16
ACTIVE: Final = 100
"""Sessions of each of the two in the month."""
HOUR: Final = timedelta(hours=1)
ROUNDS, SECONDS = 5, 2
SHARE_GOAL, GROWTH_GOAL = 0.50, 1.3
PATH: Final = "/api/get_available_slots"

_ORDERS: Final = """
    INSERT INTO booking_order (order_id, provider_id, client_id, client_name, client_email, status, brief,
        delivery_mode, delivery_location, services, total_minor, total_minutes, currency, provider_timezone,
        client_timezone, starts_at, ends_at, created_at, revision)
    SELECT format('%s-%s-%s', provider, $2::text, number), provider,
        'client-' || lpad(((hashtext(provider)::bigint + (1::bigint << 31) + number) % $6)::text, 7, '0'),
        'C', 'c@example.com', $2, '', 'in-person', '', '[]', 2500, 30, 'EUR-DE', 'UTC', 'UTC',
        $3::timestamptz + number * $4::interval,
        $3::timestamptz + number * $4::interval + interval '30 min', $3, 1
    FROM unnest($1::text[]) AS provider, generate_series(0, $5::int - 1) AS number
"""
_SESSIONS: Final = """
    INSERT INTO session (order_id, position, slot_id, provider_id, starts_at, ends_at, status)
    SELECT order_id, 1, 'quota', provider_id, starts_at, ends_at, status FROM booking_order
"""
_CALENDARS: Final = """
    WITH calendar AS (
        INSERT INTO external_calendar (calendar_id, provider_id, name, url, checked_at, read_at, check_after)
        SELECT 'calendar-' || provider_id, provider_id, 'Private', 'https://calendar.invalid',
            $1::timestamptz, $1::timestamptz,
            $1::timestamptz + interval '50 years'  -- none is due
        FROM provider
        RETURNING calendar_id, provider_id
    )
    INSERT INTO busy_time (calendar_id, provider_id, starts_at, ends_at)
    SELECT calendar_id, provider_id, $1::timestamptz + number * interval '1 day',
        $1::timestamptz + number * interval '1 day' + interval '1 hour'
    FROM calendar, generate_series(0, 9) AS number
"""
_BLOCKS: Final = """
    INSERT INTO block (blocker_id, blocked_id, blocked, revision)
    SELECT format('somebody-%s', number), format('other-%s', number), true, 1
    FROM generate_series(1, 5000) AS number
"""


async def slots_cost(folder: Path) -> list[str]:
    """Measure throughput and growth; returns the lines to print."""
    with throwaway_postgres(folder / "slots") as server:
        url = await create_database(server, "slots")
        await migrate("booking", url)
        await open_shops(
            url, providers=PROVIDERS, clients=CLIENTS, opens=540, closes=1020, timezone="America/New_York"
        )
        await _fill(url)
        return await _throughput(url)


async def _fill(url: str) -> None:
    """Insert past and future orders, so many that a plan must use an index."""
    providers = [provider_id(number) for number in range(PROVIDERS)]
    orders = (
        (providers[:1], "completed", NOW, -HOUR, FEW),
        (providers[1:2], "completed", NOW, -HOUR, MANY),
        (providers[:2], "pending", FIRST, 7 * HOUR, ACTIVE),
        (providers[2:], "completed", NOW, -HOUR, 20),
        (providers[2:], "pending", FIRST, 7 * HOUR, 5),
    )
    async with connected(url) as connection:
        for each in orders:
            await connection.execute(_ORDERS, *each, CLIENTS)
        await connection.execute(_SESSIONS)
        await connection.execute(_CALENDARS, NOW)
        await connection.execute(_BLOCKS)
        await connection.execute("VACUUM ANALYZE")


async def _throughput(url: str) -> list[str]:
    with (
        running_server("compared_servers", "booking", url) as ours,
        running_server("compared_servers", "uncached", url) as uncached,
        running_server("compared_servers", "sessions", url) as bare,
    ):
        for each in (ours, uncached, bare):
            await until_ready(each)
        async with httpx.AsyncClient() as http:
            size = len((await http.get(ours.url + _query(0))).raise_for_status().content)
        lines: list[str] = []
        for name, server in (("cached", ours), ("not cached", uncached)):
            found = await _in_turn(bare.url + _bare_query(size), server.url + _query(0))
            lines.append(
                f"slots, a month of {size:,} bytes, {name} ÷ a bare asyncpg read of its sessions with as "
                f"many bytes: {found.share:.0%} (goal {SHARE_GOAL:.0%}; {found.measured:.0f} of "
                f"{found.yardstick:.0f} a second)"
            )
            lines.append(found.record(f"a month of slots ÷ bare, {name}"))
        growth = await _in_turn(uncached.url + _query(0), uncached.url + _query(1))
    return [
        *lines,
        f"slots, cost for a provider with {MANY:,} past orders ÷ with {FEW}: {1 / growth.share:.2f} "
        f"(goal {GROWTH_GOAL})",
        growth.record(f"slots, answers with {MANY:,} past orders ÷ with {FEW}"),
    ]


async def _in_turn(one: str, other: str) -> Ratio:
    targets = [
        target(url.partition("/api")[0], url.removeprefix(url.partition("/api")[0]), None)
        for url in (one, other)
    ]
    return await compare(*targets, rounds=ROUNDS, seconds=SECONDS, connections=CONNECTIONS)


def _query(number: int) -> str:
    query = {
        "provider_id": provider_id(number),
        "from": "2027-01-01",
        "to": "2027-01-31",
        "timezone": "Europe/Berlin",
    }
    return f"{PATH}?{urlencode(query)}"


def _bare_query(size: int) -> str:
    return f"{PATH}?{urlencode({'provider_id': provider_id(0), 'bytes': size})}"
