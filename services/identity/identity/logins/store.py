"""Begins, prolongs and ends logins."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.outbox import emit
from contracts.events.identity import LoginEnded
from pydantic import JsonValue
from sqlalchemy import bindparam, delete, exists, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from identity.logins.models import EndedLoginRow, LoginRow


@dataclass(frozen=True, slots=True)
class OverLogin:
    """A login that has ended, and the time at which its tokens expire."""

    login_id: str
    account_id: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class HeldLogin:
    """An active login, as its owner may see it."""

    created_at: datetime
    expires_at: datetime
    device: dict[str, JsonValue]


_BY_ID = LoginRow.id == bindparam("login_id")
_OF_ACCOUNT = LoginRow.account_id == bindparam("account_id")
_over = (LoginRow.id.label("login_id"), LoginRow.account_id, LoginRow.expires_at)

HOLDS: Final = Statement(select(exists().where(_BY_ID, _OF_ACCOUNT)))
FIND_HELD: Final = Statement(
    select(LoginRow.created_at, LoginRow.expires_at, LoginRow.device)
    .where(_OF_ACCOUNT)
    .order_by(LoginRow.created_at),
    into=HeldLogin,
)
ADD: Final = Statement(
    insert(LoginRow).values(params("id", "account_id", "device", "created_at", "expires_at"))
)
PROLONG: Final = Statement(
    update(LoginRow).where(_BY_ID, _OF_ACCOUNT).values(params("expires_at")).returning(LoginRow.id)
)
END_ONE: Final = Statement(delete(LoginRow).where(_BY_ID).returning(*_over), into=OverLogin)
END_OF_ACCOUNT: Final = Statement(delete(LoginRow).where(_OF_ACCOUNT).returning(*_over), into=OverLogin)
END_OTHERS: Final = Statement(
    delete(LoginRow).where(_OF_ACCOUNT, LoginRow.id != bindparam("login_id")).returning(*_over),
    into=OverLogin,
)
REMEMBER_ENDED: Final = Statement(
    upsert(EndedLoginRow).values(params("login_id", "account_id", "expires_at")).on_conflict_do_nothing()
)
FIND_ENDED: Final = Statement(
    select(EndedLoginRow.login_id, EndedLoginRow.account_id, EndedLoginRow.expires_at).where(
        EndedLoginRow.expires_at > bindparam("now")
    ),
    into=OverLogin,
)
DELETE_EXPIRED: Final = Statement(delete(LoginRow).where(LoginRow.expires_at <= bindparam("now")))
DELETE_EXPIRED_ENDED: Final = Statement(
    delete(EndedLoginRow).where(EndedLoginRow.expires_at <= bindparam("now"))
)


async def login_holds(tx: Connection, login_id: str, account_id: str) -> bool:
    """Whether the account's login is active right now."""
    return bool(await HOLDS.value(tx, login_id=login_id, account_id=account_id))


async def held_logins(tx: Connection, account_id: str) -> list[HeldLogin]:
    """Every login of the account, oldest first."""
    return await FIND_HELD.all(tx, account_id=account_id)


async def add_login(tx: Transaction, login: dict[str, Any]) -> None:
    """Insert a new login."""
    await ADD.run(tx, **login)


async def prolong(tx: Transaction, login_id: str, account_id: str, *, until: datetime) -> bool:
    """Prolong a login until `until`; False when it has ended. Its row is locked."""
    found = await PROLONG.value(tx, login_id=login_id, account_id=account_id, expires_at=until)
    return found is not None


async def end_login(tx: Transaction, login_id: str) -> bool:
    """End one login and announce it; False when it had ended already."""
    ended = await END_ONE.all(tx, login_id=login_id)
    await _announce(tx, ended)
    return bool(ended)


async def end_logins_of(tx: Transaction, account_id: str, *, but: str | None = None) -> int:
    """End every login of an account, except `but`, and publish it; returns how many ended."""
    if but is None:
        ended = await END_OF_ACCOUNT.all(tx, account_id=account_id)
    else:
        ended = await END_OTHERS.all(tx, account_id=account_id, login_id=but)
    await _announce(tx, ended)
    return len(ended)


async def ended_logins(tx: Connection, *, now: datetime) -> list[OverLogin]:
    """The logins that ended before their tokens expire."""
    return await FIND_ENDED.all(tx, now=now)


async def delete_expired_logins(tx: Transaction, *, now: datetime) -> None:
    """Delete logins whose last token has expired."""
    await DELETE_EXPIRED.run(tx, now=now)
    await DELETE_EXPIRED_ENDED.run(tx, now=now)


async def _announce(tx: Transaction, ended: list[OverLogin]) -> None:
    for login in ended:
        await REMEMBER_ENDED.run(
            tx, login_id=login.login_id, account_id=login.account_id, expires_at=login.expires_at
        )
        await emit(
            tx,
            LoginEnded(account_id=login.account_id, login_id=login.login_id, expires_at=login.expires_at),
        )
