"""The mail that asks for a confirmation."""

from datetime import datetime

from chassis.db import Transaction

from identity.accounts.store import Account
from identity.limits.rules import Kind
from identity.limits.store import claim
from identity.mail_tokens.rules import TokenPurpose
from identity.mail_tokens.store import send_token


async def mail_confirmation(tx: Transaction, account: Account, public_url: str, *, now: datetime) -> int:
    """Mail the link unless the address got too many; returns the seconds to wait, 0 when it was mailed."""
    wait = await claim(tx, Kind.CONFIRM_MAIL, account.email, now=now)
    if wait == 0:
        await send_token(tx, TokenPurpose.CONFIRM, account, public_url, now=now)
    return wait
