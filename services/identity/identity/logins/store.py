"""Beginning, prolonging and ending logins."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from chassis.outbox import emit
from contracts.events.identity import LoginEnded
from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession

from identity.logins.models import EndedLoginRow, LoginRow


async def add_login(session: AsyncSession, login: dict[str, Any]) -> None:
    """Remember a login that has just begun."""
    await session.execute(insert(LoginRow).values(login))


async def prolong(session: AsyncSession, login_id: str, account_id: str, *, until: datetime) -> bool:
    """Let a login last until then; False when it is over. Its row stays locked."""
    found = await session.scalar(
        update(LoginRow)
        .where(LoginRow.id == login_id, LoginRow.account_id == account_id)
        .values(expires_at=until)
        .returning(LoginRow.id)
    )
    return found is not None


async def end_login(session: AsyncSession, login_id: str) -> bool:
    """End one login and tell everyone; False when it had ended already."""
    return bool(await _end(session, LoginRow.id == login_id))


async def end_logins_of(session: AsyncSession, account_id: str, *, but: str | None = None) -> int:
    """End every login of an account, except `but`, and tell everyone; answers how many they were."""
    every = LoginRow.account_id == account_id
    return len(await _end(session, every if but is None else every & (LoginRow.id != but)))


async def ended_logins(session: AsyncSession, *, now: datetime) -> Sequence[EndedLoginRow]:
    """The logins that are over while tokens of theirs have time left."""
    return (await session.scalars(select(EndedLoginRow).where(EndedLoginRow.expires_at > now))).all()


async def forget_old_logins(session: AsyncSession, *, now: datetime) -> None:
    """Drop logins whose last token has expired."""
    await session.execute(delete(LoginRow).where(LoginRow.expires_at <= now))
    await session.execute(delete(EndedLoginRow).where(EndedLoginRow.expires_at <= now))


async def _end(session: AsyncSession, which: ColumnElement[bool]) -> Sequence[LoginRow]:
    ended = (await session.scalars(delete(LoginRow).where(which).returning(LoginRow))).all()
    for login in ended:
        await session.execute(
            upsert(EndedLoginRow)
            .values(login_id=login.id, account_id=login.account_id, expires_at=login.expires_at)
            .on_conflict_do_nothing()
        )
        await emit(
            session, LoginEnded(account_id=login.account_id, login_id=login.id, expires_at=login.expires_at)
        )
    return ended
