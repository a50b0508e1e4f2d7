"""Statements of devices."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from pydantic import JsonValue
from sqlalchemy import bindparam, delete, func, literal_column, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from notifications.devices.models import PushTokenRow

MOST_DEVICES: Final = 20


@dataclass(frozen=True, slots=True)
class Device:
    """A device of an account: a phone, or a browser with the keys of its subscription."""

    token: str
    platform: str
    registered_at: datetime
    p256dh: str | None = None
    auth: str | None = None


_OF_ACCOUNT: Final = PushTokenRow.account_id == bindparam("account_id")
_OF_TOKEN: Final = PushTokenRow.token == bindparam("token")
_devices: Final = select(
    PushTokenRow.token,
    PushTokenRow.platform,
    PushTokenRow.registered_at,
    PushTokenRow.p256dh,
    PushTokenRow.auth,
)
_moved: Final = ("account_id", "login_id", "platform", "registered_at", "p256dh", "auth")
_arriving: Final = insert(PushTokenRow).values(params("token", *_moved))
_before: Final = aliased(PushTokenRow)
KEEP: Final = Statement(
    _arriving.on_conflict_do_update(
        index_elements=[PushTokenRow.token], set_={name: _arriving.excluded[name] for name in _moved}
    ).returning(select(_before.account_id).where(_before.token == bindparam("token")).scalar_subquery())
)
"""Returns the account that had the device before: a statement sees its tables as they were."""
_newest: Final = (
    select(PushTokenRow.token)
    .where(_OF_ACCOUNT)
    .order_by(PushTokenRow.registered_at.desc(), PushTokenRow.token)
    .limit(MOST_DEVICES)
)
DELETE_OLDEST: Final = Statement(delete(PushTokenRow).where(_OF_ACCOUNT, PushTokenRow.token.not_in(_newest)))
DELETE_OF_ACCOUNT: Final = Statement(delete(PushTokenRow).where(_OF_ACCOUNT, _OF_TOKEN))
DELETE_OF_LOGIN: Final = Statement(delete(PushTokenRow).where(PushTokenRow.login_id == bindparam("login_id")))
DELETE: Final = Statement(delete(PushTokenRow).where(_OF_TOKEN))
DELETE_ALL_OF_ACCOUNT: Final = Statement(delete(PushTokenRow).where(_OF_ACCOUNT))
FIND_OF_ACCOUNT: Final = Statement(_devices.where(_OF_ACCOUNT), into=Device)
FIND: Final = Statement(_devices.where(_OF_ACCOUNT, _OF_TOKEN), into=Device)
COUNT: Final = Statement(select(func.count()).select_from(PushTokenRow).where(_OF_ACCOUNT))
HAS_DEVICE: Final = Statement(select(literal_column("true")).where(_OF_ACCOUNT).limit(1))


async def keep_device(tx: Transaction, device: Device, *, account_id: str, login_id: str) -> str | None:
    """Register the device for this login only; returns the account that had it before.

    An account keeps its 20 newest devices (product.md 5.4).
    """
    former = await KEEP.value(
        tx,
        token=device.token,
        account_id=account_id,
        login_id=login_id,
        platform=device.platform,
        registered_at=device.registered_at,
        p256dh=device.p256dh,
        auth=device.auth,
    )
    await DELETE_OLDEST.run(tx, account_id=account_id)
    return former


async def drop_device_of_account(tx: Transaction, account_id: str, token: str) -> None:
    """Drop the device if it is this account's; it takes no more messages for the account."""
    await DELETE_OF_ACCOUNT.run(tx, account_id=account_id, token=token)


async def drop_devices_of_login(tx: Transaction, login_id: str) -> None:
    """Drop the devices of an ended login."""
    await DELETE_OF_LOGIN.run(tx, login_id=login_id)


async def drop_device(tx: Transaction, token: str) -> None:
    """Drop a device that the push service does not know any more, and what waits for it."""
    await DELETE.run(tx, token=token)


async def device_count(tx: Connection, account_id: str) -> int:
    """How many devices of the account take push messages."""
    return await COUNT.value(tx, account_id=account_id)


async def devices_of(tx: Connection, account_id: str) -> list[Device]:
    """The devices of an account."""
    return await FIND_OF_ACCOUNT.all(tx, account_id=account_id)


async def has_device(tx: Connection, account_id: str) -> bool:
    """Whether the account has any device. Checked first, because most accounts have none."""
    return await HAS_DEVICE.value(tx, account_id=account_id) is not None


async def device_of_account(tx: Connection, account_id: str, token: str) -> Device | None:
    """The device with this token; None when it is not, or no longer, this account's."""
    return await FIND.one(tx, account_id=account_id, token=token)


async def erase_devices(tx: Transaction, account_id: str) -> None:
    """Forget the account's devices."""
    await DELETE_ALL_OF_ACCOUNT.run(tx, account_id=account_id)


def device_digest(token: str) -> str:
    """What tells a device from others without its token, which lets its holder push to it."""
    return hashlib.sha256(token.encode()).hexdigest()[:16]


async def export_devices(tx: Connection, account_id: str) -> list[JsonValue]:
    """The account's devices without their tokens and keys, for its export."""
    return [
        {
            "platform": device.platform,
            "device": device_digest(device.token),
            "registered_at": device.registered_at.isoformat(),
        }
        for device in await devices_of(tx, account_id)
    ]
