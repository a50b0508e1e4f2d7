"""The devices with which an account has signed in (product.md 1.17)."""

import hashlib
from collections.abc import Mapping
from typing import Final

from chassis.db import Statement, Transaction, params
from chassis.outbox import emit
from contracts.events.identity import SecurityChanged
from sqlalchemy import bindparam, func, select
from sqlalchemy.dialects.postgresql import insert

from identity.logins.devices import device_name
from identity.logins.models import KnownDeviceRow

COUNT: Final = Statement(
    select(func.count())
    .select_from(KnownDeviceRow)
    .where(KnownDeviceRow.account_id == bindparam("account_id"))
)
MEET: Final = Statement(
    insert(KnownDeviceRow)
    .values(params("account_id", "digest"))
    .on_conflict_do_nothing()
    .returning(KnownDeviceRow.account_id)
)


async def meet_device(tx: Transaction, account_id: str, device: Mapping[str, object], timezone: str) -> None:
    """Remember the device of a login. The owner is told of one that is new, but for the account's first."""
    name = device_name(device)
    digest = hashlib.sha256(f"{name}\n{timezone}".encode()).digest()
    known = await COUNT.value(tx, account_id=account_id)
    new = await MEET.value(tx, account_id=account_id, digest=digest) is not None
    if new and known:
        await emit(tx, SecurityChanged(account_id=account_id, what="new_device", device=name))
