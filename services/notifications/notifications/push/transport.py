"""What reaches devices: the protocol, and what stands in for it where no push service is set."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

import structlog

from notifications.push_queue.models import PushToken

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class PushPayload:
    """What a device shows; tapping it leads to `url` (product.md 5.4). `subject_id` is the alert's id, or
    the message's. A device keeps only the newest note of a `group`.
    """

    subject_id: str
    kind: str
    title: str
    text: str
    url: str
    group: str


class DeviceGone(Exception):
    """The push service knows no such device any more."""


class NotAccepted(Exception):
    """The push service will never take this note; to try again is of no use."""


class NotNow(Exception):
    """The push service cannot take the note now, but may later: not before `wait` is over."""

    def __init__(self, reason: str, wait: timedelta = timedelta(0)) -> None:
        super().__init__(reason)
        self.wait = wait


class PushTransport(Protocol):
    """Something that reaches devices."""

    async def push(self, device: PushToken, note: PushPayload) -> None:
        """Show `note` on the device.

        Raises `DeviceGone`, `NotAccepted`, and `NotNow` or anything else to be tried again.
        """
        ...

    async def close(self) -> None:
        """Let go of what the service holds."""
        ...


class LoggingPush:
    """Stands in where no push service is set: says in the log that it would have pushed, never what."""

    async def push(self, device: PushToken, note: PushPayload) -> None:
        """Log the push."""
        log.info("push", subject_id=note.subject_id, kind=note.kind, platform=device.platform)

    async def close(self) -> None:
        """Nothing is held."""
