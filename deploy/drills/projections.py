"""Compares what services keep of each other with what its owner has: no projection may differ in the end."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Final

from local.databases import connected

SHOWN: Final = 5
"""How many differing rows of one projection are listed."""


_ACCOUNT: Final = "id, name, email, coalesce(username, ''), verified_at IS NOT NULL"
_PUBLIC: Final = _ACCOUNT.replace("email, ", "")
_OPEN: Final = "NOT EXISTS (SELECT FROM account WHERE deleted AND account_id IN (provider_id, client_id))"
"""Of an order: neither of its sides is deleted, whose copies are erased."""
_OF_CLIENT: Final = f"booking_order WHERE client_id IS NOT NULL AND {_OPEN}"
_COPIES: Final = {
    "profiles": ("account", "account_id"),
    "booking": ("account", "account_id"),
    "feed": ("author", "id"),
    "notifications": ("person", "id"),
}
"""The table in which a service keeps accounts, and its key."""
_BLOCKS: Final = "blocker_id, blocked_id FROM block WHERE blocked"
_PROFILE: Final = "currency, delivery_mode, location_address, contact_phone, timezone"
_SERVICE: Final = (
    "service_id, provider_id, name, {}, cost_minor, currency, delivery_mode, brief, status FROM service"
)
_COMPLETED: Final = "profile WHERE completed_at IS NOT NULL"
Rows = tuple[str, str]
"""A service, and what is selected from its database."""

COMPARISONS: Final[Mapping[str, tuple[Rows, Rows]]] = {
    "accounts in profiles": (
        ("identity", f"{_ACCOUNT}, staff FROM account"),
        ("profiles", "account_id, name, email, username, verified, staff FROM account WHERE name <> ''"),
    ),
    "accounts in booking": (
        ("identity", f"{_ACCOUNT} FROM account"),
        ("booking", "account_id, name, email, username, confirmed FROM account WHERE name <> ''"),
    ),
    "accounts in feed": (
        ("identity", f"{_PUBLIC} FROM account"),
        ("feed", "id, name, username, confirmed FROM author WHERE name <> ''"),
    ),
    "accounts in notifications": (
        ("identity", f"{_ACCOUNT}, staff, language, timezone FROM account"),
        (
            "notifications",
            "id, name, email, username, confirmed, staff, language, timezone FROM person WHERE name <> ''",
        ),
    ),
    **{
        f"deleted accounts in {service}": (
            ("identity", "account_id FROM deleted_account"),
            (service, f"{key} FROM {table} WHERE deleted"),
        )
        for service, (table, key) in _COPIES.items()
    },
    "who has requested an appointment in identity": (
        ("booking", "client_id FROM booking_order WHERE client_id IS NOT NULL"),
        ("identity", "id FROM account WHERE requested_appointment"),
    ),
    "profiles in booking": (
        ("profiles", f"account_id, {_PROFILE} FROM {_COMPLETED}"),
        ("booking", f"provider_id, {_PROFILE} FROM provider WHERE completed"),
    ),
    "profiles in feed": (
        ("profiles", f"account_id, expertise, category, avatar FROM {_COMPLETED}"),
        ("feed", "id, expertise, category, avatar FROM author WHERE provider AND NOT deleted"),
    ),
    "pictures in notifications": (
        ("profiles", "account_id, avatar FROM profile WHERE avatar <> ''"),
        ("notifications", "id, avatar FROM person WHERE avatar <> ''"),
    ),
    "services in booking": (
        ("profiles", _SERVICE.format("duration_minutes")),
        ("booking", _SERVICE.format("minutes")),
    ),
    "circles in feed": (
        ("profiles", "account_id, provider_id, trusted FROM interest WHERE interest"),
        ("feed", "account_id, provider_id, trusted FROM circle WHERE interest"),
    ),
    "circles in notifications": (
        ("profiles", "account_id, provider_id FROM interest WHERE interest"),
        ("notifications", "account_id, provider_id FROM interest WHERE interest"),
    ),
    **{
        f"blocks in {service}": (("profiles", _BLOCKS), (service, _BLOCKS))
        for service in ("booking", "feed", "notifications")
    },
    "orders in profiles": (
        ("booking", f"order_id, provider_id, client_id, status FROM {_OF_CLIENT}"),
        ("profiles", "order_id, provider_id, client_id, status FROM appointment WHERE client_id <> ''"),
    ),
    "pairs who have met in feed": (
        ("booking", f"provider_id, client_id FROM {_OF_CLIENT} AND status = 'completed'"),
        ("feed", "provider_id, client_id FROM completed_pair"),
    ),
    "ratings in profiles": (
        ("booking", "provider_id, round(avg(stars), 2), count(*) FROM rating GROUP BY provider_id"),
        ("profiles", "provider_id, average, reviews FROM rating_summary"),
    ),
}
"""What a service keeps of another one: the owner's rows, and those that must be the same."""


async def projection_faults(urls: Mapping[str, str]) -> list[str]:
    """What differs between owners and projections, in lines; empty when all are equal. `urls` by service.

    Events must have arrived: who asks waits for empty outboxes, or asks until nothing is found.
    """
    async with AsyncExitStack() as stack:
        connections = {
            service: await stack.enter_async_context(connected(url)) for service, url in urls.items()
        }

        async def read(rows: Rows) -> set[tuple[object, ...]]:
            found = await connections[rows[0]].fetch(f"SELECT DISTINCT {rows[1]}")
            return {tuple(row.values()) for row in found}

        faults: list[str] = []
        for what, sides in COMPARISONS.items():
            owned, copied = [await read(side) for side in sides]
            faults += [f"{what}: {row} is missing" for row in _some(owned - copied)]
            faults += [f"{what}: {row} is there, and not at the owner" for row in _some(copied - owned)]
        return faults


def _some(rows: set[tuple[object, ...]]) -> list[tuple[object, ...]]:
    return sorted(rows, key=str)[:SHOWN]
