"""Signing in (product.md 1.2)."""

from datetime import datetime

from chassis.db import Database
from chassis.http.languages import detected_language

from identity.accounts.language import set_language
from identity.accounts.reading import follow_device
from identity.guessing.source import Source
from identity.guessing.store import remember_source
from identity.logins.create_login import NewLogin, create_login
from identity.passwords.hashing import Passwords
from identity.passwords.password_verification import lock_verified, verify_password
from identity.sign_in.schemas import SignInRequest
from identity.tokens.signing import TokenSigner


async def begin_login(
    database: Database,
    passwords: Passwords,
    signer: TokenSigner,
    request: SignInRequest,
    source: Source,
    *,
    accept_language: str,
    user_agent: str,
    now: datetime,
) -> NewLogin:
    """Begin a login. A wrong address and a wrong password get the same message after the same time.

    It uses a transaction of its own, which begins after the password was verified: a repeated sign-in begins
    another login, and no token is stored with an Idempotency-Key. The device sets the language of an account
    that has none set yet, and how it reads times.
    """
    email, password = request.iv_email, request.iv_password
    verified = await verify_password(database, passwords, email, password, source, now=now)
    async with database.writing() as tx:
        account = await lock_verified(tx, verified)
        language = detected_language(request.iv_device_data, accept_language)
        if language and not account.language_said:
            await set_language(tx, account, language)
        await follow_device(tx, account.id, request.iv_device_data)
        device = request.iv_device_data
        login = await create_login(tx, signer, account, device, user_agent=user_agent, now=now)
        await remember_source(tx, account.id, source, cookie=bool(login.cookie), now=now)
        return login
