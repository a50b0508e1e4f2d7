"""Showing once more who one is (product.md 1.13; RFC 9470 in this contract's words)."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.http.envelope import refuse_fields
from contracts.rules import messages

from identity.logins.dependencies import LoginCaller
from identity.logins.service import RenewedLogin, prolong_login
from identity.passkeys.challenges import Purpose, add_challenge
from identity.passkeys.store import passkeys_of
from identity.passkeys.verification import Asked
from identity.passwords.hashing import Passwords
from identity.passwords.password_verification import reauthenticate
from identity.second_factor.store import Factors, factors_of
from identity.second_factor.verification import FactorCheck, GivenFactor
from identity.step_up.schemas import Method, StepUpBegun, StepUpRequest
from identity.tokens.signing import TokenSigner

FIELD: Final = "iv_password"


@dataclass(frozen=True, slots=True)
class StepUp:
    """What a step-up is checked with."""

    check: FactorCheck
    passwords: Passwords
    signer: TokenSigner

    async def begin(self, tx: Transaction, caller: LoginCaller, *, now: datetime) -> StepUpBegun:
        """With what the caller can show who they are."""
        factors = await factors_of(tx, caller.account_id)
        if not factors.any:
            return StepUpBegun(methods=["password"], passkey_options=None)
        held = await passkeys_of(tx, caller.account_id)
        options = None
        if held:
            challenge = await add_challenge(
                tx,
                Purpose.STEP_UP,
                account_id=caller.account_id,
                login_id=caller.login.login_id,
                now=now,
            )
            options = self.check.site.request(challenge, [each.credential_id for each in held])
        return StepUpBegun(methods=methods_of(factors), passkey_options=options)

    async def finish(self, caller: LoginCaller, request: StepUpRequest, *, now: datetime) -> RenewedLogin:
        """A new token of the same login, which says that its owner has shown who they are.

        Raises `Refused` beside the field of what was wrong, and `TooMany` after too many wrong ones.
        """
        database = self.check.database
        async with database.reading() as connection:
            factors = await factors_of(connection, caller.account_id)
        given = GivenFactor(request.iv_code, request.iv_passkey)
        if factors.any:
            await self.check.count(caller.account_id, given, now=now)
        else:
            if request.iv_password is None:
                raise refuse_fields(iv_password=messages.REQUIRED)
            await reauthenticate(
                database, self.passwords, caller.account_id, request.iv_password, field=FIELD, now=now
            )
        async with database.writing() as tx:
            if factors.any:
                asked = Asked(Purpose.STEP_UP, caller.account_id, caller.login.login_id)
                await self.check.verify(tx, given, asked, now=now)
            return await prolong_login(tx, replace(caller, authenticated_at=now), self.signer, {}, now=now)


def methods_of(factors: Factors) -> list[Method]:
    """The second factors of an account, in the order in which a screen offers them."""
    offered: dict[Method, bool] = {
        "passkey": factors.passkeys > 0,
        "authenticator_app": factors.app,
        "recovery_code": factors.recovery_codes > 0,
    }
    return [method for method, held in offered.items() if held]
