"""Beginning, prolonging and ending logins."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from chassis.db import Connection, Transaction
from chassis.outbox import emit
from contracts.events.identity import LoginEnded
from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from identity.logins.models import EndedLoginRow, LoginRow


async def add_login(tx: Transaction, login: dict[str, Any]) -> None:
    """Remember a login that has just begun."""
    await tx.session.execute(insert(LoginRow).values(login))


async def prolong(tx: Transaction, login_id: str, account_id: str, *, until: datetime) -> bool:
    """Let a login last until then; False when it is over. Its row stays locked."""
    found = await tx.session.scalar(
        update(LoginRow)
        .where(LoginRow.id == login_id, LoginRow.account_id == account_id)
        .values(expires_at=until)
        .returning(LoginRow.id)
    )
    return found is not None


async def end_login(tx: Transaction, login_id: str) -> bool:
    """End one login and tell everyone; False when it had ended already."""
    return bool(await _end(tx, LoginRow.id == login_id))


async def end_logins_of(tx: Transaction, account_id: str, *, but: str | None = None) -> int:
    """End every login of an account, except `but`, and tell everyone; answers how many they were."""
    every = LoginRow.account_id == account_id
    return len(await _end(tx, every if but is None else every & (LoginRow.id != but)))


async def ended_logins(tx: Connection, *, now: datetime) -> Sequence[EndedLoginRow]:
    """The logins that are over while tokens of theirs have time left."""
    return (await tx.session.scalars(select(EndedLoginRow).where(EndedLoginRow.expires_at > now))).all()


async def forget_old_logins(tx: Transaction, *, now: datetime) -> None:
    """Drop logins whose last token has expired."""
    await tx.session.execute(delete(LoginRow).where(LoginRow.expires_at <= now))
    await tx.session.execute(delete(EndedLoginRow).where(EndedLoginRow.expires_at <= now))


async def _end(tx: Transaction, which: ColumnElement[bool]) -> Sequence[LoginRow]:
    ended = (await tx.session.scalars(delete(LoginRow).where(which).returning(LoginRow))).all()
    for login in ended:
        await tx.session.execute(
            upsert(EndedLoginRow)
            .values(login_id=login.id, account_id=login.account_id, expires_at=login.expires_at)
            .on_conflict_do_nothing()
        )
        await emit(
            tx, LoginEnded(account_id=login.account_id, login_id=login.id, expires_at=login.expires_at)
        )
    return ended
