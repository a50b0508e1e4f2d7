"""An account that is gone is erased here too."""

from chassis.db import Transaction
from chassis.events import subscribe
from contracts.events.identity import AccountDeleted

from notifications.alerts.store import erase_alerts
from notifications.mail.store import erase_mail
from notifications.messages.store import erase_messages
from notifications.projections.store import erase_person
from notifications.push_queue.store import erase_devices


@subscribe(AccountDeleted)
async def erase_account(event: AccountDeleted, tx: Transaction) -> None:
    """Forget the person; what others hold of them keeps no name."""
    await erase_person(tx, event.account_id)
    await erase_alerts(tx, event.account_id)
    await erase_messages(tx, event.account_id)
    await erase_devices(tx, event.account_id)
    await erase_mail(tx, event.account_id)


CONSUMERS = (erase_account,)
