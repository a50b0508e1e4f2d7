"""The mail that asks for a confirmation, by its link or by its code."""

from datetime import datetime

from chassis.db import Transaction

from identity.accounts.store import Account
from identity.confirmation.rules import CODE_LIFE, digest_of_code
from identity.confirmation.store import keep_code
from identity.limits.rules import Kind
from identity.limits.store import claim
from identity.mail_tokens.rules import TokenPurpose, new_code
from identity.mail_tokens.store import send_token


async def mail_confirmation(tx: Transaction, account: Account, public_url: str, *, now: datetime) -> int:
    """Mail link and code unless the address got too many; returns the seconds to wait, 0 when mailed."""
    wait = await claim(tx, Kind.CONFIRM_MAIL, account.email, now=now)
    if wait == 0:
        code = new_code()
        await keep_code(tx, account.id, digest_of_code(account.id, code), expires_at=now + CODE_LIFE)
        await send_token(tx, TokenPurpose.CONFIRM, account, public_url, now=now, code=code)
    return wait
