"""Authenticator apps and recovery codes. Each code is used once, also by requests at once."""

from dataclasses import dataclass
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import bindparam, delete, exists, func, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert

from identity.logins.models import LoginRow
from identity.passkeys.models import PasskeyRow
from identity.second_factor.models import AuthenticatorAppRow, RecoveryCodeRow
from identity.second_factor.rules import code_digest


@dataclass(frozen=True, slots=True)
class Secrets:
    """An app's encrypted secrets: the one that holds, and one that waits for its first code."""

    sealed: bytes | None
    waiting: bytes | None


@dataclass(frozen=True, slots=True)
class Factors:
    """What an account has besides its password."""

    app: bool
    passkeys: int
    recovery_codes: int

    @property
    def any(self) -> bool:
        """Whether signing in takes a second step."""
        return self.app or self.passkeys > 0

    @property
    def count(self) -> int:
        """How many factors there are; recovery codes are none."""
        return int(self.app) + self.passkeys


_OF_ACCOUNT = AuthenticatorAppRow.account_id == bindparam("account_id")
_CODES_OF = RecoveryCodeRow.account_id == bindparam("account_id")
FIND_SECRETS: Final = Statement(
    select(AuthenticatorAppRow.sealed, AuthenticatorAppRow.waiting).where(_OF_ACCOUNT), into=Secrets
)
FIND_FACTORS: Final = Statement(
    select(
        exists().where(_OF_ACCOUNT, AuthenticatorAppRow.sealed.is_not(None)).label("app"),
        select(func.count())
        .select_from(PasskeyRow)
        .where(PasskeyRow.account_id == bindparam("account_id"))
        .scalar_subquery()
        .label("passkeys"),
        select(func.count())
        .select_from(RecoveryCodeRow)
        .where(_CODES_OF)
        .scalar_subquery()
        .label("recovery_codes"),
    ),
    into=Factors,
)
_waiting = insert(AuthenticatorAppRow).values(params("account_id", "waiting"))
BEGIN: Final = Statement(
    _waiting.on_conflict_do_update(
        index_elements=[AuthenticatorAppRow.account_id], set_={"waiting": _waiting.excluded.waiting}
    )
)
CONFIRM: Final = Statement(
    update(AuthenticatorAppRow)
    .where(_OF_ACCOUNT, AuthenticatorAppRow.waiting == bindparam("confirmed"))
    .values(sealed=AuthenticatorAppRow.waiting, waiting=literal_column("NULL"), last_step=bindparam("step"))
    .returning(AuthenticatorAppRow.account_id)
)
USE_STEP: Final = Statement(
    update(AuthenticatorAppRow)
    .where(_OF_ACCOUNT, AuthenticatorAppRow.last_step < bindparam("step"))
    .values(last_step=bindparam("step"))
    .returning(AuthenticatorAppRow.account_id)
)
REMOVE_APP: Final = Statement(delete(AuthenticatorAppRow).where(_OF_ACCOUNT))
ADD_CODE: Final = Statement(insert(RecoveryCodeRow).values(params("digest", "account_id")))
USE_CODE: Final = Statement(
    delete(RecoveryCodeRow)
    .where(_CODES_OF, RecoveryCodeRow.digest == bindparam("digest"))
    .returning(RecoveryCodeRow.account_id)
)
REMOVE_CODES: Final = Statement(delete(RecoveryCodeRow).where(_CODES_OF))
MARK_LOGIN: Final = Statement(
    update(LoginRow).where(LoginRow.id == bindparam("login_id")).values(second_factor=literal_column("true"))
)


async def factors_of(tx: Connection, account_id: str) -> Factors:
    """What the account has besides its password."""
    return await FIND_FACTORS.one(tx, account_id=account_id) or Factors(False, 0, 0)


async def secrets_of(tx: Connection, account_id: str) -> Secrets:
    """The encrypted secrets of the account's app."""
    return await FIND_SECRETS.one(tx, account_id=account_id) or Secrets(None, None)


async def begin_app(tx: Transaction, account_id: str, sealed: bytes) -> None:
    """Keep a new secret until its first code; one that holds already stays until then."""
    await BEGIN.run(tx, account_id=account_id, waiting=sealed)


async def confirm_app(tx: Transaction, account_id: str, sealed: bytes, step: int) -> bool:
    """Let the secret that waited hold, its code of `step` used; False when another waits by now."""
    return await CONFIRM.value(tx, account_id=account_id, confirmed=sealed, step=step) is not None


async def use_step(tx: Transaction, account_id: str, step: int) -> bool:
    """Use the code of a time step up; False when it, or a newer one, was used before (RFC 6238, 5.2)."""
    return await USE_STEP.value(tx, account_id=account_id, step=step) is not None


async def remove_app(tx: Transaction, account_id: str) -> None:
    """Forget the account's app."""
    await REMOVE_APP.run(tx, account_id=account_id)


async def replace_recovery_codes(tx: Transaction, account_id: str, plain: list[str]) -> None:
    """Store these recovery codes, as digests, instead of those before."""
    await REMOVE_CODES.run(tx, account_id=account_id)
    rows = [{"account_id": account_id, "digest": code_digest(account_id, code)} for code in plain]
    await ADD_CODE.run_each(tx, rows)


async def use_recovery_code(tx: Transaction, account_id: str, plain: str) -> bool:
    """Use a recovery code up; False when it is none, or was used before."""
    used = await USE_CODE.value(tx, account_id=account_id, digest=code_digest(account_id, plain))
    return used is not None


async def mark_login(tx: Transaction, login_id: str) -> None:
    """Save that two factors have shown whose login this is."""
    await MARK_LOGIN.run(tx, login_id=login_id)
