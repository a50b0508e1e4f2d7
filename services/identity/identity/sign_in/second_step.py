"""Signing in with a second factor, or with a passkey alone (product.md 1.14 and 1.15)."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.http.envelope import refuse

from identity.accounts.store import Account, lock_account
from identity.logins.create_login import NewLogin
from identity.passkeys.challenges import (
    Purpose,
    account_of_challenge,
    add_challenge,
    challenge_bytes,
    challenge_text,
    use_challenge,
)
from identity.passkeys.relying_party import Json, RelyingParty
from identity.passkeys.store import passkeys_of
from identity.passkeys.verification import NOT_THIS_PASSKEY, Asked, verify_passkey
from identity.passwords.password_verification import SUSPENDED
from identity.second_factor.store import Factors
from identity.second_factor.verification import FactorCheck, GivenFactor
from identity.sign_in.schemas import SecondFactorRequest, SecondStep
from identity.sign_in.visit import Visit
from identity.step_up.service import methods_of
from identity.tokens.signing import TokenSigner

SIGN_IN_AGAIN: Final = "This took too long. Please sign in again."


async def begin_second_step(
    tx: Transaction, site: RelyingParty, account_id: str, factors: Factors, *, now: datetime
) -> SecondStep:
    """What a right password leads to: a challenge that says nothing and waits for a factor of the account."""
    challenge = await add_challenge(tx, Purpose.SECOND_STEP, account_id=account_id, now=now)
    held = [each.credential_id for each in await passkeys_of(tx, account_id)]
    return SecondStep(
        challenge=challenge_text(challenge),
        methods=methods_of(factors),
        passkey_options=site.request(challenge, held) if held else None,
    )


async def finish_second_step(
    check: FactorCheck, signer: TokenSigner, request: SecondFactorRequest, visit: Visit
) -> NewLogin:
    """Begin the login that waited for a factor, once (product.md 1.14).

    Codes are counted before they are looked at. Raises `Refused` for a wrong factor, and for a challenge that
    is used or too old, `TooMany` after too many codes.
    """
    now, challenge = visit.now, challenge_bytes(request.iv_challenge)
    async with check.database.reading() as connection:
        account_id = await account_of_challenge(connection, Purpose.SECOND_STEP, challenge, now=now)
    if not account_id:
        raise refuse(SIGN_IN_AGAIN, iv_challenge=SIGN_IN_AGAIN)
    given = GivenFactor(request.iv_code, request.iv_passkey)
    await check.count(account_id, given, now=now)
    async with check.database.writing() as tx:
        account = await _lock(tx, account_id)
        if given.passkey is None and not await use_challenge(tx, Purpose.SECOND_STEP, challenge, now=now):
            raise refuse(SIGN_IN_AGAIN, iv_challenge=SIGN_IN_AGAIN)
        # A passkey signs the challenge of this account that it answers, and uses that one up.
        await check.verify(tx, given, Asked(Purpose.SECOND_STEP, account_id), now=now)
        return await visit.begin_login(tx, signer, account, second_factor=True)


async def begin_passkey_sign_in(tx: Transaction, site: RelyingParty, *, now: datetime) -> Json:
    """The options with which a browser asks for any passkey of this site."""
    return site.request(await add_challenge(tx, Purpose.PASSKEY_SIGN_IN, account_id=None, now=now), [])


async def sign_in_with_passkey(
    check: FactorCheck, signer: TokenSigner, answer: Json, visit: Visit
) -> NewLogin:
    """Begin a login of the account whose passkey answered: two factors in one (product.md 1.15)."""
    async with check.database.writing() as tx:
        asked = Asked(Purpose.PASSKEY_SIGN_IN)
        account_id = await verify_passkey(tx, check.site, answer, asked, now=visit.now)
        account = await _lock(tx, account_id)
        return await visit.begin_login(tx, signer, account, second_factor=True)


async def _lock(tx: Transaction, account_id: str) -> Account:
    account = await lock_account(tx, account_id)
    if account is None:
        raise refuse(NOT_THIS_PASSKEY)
    if account.suspended:
        raise refuse(SUSPENDED)
    return account
