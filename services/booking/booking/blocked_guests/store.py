"""Stores and reads the guests whom a provider blocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from contracts.booking_data import ANONYMOUS
from sqlalchemy import Text, bindparam, delete, func, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert

from booking.blocked_guests.models import GuestBlockRow
from booking.orders.models import OrderRow
from booking.orders.order_query import status_in


@dataclass(frozen=True, slots=True)
class BlockedGuest:
    """A guest as the provider who blocks them sees them: without the address."""

    block_id: str
    name: str
    blocked_at: datetime


_columns = (GuestBlockRow.block_id, GuestBlockRow.name, GuestBlockRow.blocked_at)
_own = GuestBlockRow.provider_id == bindparam("provider_id")
_arriving = insert(GuestBlockRow).values(
    params("provider_id", "address_digest", "block_id", "name", "blocked_at")
)
ADD: Final = Statement(
    _arriving.on_conflict_do_update(
        index_elements=[GuestBlockRow.provider_id, GuestBlockRow.address_digest],
        set_={"name": _arriving.excluded.name},
    ).returning(*_columns),
    into=BlockedGuest,
)
REMOVE: Final = Statement(
    delete(GuestBlockRow)
    .where(_own, GuestBlockRow.block_id == bindparam("block_id"))
    .returning(GuestBlockRow.block_id)
)
FIND_PAGE: Final = Statement(
    select(*_columns)
    .where(_own, GuestBlockRow.block_id > bindparam("after"))
    .order_by(GuestBlockRow.block_id)
    .limit(bindparam("most")),
    into=BlockedGuest,
)
FIND_ALL: Final = Statement(select(*_columns).where(_own).order_by(GuestBlockRow.block_id), into=BlockedGuest)
_anonymous: Final = update(GuestBlockRow).values(name=ANONYMOUS)
# As `blocked_guests.rules.address_digest` has it.
_of_address: Final = func.encode(
    func.sha256(
        func.convert_to(
            GuestBlockRow.provider_id + literal_column("':'") + bindparam("email", type_=Text()),
            literal_column("'UTF8'"),
        )
    ),
    literal_column("'hex'"),
)
FORGET_NAME: Final = Statement(_anonymous.where(GuestBlockRow.address_digest == _of_address))
FORGET_OLD_NAMES: Final = Statement(
    _anonymous.where(GuestBlockRow.blocked_at < bindparam("before"), GuestBlockRow.name != ANONYMOUS)
)
ERASE: Final = Statement(delete(GuestBlockRow).where(_own))

LOCK_REQUESTS: Final = Statement(
    select(OrderRow.order_id)
    .where(
        OrderRow.provider_id == bindparam("provider_id"),
        OrderRow.guest_id.is_not(None),
        func.lower(OrderRow.client_email) == func.lower(bindparam("address", type_=Text())),
        status_in(OrderRow.status, "pending"),
    )
    .order_by(OrderRow.order_id)
    .with_for_update()
)


async def add_block(
    tx: Transaction, provider_id: str, digest: str, *, block_id: str, name: str, now: datetime
) -> BlockedGuest:
    """Block an address; who is blocked already keeps the first block, under the newest name."""
    added = await ADD.one(
        tx, provider_id=provider_id, address_digest=digest, block_id=block_id, name=name, blocked_at=now
    )
    assert added is not None  # the statement inserts or updates
    return added


async def lock_requests(tx: Transaction, provider_id: str, address: str) -> Sequence[str]:
    """The requests of guests with this address that wait for the provider's answer, locked."""
    return await LOCK_REQUESTS.column(tx, provider_id=provider_id, address=address)


async def remove_block(tx: Transaction, provider_id: str, block_id: str) -> bool:
    """Lift a block; False when the provider has no such block."""
    return await REMOVE.value(tx, provider_id=provider_id, block_id=block_id) is not None


async def blocked_guests(tx: Connection, provider_id: str, after: str, most: int) -> list[BlockedGuest]:
    """The guests whom the provider blocks, the first blocked first."""
    return await FIND_PAGE.all(tx, provider_id=provider_id, after=after, most=most)


async def all_blocked_guests(tx: Connection, provider_id: str) -> list[BlockedGuest]:
    """All guests whom the provider blocks, for the export."""
    return await FIND_ALL.all(tx, provider_id=provider_id)


async def erase_blocks(tx: Transaction, provider_id: str) -> None:
    """Forget whom the provider blocked."""
    await ERASE.run(tx, provider_id=provider_id)


async def forget_name(tx: Transaction, email: str) -> None:
    """Forget the name of the guest with this address; that they are blocked stays (product.md 4.6)."""
    await FORGET_NAME.run(tx, email=email.lower())


async def forget_old_names(tx: Transaction, before: datetime) -> None:
    """Forget the names of guests who were blocked before this time; the blocks themselves stay."""
    await FORGET_OLD_NAMES.run(tx, before=before)
