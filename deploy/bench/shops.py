"""Providers in booking's own tables, as its measures need them: open at all hours, one service each."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

import asyncpg
from embedded.databases import plain

BEGAN: Final = datetime(2027, 1, 4, tzinfo=UTC)
"""A Monday midnight; the measures' present is a moment before."""
NOW: Final = BEGAN - timedelta(minutes=1)
SLOT: Final = timedelta(minutes=30)
_DAY: Final = (
    '{"type": "quota", "status": "open", "start": %d, "end": %d, "off": [], "duration": 30, "buffer": 0, '
    '"custom": []}'
)


def provider_id(number: int) -> str:
    """The id of one of them."""
    return f"provider-{number:07}"


def client_id(number: int) -> str:
    """The id of one of their clients."""
    return f"client-{number:07}"


async def open_shops(
    url: str, *, providers: int, clients: int, opens: int = 0, closes: int = 1440, timezone: str = "UTC"
) -> None:
    """Fill an empty, migrated database of booking. Minutes of the day; slots of half an hour."""
    connection = await asyncpg.connect(plain(url))
    try:
        ids = [*map(provider_id, range(providers)), *map(client_id, range(clients))]
        people = [(each, f"Name of {each}", f"{each}@example.com", each.replace("-", "_"), 1) for each in ids]
        await _copy(connection, "account", "account_id name email username revision", people)
        shops = [
            (each, True, "Coaching", "EUR-DE", "hybrid", "1 Main Street", timezone, 1)
            for each in ids[:providers]
        ]
        columns = "provider_id completed expertise currency delivery_mode location_address timezone revision"
        await _copy(connection, "provider", columns, shops)
        services = [
            (f"service-{each}", each, "Consultation", 30, 2500, "EUR-DE", "hybrid", "active", 1)
            for each in ids[:providers]
        ]
        columns = "service_id provider_id name minutes cost_minor currency delivery_mode status revision"
        await _copy(connection, "service", columns, services)
        week = "[" + ", ".join([_DAY % (opens, closes)] * 7) + "]"
        await connection.execute(
            "INSERT INTO hours (provider_id, timezone, days, revision) "
            "SELECT unnest($1::text[]), $2, $3::jsonb, 1",
            ids[:providers], timezone, week,
        )  # fmt: skip
        await connection.execute("VACUUM ANALYZE account, provider, service, hours")
    finally:
        await connection.close()


async def _copy(
    connection: asyncpg.Connection,
    table: str,
    columns: str,
    rows: Sequence[tuple[object, ...]],
) -> None:
    await connection.copy_records_to_table(table, records=rows, columns=columns.split())
