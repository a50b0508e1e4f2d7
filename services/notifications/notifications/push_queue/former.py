"""Takes over the devices of the version before, and what waits to be pushed to them."""

from typing import Final

from chassis.db import Statement, Transaction
from sqlalchemy import Text, bindparam, column, select, table
from sqlalchemy.dialects.postgresql import insert

from notifications.devices.former import forget_former_device, seal_former_devices
from notifications.push_queue.models import PushRow
from notifications.push_queue.store import QUEUE

_KEPT: Final = ("id", "account_id", "alert_id", "message_id", "attempts", "next_attempt_at")
_former: Final = table("push_note", *map(column, ("token", *_KEPT)))
TAKE_OVER: Final = Statement(
    insert(PushRow)
    .from_select(
        ["digest", *_KEPT],
        select(bindparam("digest", type_=Text()), *(_former.c[name] for name in _KEPT)).where(
            _former.c.token == bindparam("token")
        ),
    )
    .on_conflict_do_nothing()
)


async def take_over_former_devices(tx: Transaction) -> None:
    """Seal device tokens that an earlier version stored in plain text, and keep their waiting pushes."""
    for device in await seal_former_devices(tx):
        await TAKE_OVER.run(tx, digest=device.digest, token=device.token)
        await forget_former_device(tx, device)
        tx.wake_after_commit(QUEUE)
