"""Erasing an account (product.md 1.10)."""

from chassis.db import Transaction

from notifications.alerts.store import erase_alerts
from notifications.devices.store import erase_devices
from notifications.mail.store import erase_mail
from notifications.messages.store import erase_messages
from notifications.projections.store import erase_person


async def erase_account(tx: Transaction, account_id: str) -> None:
    """Erase everything about an account. What remains with other accounts shows no name."""
    await erase_person(tx, account_id)
    await erase_alerts(tx, account_id)
    await erase_messages(tx, account_id)
    await erase_devices(tx, account_id)
    await erase_mail(tx, account_id)
