"""Devices, and the queue of push messages."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from chassis.bell import ring_after_commit
from chassis.principal import Principal
from pydantic import JsonValue
from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.push.models import Push, PushToken

QUEUE: Final = "push"
MOST_DEVICES: Final = 20
MOST_ATTEMPTS: Final = 8
FIRST_WAIT: Final = timedelta(seconds=5)
_ENQUEUE: Final = text(
    """
    INSERT INTO push (alert_id)
    SELECT :alert_id WHERE EXISTS (SELECT FROM push_token WHERE account_id = :account_id)
    ON CONFLICT DO NOTHING RETURNING alert_id
    """
)


async def keep_device(
    session: AsyncSession, owner: Principal, token: str, platform: str, now: datetime
) -> None:
    """The device now belongs to this login, and to no other; the 20 newest of an account are kept."""
    account_id = owner.id
    moved = {
        "account_id": account_id,
        "login_id": owner.login_id,
        "platform": platform,
        "registered_at": now,
    }
    fresh = insert(PushToken).values(token=token, **moved)
    await session.execute(fresh.on_conflict_do_update(index_elements=[PushToken.token], set_=moved))
    newest = (
        select(PushToken.token)
        .where(PushToken.account_id == account_id)
        .order_by(PushToken.registered_at.desc(), PushToken.token)
        .limit(MOST_DEVICES)
    )
    await session.execute(
        delete(PushToken).where(PushToken.account_id == account_id, PushToken.token.not_in(newest))
    )


async def drop_device(session: AsyncSession, account_id: str, token: str) -> None:
    """The device takes no more messages for this account."""
    await session.execute(
        delete(PushToken).where(PushToken.account_id == account_id, PushToken.token == token)
    )


async def drop_devices_of_login(session: AsyncSession, login_id: str) -> None:
    """A login that is over takes its device along."""
    await session.execute(delete(PushToken).where(PushToken.login_id == login_id))


async def drop_tokens(session: AsyncSession, tokens: Sequence[str]) -> None:
    """Tokens that the push service no longer knows."""
    await session.execute(delete(PushToken).where(PushToken.token.in_(tokens)))


async def devices_of(session: AsyncSession, account_id: str) -> Sequence[PushToken]:
    """The devices of an account."""
    found = await session.scalars(select(PushToken).where(PushToken.account_id == account_id))
    return found.all()


async def enqueue(session: AsyncSession, alert_id: str, account_id: str) -> None:
    """Queue a push of the alert, when the account has a device at all."""
    if await session.scalar(_ENQUEUE, {"alert_id": alert_id, "account_id": account_id}) is not None:
        ring_after_commit(session, QUEUE)


async def claim(session: AsyncSession) -> Push | None:
    """The push that is due first, locked until the transaction ends."""
    due = (
        select(Push)
        .where(Push.next_attempt_at <= func.now())
        .order_by(Push.next_attempt_at)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    return await session.scalar(due)


async def drop(session: AsyncSession, push: Push) -> None:
    """The push is done, or given up."""
    await session.execute(delete(Push).where(Push.alert_id == push.alert_id))


async def postpone(session: AsyncSession, push: Push, now: datetime) -> None:
    """Try again later; after eight tries the moment has passed, and the alert is in the list anyway."""
    if push.attempts + 1 >= MOST_ATTEMPTS:
        await drop(session, push)
        return
    later = now + FIRST_WAIT * 2**push.attempts
    values = {"attempts": push.attempts + 1, "next_attempt_at": later}
    await session.execute(update(Push).where(Push.alert_id == push.alert_id).values(values))


async def erase_devices(session: AsyncSession, account_id: str) -> None:
    """Forget the account's devices."""
    await session.execute(delete(PushToken).where(PushToken.account_id == account_id))


async def held_devices(session: AsyncSession, account_id: str) -> list[JsonValue]:
    """The account's devices, for its export."""
    return [
        {
            "platform": device.platform,
            "token": device.token,
            "registered_at": device.registered_at.isoformat(),
        }
        for device in await devices_of(session, account_id)
    ]
