"""The protocol by which mails leave, and the mailbox that takes them where no mail server is set."""

from typing import Protocol

from chassis.clock import Now
from chassis.db import Database

from notifications.mail import store
from notifications.mail.store import Mail


class Undeliverable(Exception):
    """The mail server refused this mail for good."""


class MailTransport(Protocol):
    """Takes mails over from the queue."""

    async def send(self, mail: Mail) -> None:
        """Take `mail` over. Once this returns, the mail is not sent again.

        Raises `Undeliverable` when no further try can help, anything else when one may.
        """
        ...

    async def release(self) -> None:
        """Close connections: the service stops."""
        ...


class MailboxTransport:
    """Puts mails where /dev/mail shows them."""

    def __init__(self, database: Database, clock: Now) -> None:
        self._database = database
        self._clock = clock

    async def send(self, mail: Mail) -> None:
        """Put the mail into the mailbox, where it is once, however often it is sent."""
        async with self._database.writing() as tx:
            await store.put_in_mailbox(tx, mail, self._clock())

    async def release(self) -> None:
        """Do nothing: there is no connection."""
