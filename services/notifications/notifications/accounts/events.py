"""An account that is gone is erased here too."""

from chassis.events import hears
from contracts.events.identity import AccountDeleted
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.alerts.store import erase_alerts
from notifications.mail.store import erase_mail
from notifications.messages.store import erase_messages
from notifications.people.store import erase_person
from notifications.push.store import erase_devices


@hears(AccountDeleted)
async def erase_account(event: AccountDeleted, session: AsyncSession) -> None:
    """Forget the person; what others hold of them keeps no name."""
    await erase_person(session, event.account_id)
    await erase_alerts(session, event.account_id)
    await erase_messages(session, event.account_id)
    await erase_devices(session, event.account_id)
    await erase_mail(session, event.account_id)


CONSUMERS = (erase_account,)
