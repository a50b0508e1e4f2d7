"""Which keys open whose data here (product.md 4.6)."""

from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from contracts.events.booking import GuestDataRequested
from contracts.guest_data import GuestDataKey, key_digest
from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert

from profiles.guest_data.models import GuestDataGrantRow

GRANT: Final = Statement(
    insert(GuestDataGrantRow)
    .values(params("key_digest", "address_digest", "expires_at"))
    .on_conflict_do_nothing()
)
FIND_ADDRESS: Final = Statement(
    select(GuestDataGrantRow.address_digest).where(
        GuestDataGrantRow.key_digest == bindparam("key_digest"),
        GuestDataGrantRow.expires_at > bindparam("now"),
    )
)
WITHDRAW: Final = Statement(
    delete(GuestDataGrantRow).where(GuestDataGrantRow.address_digest == bindparam("address_digest"))
)
FORGET_EXPIRED: Final = Statement(
    delete(GuestDataGrantRow).where(GuestDataGrantRow.expires_at < bindparam("now"))
)


async def grant(tx: Transaction, asked: GuestDataRequested) -> None:
    """Admit who has the key until it expires."""
    await GRANT.run(
        tx, key_digest=asked.key_digest, address_digest=asked.address_digest, expires_at=asked.expires_at
    )


async def address_of(tx: Connection, key: GuestDataKey, now: datetime) -> str | None:
    """The digest of the address whose data the key opens; None for one that opens nothing (yet)."""
    digest = key_digest(key.iv_order_id, key.iv_key)
    return await FIND_ADDRESS.value(tx, key_digest=digest, now=now)


async def withdraw(tx: Transaction, address_digest: str) -> None:
    """Admit nobody to the data of this address any more."""
    await WITHDRAW.run(tx, address_digest=address_digest)


async def forget_expired(tx: Transaction, now: datetime) -> None:
    """Delete keys that have expired."""
    await FORGET_EXPIRED.run(tx, now=now)
