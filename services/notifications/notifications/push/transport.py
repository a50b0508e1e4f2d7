"""The protocol of push services: one for phones, one for browsers, and a substitute where none is set."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

import structlog

from notifications.devices.store import Device

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class PushAction:
    """A button of a push: its name, its label in the receiver's language, and where it leads."""

    action: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class PushPayload:
    """What a device shows (product.md 5.4). A tap on it leads to `url`.

    `subject_id` is the id of the alert or message. A device shows only the newest payload of a `group`; a
    browser only the newest of a `topic`. `badge` counts what is unread. `locale` and `direction` are those of
    the words.
    """

    subject_id: str
    kind: str
    title: str
    text: str
    url: str
    group: str
    topic: str
    badge: int
    locale: str
    direction: str
    actions: tuple[PushAction, ...] = ()


class DeviceGone(Exception):
    """The push service does not know the device any more."""


class NotAccepted(Exception):
    """The push service will never take this payload: it is not tried again."""


class NotNow(Exception):
    """The push service cannot accept the payload now. It may after `wait`."""

    def __init__(self, reason: str, wait: timedelta = timedelta(0)) -> None:
        super().__init__(reason)
        self.wait = wait


class PushTransport(Protocol):
    """A way to reach devices."""

    async def push(self, device: Device, payload: PushPayload) -> None:
        """Show `payload` on the device.

        Raises `DeviceGone` or `NotAccepted`; `NotNow`, or anything else, means that it may be tried again.
        """
        ...

    async def close(self) -> None:
        """Close connections and threads."""
        ...


class DeviceTransport:
    """Reaches phones by one push service, and browsers by those of their own."""

    def __init__(self, phones: PushTransport, browsers: PushTransport) -> None:
        self._phones = phones
        self._browsers = browsers

    async def push(self, device: Device, payload: PushPayload) -> None:
        """See `PushTransport.push`."""
        await (self._phones if device.p256dh is None else self._browsers).push(device, payload)

    async def close(self) -> None:
        """Close both."""
        await self._phones.close()
        await self._browsers.close()


class LoggingPush:
    """Used where no push service is set: logs that a push would have been sent, never its content."""

    async def push(self, device: Device, payload: PushPayload) -> None:
        """Log the kind of the push."""
        log.info("push", subject_id=payload.subject_id, kind=payload.kind, platform=device.platform)

    async def close(self) -> None:
        """Do nothing."""
