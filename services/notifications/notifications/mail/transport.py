"""How a mail leaves: one protocol, and the carrier that lays it into the mailbox of the embedded set."""

from typing import Protocol

from chassis.clock import Now
from chassis.db import Transaction

from notifications.mail import store
from notifications.mail.models import Mail


class Undeliverable(Exception):
    """The mail server refused this mail for good."""


class MailTransport(Protocol):
    """Takes mails over."""

    async def send(self, tx: Transaction, mail: Mail) -> None:
        """Take `mail` over; returning means that it is no longer ours.

        Raises `Undeliverable` when no further try can help, anything else when one may. `session` is the
        transaction in which the mail is then marked as sent.
        """
        ...

    async def release(self) -> None:
        """Nothing more to carry for now: let go of connections."""
        ...


class MailboxTransport:
    """Puts mails where /dev/mail shows them, in the sender's own transaction."""

    def __init__(self, clock: Now) -> None:
        self._clock = clock

    async def send(self, tx: Transaction, mail: Mail) -> None:
        """Lay the mail into the mailbox."""
        await store.put_in_mailbox(tx, mail, self._clock())

    async def release(self) -> None:
        """There is nothing to let go of."""
