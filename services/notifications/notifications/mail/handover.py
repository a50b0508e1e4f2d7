"""Hands mails from the event that causes them to the sender of their process: nobody has to look for them.

The event queues them claimed by this process, in its own transaction, and the sender begins with what it is
given once that is committed. Where there is no room, and in processes without a sender, mails are queued as
due, and whoever claims them next sends them.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final, Protocol

from chassis.db import Transaction

from notifications.mail.store import Mail

UNCLAIMED: Final = timedelta(0)


class Sender(Protocol):
    """Sends mails that it is given."""

    @property
    def claimed_for(self) -> timedelta:
        """How long a mail is its own."""
        ...

    def reserve(self, mails: int) -> bool:
        """Keep room for so many mails; False when there is none, or when others come first."""
        ...

    def take_over(self, reserved: int, mails: Sequence[Mail]) -> None:
        """Send these mails, which were queued as claimed, in the room for `reserved`; end the rest of it."""
        ...


class Claim:
    """What one transaction hands over."""

    def __init__(self, sender: Sender, room: int) -> None:
        self._sender = sender
        self._room = room
        self.claimed_for: Final = sender.claimed_for
        self.mails: Sequence[Mail] = ()
        """Those that the transaction has queued."""

    def end(self, committed: bool) -> None:
        """Let the sender begin, if the mails are in the queue. Otherwise there are none."""
        self._sender.take_over(self._room, self.mails if committed else ())


class Handover:
    """Between the handlers of events, which are made first, and the sender of the same process."""

    def __init__(self) -> None:
        self.sender: Sender | None = None

    def claim(self, tx: Transaction, mails: int) -> Claim | None:
        """Room for the mails that `tx` queues; None when they are to be queued as due."""
        if not mails or self.sender is None or not self.sender.reserve(mails):
            return None
        claim = Claim(self.sender, mails)
        tx.when_ended(claim.end)
        return claim
