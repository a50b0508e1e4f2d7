"""Compares what services keep of each other with what its owner has: no projection may differ in the end."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import asyncpg
from local.databases import asyncpg_url

SHOWN: Final = 5
"""How many differing rows of one projection are listed."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one service's database."""

    service: str
    columns: str
    found: str
    """The table, and which of its rows."""

    @property
    def query(self) -> str:
        """The statement that reads them. Every part of it is written in this file."""
        return f"SELECT DISTINCT {self.columns} FROM {self.found}"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Comparison:
    """What has to be the same on two sides."""

    what: str
    owned: Rows
    copied: Rows


_ACCOUNT: Final = "id, name, email, coalesce(username, ''), verified_at IS NOT NULL"
_OPEN: Final = "NOT EXISTS (SELECT FROM account WHERE deleted AND account_id IN (provider_id, client_id))"
"""Of an order: neither of its sides is deleted, whose copies are erased."""
_COPIES: Final = {
    "profiles": ("account", "account_id"),
    "booking": ("account", "account_id"),
    "feed": ("author", "id"),
    "notifications": ("person", "id"),
}
"""The table in which a service keeps accounts, and its key."""
_BLOCKS: Final = "blocker_id, blocked_id"
_PROFILE: Final = "currency, delivery_mode, location_address, contact_phone, timezone"
_SERVICE: Final = "service_id, provider_id, name, {}, cost_minor, currency, delivery_mode, brief, status"

ACCOUNTS: Final = (
    Comparison(
        "accounts in profiles",
        Rows("identity", f"{_ACCOUNT}, staff", "account"),
        Rows("profiles", "account_id, name, email, username, verified, staff", "account WHERE name <> ''"),
    ),
    Comparison(
        "accounts in booking",
        Rows("identity", _ACCOUNT, "account"),
        Rows("booking", "account_id, name, email, username, confirmed", "account WHERE name <> ''"),
    ),
    Comparison(
        "accounts in feed",
        Rows("identity", _ACCOUNT.replace("email, ", ""), "account"),
        Rows("feed", "id, name, username, confirmed", "author WHERE name <> ''"),
    ),
    Comparison(
        "accounts in notifications",
        Rows("identity", f"{_ACCOUNT}, staff, language, timezone", "account"),
        Rows(
            "notifications",
            "id, name, email, username, confirmed, staff, language, timezone",
            "person WHERE name <> ''",
        ),
    ),
    *(
        Comparison(
            f"deleted accounts in {service}",
            Rows("identity", "account_id", "deleted_account"),
            Rows(service, key, f"{table} WHERE deleted"),
        )
        for service, (table, key) in _COPIES.items()
    ),
    Comparison(
        "who has requested an appointment in identity",
        Rows("booking", "client_id", "booking_order WHERE client_id IS NOT NULL"),
        Rows("identity", "id", "account WHERE requested_appointment"),
    ),
)
PROFILES: Final = (
    Comparison(
        "profiles in booking",
        Rows("profiles", f"account_id, {_PROFILE}", "profile WHERE completed_at IS NOT NULL"),
        Rows("booking", f"provider_id, {_PROFILE}", "provider WHERE completed"),
    ),
    Comparison(
        "profiles in feed",
        Rows("profiles", "account_id, expertise, category, avatar", "profile WHERE completed_at IS NOT NULL"),
        Rows("feed", "id, expertise, category, avatar", "author WHERE provider AND NOT deleted"),
    ),
    Comparison(
        "pictures in notifications",
        Rows("profiles", "account_id, avatar", "profile WHERE avatar <> ''"),
        Rows("notifications", "id, avatar", "person WHERE avatar <> ''"),
    ),
    Comparison(
        "services in booking",
        Rows("profiles", _SERVICE.format("duration_minutes"), "service"),
        Rows("booking", _SERVICE.format("minutes"), "service"),
    ),
    Comparison(
        "circles in feed",
        Rows("profiles", "account_id, provider_id, trusted", "interest WHERE interest"),
        Rows("feed", "account_id, provider_id, trusted", "circle WHERE interest"),
    ),
    Comparison(
        "circles in notifications",
        Rows("profiles", "account_id, provider_id", "interest WHERE interest"),
        Rows("notifications", "account_id, provider_id", "interest WHERE interest"),
    ),
    *(
        Comparison(
            f"blocks in {service}",
            Rows("profiles", _BLOCKS, "block WHERE blocked"),
            Rows(service, _BLOCKS, "block WHERE blocked"),
        )
        for service in ("booking", "feed", "notifications")
    ),
)
ORDERS: Final = (
    Comparison(
        "orders in profiles",
        Rows(
            "booking",
            "order_id, provider_id, client_id, status",
            f"booking_order WHERE client_id IS NOT NULL AND {_OPEN}",
        ),
        Rows("profiles", "order_id, provider_id, client_id, status", "appointment WHERE client_id <> ''"),
    ),
    Comparison(
        "pairs who have met in feed",
        Rows(
            "booking",
            "provider_id, client_id",
            f"booking_order WHERE status = 'completed' AND client_id IS NOT NULL AND {_OPEN}",
        ),
        Rows("feed", "provider_id, client_id", "completed_pair"),
    ),
    Comparison(
        "ratings in profiles",
        Rows("booking", "provider_id, round(avg(stars), 2), count(*)", "rating GROUP BY provider_id"),
        Rows("profiles", "provider_id, average, reviews", "rating_summary"),
    ),
)
COMPARISONS: Final = (*ACCOUNTS, *PROFILES, *ORDERS)


async def projection_faults(urls: Mapping[str, str]) -> list[str]:
    """What differs between owners and projections, in lines; empty when all are equal. `urls` by service.

    Events must have arrived: who asks waits for empty outboxes, or asks until nothing is found.
    """
    connections = {service: await asyncpg.connect(asyncpg_url(url)) for service, url in urls.items()}
    try:
        found: list[str] = []
        for each in COMPARISONS:
            owned = await _read(connections[each.owned.service], each.owned.query)
            copied = await _read(connections[each.copied.service], each.copied.query)
            found += [f"{each.what}: {row} is missing" for row in _some(owned - copied)]
            found += [f"{each.what}: {row} is there, and not at the owner" for row in _some(copied - owned)]
        return found
    finally:
        for connection in connections.values():
            await connection.close()


async def _read(connection: asyncpg.Connection, query: str) -> set[tuple[object, ...]]:
    return {tuple(row.values()) for row in await connection.fetch(query)}


def _some(rows: set[tuple[object, ...]]) -> list[tuple[object, ...]]:
    return sorted(rows, key=str)[:SHOWN]
