"""Addresses that get no mails which nobody there has asked for (product.md 5.3)."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from contracts.guest_data import address_digest
from sqlalchemy import ARRAY, Text, bindparam, func, select
from sqlalchemy.dialects.postgresql import insert

from notifications.unsubscribe.models import StoppedAddressRow

STOP: Final = Statement(
    insert(StoppedAddressRow).values(params("address_digest", "stopped_at")).on_conflict_do_nothing()
)
FIND_STOPPED: Final = Statement(
    select(StoppedAddressRow.address_digest).where(
        StoppedAddressRow.address_digest == func.any(bindparam("digests", type_=ARRAY(Text())))
    )
)


async def stop_address(tx: Transaction, digest: str, now: datetime) -> None:
    """Keep that the address with this digest is to get no such mails."""
    await STOP.run(tx, address_digest=digest, stopped_at=now)


async def stopped_among(tx: Connection, addresses: Collection[str]) -> frozenset[str]:
    """Those of the addresses at which such mails were stopped."""
    if not addresses:
        return frozenset()
    digests = {address_digest(each): each for each in addresses}
    found = await FIND_STOPPED.column(tx, digests=list(digests))
    return frozenset(digests[str(each)] for each in found)
