"""Devices, and the queue of push messages."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Connection, TextStatement, Transaction
from chassis.http.callers import Principal
from chassis.ids import new_id
from pydantic import JsonValue
from sqlalchemy import and_, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from notifications.push_queue.models import Push, PushToken

QUEUE: Final = "push"
MOST_DEVICES: Final = 20
MOST_ATTEMPTS: Final = 8
FIRST_WAIT: Final = timedelta(seconds=5)
_HAS_DEVICE: Final = TextStatement("SELECT true FROM push_token WHERE account_id = :account_id LIMIT 1")
CLAIMED_FOR: Final = timedelta(minutes=5)
"""Longer than a push service, and whoever gives the tokens for it, may take to answer."""


async def keep_device(tx: Transaction, owner: Principal, token: str, platform: str, now: datetime) -> None:
    """The device now belongs to this login, and to no other; the 20 newest of an account are kept."""
    account_id = owner.id
    moved = {
        "account_id": account_id,
        "login_id": owner.login_id,
        "platform": platform,
        "registered_at": now,
    }
    fresh = insert(PushToken).values(token=token, **moved)
    await tx.session.execute(fresh.on_conflict_do_update(index_elements=[PushToken.token], set_=moved))
    newest = (
        select(PushToken.token)
        .where(PushToken.account_id == account_id)
        .order_by(PushToken.registered_at.desc(), PushToken.token)
        .limit(MOST_DEVICES)
    )
    await tx.session.execute(
        delete(PushToken).where(PushToken.account_id == account_id, PushToken.token.not_in(newest))
    )


async def drop_device(tx: Transaction, account_id: str, token: str) -> None:
    """The device takes no more messages for this account."""
    await tx.session.execute(
        delete(PushToken).where(PushToken.account_id == account_id, PushToken.token == token)
    )


async def drop_devices_of_login(tx: Transaction, login_id: str) -> None:
    """A login that is over takes its device along."""
    await tx.session.execute(delete(PushToken).where(PushToken.login_id == login_id))


async def devices_of(tx: Connection, account_id: str) -> Sequence[PushToken]:
    """The devices of an account."""
    found = await tx.session.scalars(select(PushToken).where(PushToken.account_id == account_id))
    return found.all()


async def has_device(tx: Transaction, account_id: str) -> bool:
    """Whether there is anything to push to. Nearly everybody has none: asked before all else."""
    return await _HAS_DEVICE.one(tx, account_id=account_id) is not None


async def enqueue_alert(tx: Transaction, alert_id: str, account_id: str) -> None:
    """Queue the alert for each device of the account, unless it waits for that device already."""
    await _enqueue(tx, account_id, alert_id=alert_id)


async def enqueue_message(tx: Transaction, message_id: str, account_id: str) -> None:
    """Queue the message for each device of the account."""
    if await has_device(tx, account_id):
        await _enqueue(tx, account_id, message_id=message_id)


async def _enqueue(tx: Transaction, account_id: str, **subject: str) -> None:
    rows = [{"id": new_id(), "account_id": account_id, "token": device.token, **subject}
            for device in await devices_of(tx, account_id)]  # fmt: skip
    if rows:
        await tx.session.execute(insert(Push).values(rows).on_conflict_do_nothing())
        tx.wake_after_commit(QUEUE)


async def claim(tx: Transaction) -> Push | None:
    """The push that is due first: this caller's for a while, and due again if nothing is heard of it."""
    due = (
        select(Push.id)
        .where(Push.next_attempt_at <= func.now())
        .order_by(Push.next_attempt_at)
        .limit(1)
        .with_for_update(skip_locked=True)
        .scalar_subquery()
    )
    claimed = update(Push).where(Push.id == due)
    values = {"attempts": Push.attempts + 1, "next_attempt_at": func.now() + CLAIMED_FOR}
    return await tx.session.scalar(claimed.values(values).returning(Push))


async def device_for(tx: Transaction, push: Push) -> PushToken | None:
    """The device of the push, if it is still its account's."""
    mine = and_(PushToken.token == push.token, PushToken.account_id == push.account_id)
    return await tx.session.scalar(select(PushToken).where(mine))


async def drop(tx: Transaction, push: Push) -> None:
    """The push is done, or given up."""
    await tx.session.execute(delete(Push).where(Push.id == push.id))


async def drop_token(tx: Transaction, token: str) -> None:
    """The push service knows no such device any more: it goes, and what waits for it."""
    await tx.session.execute(delete(PushToken).where(PushToken.token == token))


async def postpone(tx: Transaction, push: Push, at_least: timedelta, now: datetime) -> None:
    """Try again later; after eight tries the moment has passed, and the alert is in the list anyway."""
    if push.attempts >= MOST_ATTEMPTS:
        await drop(tx, push)
        return
    later = now + max(at_least, FIRST_WAIT * 2 ** (push.attempts - 1))
    await tx.session.execute(update(Push).where(Push.id == push.id).values(next_attempt_at=later))


async def erase_devices(tx: Transaction, account_id: str) -> None:
    """Forget the account's devices."""
    await tx.session.execute(delete(PushToken).where(PushToken.account_id == account_id))


async def held_devices(tx: Connection, account_id: str) -> list[JsonValue]:
    """The account's devices, for its export."""
    return [
        {
            "platform": device.platform,
            "token": device.token,
            "registered_at": device.registered_at.isoformat(),
        }
        for device in await devices_of(tx, account_id)
    ]
