"""Begins, prolongs and ends logins."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.hot_sql import insert_events_sql, inserted_events
from chassis.outbox import Emission, emit
from chassis.retention import Retention
from contracts.events.identity import LoginEnded, LoginRotated
from pydantic import JsonValue
from sqlalchemy import Text, bindparam, delete, exists, func, insert, literal_column, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from identity.accounts.models import AccountRow
from identity.accounts.reading import Reading
from identity.logins.models import EndedLoginRow, LoginRow
from identity.logins.rules import refused_from
from identity.session_data.rules import KnownAccount
from identity.session_data.store import KNOWN_ACCOUNT


@dataclass(frozen=True, slots=True)
class OverLogin:
    """A login that has ended, and the time at which its tokens expire."""

    login_id: str
    account_id: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class HeldLogin:
    """An active login, as its owner may see it."""

    login_id: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime
    timezone: str
    device: dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class LoginState:
    """What decides which tokens of a login hold."""

    account_id: str
    created_at: datetime
    expires_at: datetime
    generation: int
    rotations: list[list[float]]
    cookie_digest: str
    second_factor: bool
    device: dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Renewal:
    """What a check of a login makes of it."""

    expires_at: datetime
    generation: int
    rotations: list[list[float]]


@dataclass(frozen=True, slots=True)
class ReadLogin:
    """A login with all that a check of it shows or may change."""

    state: LoginState
    known: KnownAccount
    account_reads: Reading
    """How the account reads times."""
    timezone: str
    """Of the login's own device."""

    def reads(self, said: Reading) -> bool:
        """Whether it is known already that times are read so; '' says nothing."""
        account = self.account_reads
        zone = not said.timezone or said.timezone == account.timezone == self.timezone
        return zone and (not said.hour_cycle or said.hour_cycle == account.hour_cycle)


@dataclass(frozen=True, slots=True)
class RotatedLogin:
    """A login with replaced tokens that have not expired yet."""

    login_id: str
    rotations: list[list[float]]
    replaced_expires_at: datetime


_KNOWN: Final = len(fields(KnownAccount))
_BY_ID = LoginRow.id == bindparam("login_id")
_OF_ACCOUNT = LoginRow.account_id == bindparam("account_id")
_over = (LoginRow.id.label("login_id"), LoginRow.account_id, LoginRow.expires_at)
_state = (
    LoginRow.account_id,
    LoginRow.created_at,
    LoginRow.expires_at,
    LoginRow.generation,
    LoginRow.rotations,
    LoginRow.cookie_digest,
    LoginRow.second_factor,
    LoginRow.device,
)

STATE: Final = Statement(select(*_state).where(_BY_ID, _OF_ACCOUNT), into=LoginState)
READ: Final = Statement(
    KNOWN_ACCOUNT.add_columns(*_state, AccountRow.timezone, AccountRow.hour_cycle, LoginRow.timezone)
    .join(LoginRow, LoginRow.account_id == AccountRow.id)
    .where(_BY_ID)
)
LOCK: Final = Statement(select(*_state).where(_BY_ID).with_for_update(), into=LoginState)
FIND_HELD: Final = Statement(
    select(
        LoginRow.id.label("login_id"),
        LoginRow.created_at,
        LoginRow.expires_at,
        func.coalesce(LoginRow.last_used_at, LoginRow.created_at).label("last_used_at"),
        LoginRow.timezone,
        LoginRow.device,
    )
    .where(_OF_ACCOUNT)
    .order_by(LoginRow.created_at),
    into=HeldLogin,
)
ADD: Final = Statement(
    insert(LoginRow).values(
        params(
            "id",
            "account_id",
            "device",
            "created_at",
            "expires_at",
            "cookie_digest",
            "timezone",
            "second_factor",
        )
    )
)
_renewed = (
    update(LoginRow)
    .where(_BY_ID, LoginRow.generation == bindparam("known_generation"))
    .values(
        **params("expires_at", "last_used_at", "generation", "rotations"),
        replaced_expires_at=func.coalesce(
            bindparam("replaced_expires_at", type_=LoginRow.replaced_expires_at.type),
            LoginRow.replaced_expires_at,
        ),
        timezone=func.coalesce(func.nullif(bindparam("timezone", type_=Text), ""), LoginRow.timezone),
    )
    .returning(LoginRow.id)
    .cte("renewed")
)
RENEW: Final = Statement(
    KNOWN_ACCOUNT.where(exists(select(_renewed.c.id))),
    into=KnownAccount,
)
_rotated = text(insert_events_sql(1, "renewed")).columns().cte("rotated")
ROTATE: Final = Statement(
    KNOWN_ACCOUNT.where(exists(select(_renewed.c.id)))
    .add_columns(literal_column(inserted_events("rotated")))
    .add_cte(_renewed, _rotated)
)
"""The same for a renewal that begins a generation, with its event.

If it waits for a lock it does not see what is emitted meanwhile; but whoever emits an event of the login
begins a generation or ends the login, and then this has no row.
"""
FIND_ROTATED: Final = Statement(
    select(LoginRow.id.label("login_id"), LoginRow.rotations, LoginRow.replaced_expires_at).where(
        LoginRow.replaced_expires_at > bindparam("now")
    ),
    into=RotatedLogin,
)
END_ONE: Final = Statement(delete(LoginRow).where(_BY_ID).returning(*_over), into=OverLogin)
END_OWN: Final = Statement(delete(LoginRow).where(_BY_ID, _OF_ACCOUNT).returning(*_over), into=OverLogin)
END_OF_ACCOUNT: Final = Statement(delete(LoginRow).where(_OF_ACCOUNT).returning(*_over), into=OverLogin)
END_OTHERS: Final = Statement(
    delete(LoginRow).where(_OF_ACCOUNT, LoginRow.id != bindparam("login_id")).returning(*_over),
    into=OverLogin,
)
END_ALL: Final = Statement(delete(LoginRow).returning(*_over), into=OverLogin)
REMEMBER_ENDED: Final = Statement(
    upsert(EndedLoginRow).values(params("login_id", "account_id", "expires_at")).on_conflict_do_nothing()
)
FIND_ENDED: Final = Statement(
    select(EndedLoginRow.login_id, EndedLoginRow.account_id, EndedLoginRow.expires_at).where(
        EndedLoginRow.expires_at > bindparam("now")
    ),
    into=OverLogin,
)
EXPIRED: Final = (
    Retention(LoginRow, LoginRow.expires_at),
    Retention(EndedLoginRow, EndedLoginRow.expires_at),
)


async def login_state(tx: Connection, login_id: str, account_id: str) -> LoginState | None:
    """The account's login; None when it has ended."""
    return await STATE.one(tx, login_id=login_id, account_id=account_id)


async def read_login(tx: Connection, login_id: str, account_id: str) -> ReadLogin | None:
    """The account's login, with all that a check of it shows; None when it has ended."""
    row = await READ.one(tx, login_id=login_id, account_id=account_id)
    if row is None:
        return None
    *values, timezone, hour_cycle, own_timezone = row
    known, state = values[:_KNOWN], values[_KNOWN:]
    return ReadLogin(LoginState(*state), KnownAccount(*known), Reading(timezone, hour_cycle), own_timezone)


async def lock_login(tx: Transaction, login_id: str) -> LoginState | None:
    """The login, locked until the transaction ends; None when it has ended."""
    return await LOCK.one(tx, login_id=login_id)


async def held_logins(tx: Connection, account_id: str) -> list[HeldLogin]:
    """Every login of the account, oldest first."""
    return await FIND_HELD.all(tx, account_id=account_id)


async def add_login(tx: Transaction, login: dict[str, Any]) -> None:
    """Insert a new login."""
    await ADD.run(tx, **login)


async def renew_login(
    tx: Transaction, login_id: str, held: LoginState, renewal: Renewal, *, timezone: str, now: datetime
) -> KnownAccount | None:
    """Prolong a login that is still as `held` says; its device is in `timezone`, '' for an unknown one.

    If that begins a generation of tokens, every service is told which ones are refused then. In the same
    statement it reads the account, as session data shows it. None when the login has ended, or another
    generation has begun. A check that began earlier and comes later does not shorten the login, whose newest
    token would outlive it.
    """
    values: dict[str, object] = {
        "login_id": login_id,
        "account_id": held.account_id,
        "known_generation": held.generation,
        "generation": renewal.generation,
        "rotations": renewal.rotations,
        "expires_at": max(renewal.expires_at, held.expires_at),
        "replaced_expires_at": held.expires_at,
        "timezone": timezone,
        "last_used_at": now,
    }
    if renewal.generation == held.generation:
        return await RENEW.one(tx, **{**values, "replaced_expires_at": None})
    rotated = LoginRotated(
        account_id=held.account_id,
        login_id=login_id,
        generation=renewal.generation,
        refused_from=refused_from(renewal.rotations[-1]),
        expires_at=held.expires_at,
    )
    emission = Emission(tx, rotated)
    row = await ROTATE.one(tx, **values, **emission.values)
    emission.inserted(None if row is None else row[_KNOWN])
    return None if row is None else KnownAccount(*row[:_KNOWN])


async def end_login(tx: Transaction, login_id: str) -> bool:
    """End one login and announce it; False when it had ended already."""
    ended = await END_ONE.all(tx, login_id=login_id)
    await _announce(tx, ended)
    return bool(ended)


async def end_own_login(tx: Transaction, account_id: str, login_id: str) -> bool:
    """End one login of this account and announce it; False when it has no such login."""
    ended = await END_OWN.all(tx, login_id=login_id, account_id=account_id)
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


async def end_all_logins(tx: Transaction) -> int:
    """End every login of every account, and publish it; returns how many ended. For a restored database."""
    ended = await END_ALL.all(tx)
    await _announce(tx, ended)
    return len(ended)


async def ended_logins(tx: Connection, *, now: datetime) -> list[OverLogin]:
    """The logins that ended before their tokens expire."""
    return await FIND_ENDED.all(tx, now=now)


async def rotated_logins(tx: Connection, *, now: datetime) -> list[RotatedLogin]:
    """The logins with replaced tokens that have not expired yet."""
    return await FIND_ROTATED.all(tx, now=now)


async def _announce(tx: Transaction, ended: list[OverLogin]) -> None:
    for login in ended:
        await REMEMBER_ENDED.run(
            tx, login_id=login.login_id, account_id=login.account_id, expires_at=login.expires_at
        )
        await emit(
            tx,
            LoginEnded(account_id=login.account_id, login_id=login.login_id, expires_at=login.expires_at),
        )
