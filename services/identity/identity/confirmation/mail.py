"""The mail that asks for a confirmation."""

from datetime import datetime

from chassis.db import Transaction

from identity.accounts.models import AccountRow
from identity.limits.rules import Kind
from identity.limits.store import claim
from identity.links.rules import Purpose
from identity.links.store import mail_link


async def mail_confirmation(tx: Transaction, account: AccountRow, public_url: str, *, now: datetime) -> int:
    """Mail the link unless the address has had too many: the seconds to wait, 0 when it was mailed."""
    wait = await claim(tx, Kind.CONFIRM_MAIL, account.email, now=now)
    if wait == 0:
        await mail_link(tx, Purpose.CONFIRM, account, public_url, now=now)
    return wait
