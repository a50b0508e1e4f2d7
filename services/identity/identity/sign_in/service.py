"""Signing in (product.md 1.2)."""

from datetime import datetime

from chassis.db import Database

from identity.guessing.source import Source
from identity.logins.create_login import NewLogin
from identity.passkeys.relying_party import RelyingParty
from identity.passwords.hashing import Passwords
from identity.passwords.password_verification import lock_verified, verify_password
from identity.second_factor.store import factors_of
from identity.sign_in.schemas import SecondStep, SignInRequest
from identity.sign_in.second_step import begin_second_step
from identity.sign_in.visit import Visit
from identity.tokens.signing import TokenSigner


async def begin_login(
    database: Database,
    passwords: Passwords,
    signer: TokenSigner,
    site: RelyingParty,
    request: SignInRequest,
    source: Source,
    *,
    accept_language: str,
    user_agent: str,
    now: datetime,
) -> NewLogin | SecondStep:
    """Begin a login. A wrong address and a wrong password get the same message after the same time.

    It uses a transaction of its own, which begins after the password was verified: a repeated sign-in begins
    another login, and no token is stored with an Idempotency-Key. The device sets the language of an account
    that has none set yet, and how it reads times. An account with a second factor gets no login and no token
    yet (product.md 1.14).
    """
    email, password = request.iv_email, request.iv_password
    verified = await verify_password(database, passwords, email, password, source, now=now)
    async with database.writing() as tx:
        account = await lock_verified(tx, verified)
        factors = await factors_of(tx, account.id)
        if factors.any:
            return await begin_second_step(tx, site, account.id, factors, now=now)
        visit = Visit(request.iv_device_data, accept_language, user_agent, source, now)
        return await visit.begin_login(tx, signer, account)
