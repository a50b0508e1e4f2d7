"""Statements of devices. What lets its holder push to one is stored sealed (product.md 5.4)."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import structlog
from chassis.db import Connection, Statement, Transaction, params
from pydantic import JsonValue
from sqlalchemy import bindparam, column, delete, func, literal_column, select, table
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from notifications.devices.models import DeviceRow
from notifications.sealing import sealing

MOST_DEVICES: Final = 20
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Device:
    """A device of an account: a phone, or a browser with the keys of its subscription."""

    token: str
    platform: str
    registered_at: datetime
    p256dh: str | None = None
    auth: str | None = None

    @property
    def digest(self) -> str:
        """What the device is found by."""
        return token_digest(self.token)


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """A device without what lets its holder push to it."""

    digest: str
    platform: str
    registered_at: datetime


@dataclass(frozen=True, slots=True)
class SealedDevice:
    """A device as it is stored."""

    sealed: bytes
    platform: str
    registered_at: datetime


_OF_ACCOUNT: Final = DeviceRow.account_id == bindparam("account_id")
_OF_DIGEST: Final = DeviceRow.digest == bindparam("digest")
_moved: Final = ("account_id", "login_id", "platform", "registered_at", "sealed")
_arriving: Final = insert(DeviceRow).values(params("digest", *_moved))
_before: Final = aliased(DeviceRow)
KEEP: Final = Statement(
    _arriving.on_conflict_do_update(
        index_elements=[DeviceRow.digest], set_={name: _arriving.excluded[name] for name in _moved}
    ).returning(select(_before.account_id).where(_before.digest == bindparam("digest")).scalar_subquery())
)
"""Returns the account that had the device before: a statement sees its tables as they were."""
ADD: Final = Statement(_arriving.on_conflict_do_nothing())
_newest: Final = (
    select(DeviceRow.digest)
    .where(_OF_ACCOUNT)
    .order_by(DeviceRow.registered_at.desc(), DeviceRow.digest)
    .limit(MOST_DEVICES)
)
DELETE_OLDEST: Final = Statement(delete(DeviceRow).where(_OF_ACCOUNT, DeviceRow.digest.not_in(_newest)))
DELETE_OF_ACCOUNT: Final = Statement(delete(DeviceRow).where(_OF_ACCOUNT, _OF_DIGEST))
DELETE_OF_LOGIN: Final = Statement(delete(DeviceRow).where(DeviceRow.login_id == bindparam("login_id")))
DELETE: Final = Statement(delete(DeviceRow).where(_OF_DIGEST))
DELETE_ALL_OF_ACCOUNT: Final = Statement(delete(DeviceRow).where(_OF_ACCOUNT))
FIND_OF_ACCOUNT: Final = Statement(
    select(DeviceRow.digest, DeviceRow.platform, DeviceRow.registered_at).where(_OF_ACCOUNT), into=KnownDevice
)
FIND: Final = Statement(
    select(DeviceRow.sealed, DeviceRow.platform, DeviceRow.registered_at).where(_OF_ACCOUNT, _OF_DIGEST),
    into=SealedDevice,
)
COUNT: Final = Statement(select(func.count()).select_from(DeviceRow).where(_OF_ACCOUNT))
HAS_DEVICE: Final = Statement(select(literal_column("true")).where(_OF_ACCOUNT).limit(1))
_former: Final = table("push_token", column("account_id"), column("login_id"))
"""Devices that the version before has registered; see `devices.former`."""
DELETE_FORMER_OF_LOGIN: Final = Statement(delete(_former).where(_former.c.login_id == bindparam("login_id")))
DELETE_FORMER_OF_ACCOUNT: Final = Statement(
    delete(_former).where(_former.c.account_id == bindparam("account_id"))
)


def sealed_about(account_id: str, digest: str) -> str:
    """What a sealed device is bound to (`chassis.sealing`)."""
    return f"device {digest} of {account_id}"


def _stored(device: Device, account_id: str, login_id: str) -> dict[str, object]:
    secret = json.dumps([device.token, device.p256dh, device.auth])
    return {
        "digest": device.digest,
        "account_id": account_id,
        "login_id": login_id,
        "platform": device.platform,
        "registered_at": device.registered_at,
        "sealed": sealing().seal(secret, about=sealed_about(account_id, device.digest)),
    }


async def keep_device(tx: Transaction, device: Device, *, account_id: str, login_id: str) -> str | None:
    """Register the device for this login only; returns the account that had it before.

    An account keeps its 20 newest devices (product.md 5.4).
    """
    former = await KEEP.value(tx, **_stored(device, account_id, login_id))
    await DELETE_OLDEST.run(tx, account_id=account_id)
    return former


async def add_device(tx: Transaction, device: Device, *, account_id: str, login_id: str) -> None:
    """Register the device for this login, unless it has been registered since."""
    await ADD.run(tx, **_stored(device, account_id, login_id))


async def drop_device_of_account(tx: Transaction, account_id: str, token: str) -> None:
    """Drop the device if it is this account's; it takes no more messages for the account."""
    await DELETE_OF_ACCOUNT.run(tx, account_id=account_id, digest=token_digest(token))


async def drop_devices_of_login(tx: Transaction, login_id: str) -> None:
    """Drop the devices of an ended login."""
    await DELETE_OF_LOGIN.run(tx, login_id=login_id)
    await DELETE_FORMER_OF_LOGIN.run(tx, login_id=login_id)


async def drop_device(tx: Transaction, digest: str) -> None:
    """Drop a device that the push service does not know any more, and what waits for it."""
    await DELETE.run(tx, digest=digest)


async def device_count(tx: Connection, account_id: str) -> int:
    """How many devices of the account take push messages."""
    return await COUNT.value(tx, account_id=account_id)


async def devices_of(tx: Connection, account_id: str) -> list[KnownDevice]:
    """The devices of an account."""
    return await FIND_OF_ACCOUNT.all(tx, account_id=account_id)


async def has_device(tx: Connection, account_id: str) -> bool:
    """Whether the account has any device. Checked first, because most accounts have none."""
    return await HAS_DEVICE.value(tx, account_id=account_id) is not None


async def device_of_account(tx: Connection, account_id: str, digest: str) -> Device | None:
    """The device with this digest; None when it is not, or no longer, this account's.

    None also when the key that sealed it is gone: it comes back when its app registers it again (product.md
    5.4).
    """
    found = await FIND.one(tx, account_id=account_id, digest=digest)
    if found is None:
        return None
    try:
        opened = sealing().open(found.sealed, about=sealed_about(account_id, digest))
    except LookupError:
        log.warning("device sealed with another key", device=digest[:16])
        return None
    token, p256dh, auth = json.loads(opened)
    return Device(token, found.platform, found.registered_at, p256dh, auth)


async def erase_devices(tx: Transaction, account_id: str) -> None:
    """Forget the account's devices."""
    await DELETE_ALL_OF_ACCOUNT.run(tx, account_id=account_id)
    await DELETE_FORMER_OF_ACCOUNT.run(tx, account_id=account_id)


def token_digest(token: str) -> str:
    """The SHA-256 of a token: long and random, so that the digest leads nobody back to it."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_digest(token: str) -> str:
    """What tells a device from others without its token, which lets its holder push to it."""
    return token_digest(token)[:16]


async def export_devices(tx: Connection, account_id: str) -> list[JsonValue]:
    """The account's devices without their tokens and keys, for its export."""
    return [
        {
            "platform": device.platform,
            "device": device.digest[:16],
            "registered_at": device.registered_at.isoformat(),
        }
        for device in await devices_of(tx, account_id)
    ]
