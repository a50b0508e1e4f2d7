"""Giving a guest a token and mailing the code that proves the address (product.md 4.6)."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.errors import TooMany
from chassis.http.languages import language_of
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.identity import GuestCodeIssued, MailRequested

from identity.guests.rules import CODE_LIFE, code_hash
from identity.guests.schemas import GuestRequest
from identity.limits.rules import Kind
from identity.limits.store import claim
from identity.mail_tokens.rules import new_code
from identity.tokens.signing import TokenSigner

TOO_MANY: Final = "Too many codes were sent to this email. Please use the latest, or try again later."


async def issue_guest_token(
    tx: Transaction, signer: TokenSigner, request: GuestRequest, *, accept_language: str, now: datetime
) -> str:
    """The guest's token; the code that proves the address comes by mail (product.md 4.6).

    Raises `TooMany` when the address got 5 codes in 10 minutes or 20 in a day, regardless of the caller.
    """
    wait = await claim(tx, Kind.GUEST_CODE, request.iv_email, now=now)
    if wait:
        raise TooMany(TOO_MANY, retry_after=wait)
    guest_id, code, expires_at = new_id(), new_code(), now + CODE_LIFE
    access = signer.for_guest(guest_id, request.iv_name, request.iv_email, now=now)
    issued = GuestCodeIssued(
        guest_id=guest_id,
        name=request.iv_name,
        email=request.iv_email,
        code_hash=code_hash(guest_id, code),
        expires_at=expires_at,
    )
    mail = MailRequested(
        kind="guest_code",
        to=request.iv_email,
        name=request.iv_name,
        code=code,
        language=language_of(request.iv_device_data, accept_language),
        expires_at=expires_at,
    )
    await emit(tx, issued, mail)
    return access.token
