"""Verifies a factor: a code of an app, a recovery code, or a passkey (product.md 1.14)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Database, Transaction
from chassis.errors import TooMany
from chassis.http.envelope import refuse_fields
from chassis.sealing import Sealing

from identity.limits.rules import Kind
from identity.limits.store import claim, forget
from identity.passkeys.relying_party import Json, RelyingParty
from identity.passkeys.verification import Asked, factor_refused, verify_passkey
from identity.second_factor.authenticator_app import step_of, unseal
from identity.second_factor.rules import is_app_code, plain_code
from identity.second_factor.store import secrets_of, use_recovery_code, use_step

WRONG_CODE: Final = "This code is not correct, or was used before"
TOO_MANY_CODES: Final = "Too many wrong codes. Please wait a few minutes."
ONE_FACTOR: Final = "Send a code or a passkey"


@dataclass(frozen=True, slots=True)
class GivenFactor:
    """What somebody shows: a code, or a passkey's answer."""

    code: str | None = None
    passkey: Json | None = None


@dataclass(frozen=True, slots=True)
class FactorCheck:
    """With what a factor is checked (product.md 1.14)."""

    database: Database
    """For counting, apart from the transaction that a refusal undoes."""
    sealing: Sealing
    site: RelyingParty

    async def count(self, account_id: str, given: GivenFactor, *, now: datetime) -> None:
        """Count a code before it is looked at, so that requests at once guess no more often than others.

        Raises `TooMany` after too many, and `Refused` when there is neither code nor passkey, or both.
        """
        if (given.code is None) == (given.passkey is None):
            raise refuse_fields(iv_code=ONE_FACTOR)
        if given.code is None:
            return
        async with self.database.writing() as tx:
            wait = await claim(tx, Kind.SECOND_FACTOR, account_id, now=now)
        if wait:
            raise TooMany(TOO_MANY_CODES, retry_after=wait)

    async def verify(self, tx: Transaction, given: GivenFactor, asked: Asked, *, now: datetime) -> None:
        """Verify a counted factor of `asked.account_id`, and use it up. Raises `Refused` beside its field."""
        if given.passkey is not None:
            await verify_passkey(tx, self.site, given.passkey, asked, now=now)
        elif not await self._is_right(tx, asked.account_id, plain_code(given.code or ""), now=now):
            raise factor_refused(asked.account_id, WRONG_CODE, iv_code=WRONG_CODE)
        else:
            await forget(tx, Kind.SECOND_FACTOR, asked.account_id)

    async def _is_right(self, tx: Transaction, account_id: str, plain: str, *, now: datetime) -> bool:
        if not is_app_code(plain):
            return await use_recovery_code(tx, account_id, plain)
        held = await secrets_of(tx, account_id)
        if held.sealed is None:
            return False
        step = step_of(unseal(self.sealing, held.sealed, account_id), plain, now=now)
        return step is not None and await use_step(tx, account_id, step)
