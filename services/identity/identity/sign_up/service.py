"""Signing up: an account, its confirmation mail, and its first login (product.md 1.1)."""

from datetime import datetime

from chassis.db import Transaction
from chassis.http.envelope import refuse, refuse_fields
from chassis.http.languages import detected_language
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.identity import AccountRegistered
from contracts.languages import DEFAULT

from identity.accounts.reading import reading_on
from identity.accounts.rules import EMAIL_TAKEN
from identity.accounts.serializers import account_facts
from identity.accounts.store import add_account
from identity.confirmation.mail import mail_confirmation
from identity.guessing.source import Source
from identity.guessing.store import remember_source
from identity.logins.create_login import NewLogin, create_login
from identity.passwords.hashing import Passwords
from identity.passwords.rules import weakness
from identity.sign_up.schemas import SignUpRequest
from identity.tokens.signing import TokenSigner


async def register(
    tx: Transaction,
    passwords: Passwords,
    signer: TokenSigner,
    request: SignUpRequest,
    source: Source,
    *,
    accept_language: str,
    user_agent: str,
    public_url: str,
    now: datetime,
) -> NewLogin:
    """Make an account, mail its confirmation, and begin its first login (product.md 1.1).

    Raises `Refused` for a weak password, and when the address has an account already.
    """
    weak = weakness(request.iv_password, about=(request.iv_name, request.iv_email))
    if weak:
        raise refuse_fields(iv_password=weak)
    password_hash = await passwords.hash(request.iv_password)
    language = detected_language(request.iv_device_data, accept_language)
    reading = reading_on(request.iv_device_data)
    account = await add_account(
        tx,
        {
            "id": new_id(),
            "name": request.iv_name,
            "email": request.iv_email,
            "password_hash": password_hash,
            "created_at": now,
            "language": language or DEFAULT,
            "language_said": language is not None,
            "timezone": reading.timezone,
            "hour_cycle": reading.hour_cycle,
        },
    )
    if account is None:
        raise refuse(EMAIL_TAKEN, iv_email=EMAIL_TAKEN)
    await emit(tx, AccountRegistered(account=account_facts(account)))
    await mail_confirmation(tx, account, public_url, now=now)
    device = request.iv_device_data
    login = await create_login(tx, signer, account, device, user_agent=user_agent, now=now)
    await remember_source(tx, account.id, source, cookie=bool(login.cookie), now=now)
    return login
