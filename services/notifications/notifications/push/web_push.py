"""Pushing to browsers: encrypted for one browser (RFC 8291), and handed to its push service (RFC 8030).

See product.md 5.4.
"""

from collections.abc import Sequence
from typing import Final

import aiohttp
import orjson
from chassis.clock import Now
from chassis.public_hosts import Network, check_host, public_connector, was_refused
from py_vapid import VapidException
from pywebpush import WebPusher

from notifications.devices.store import Device
from notifications.push.rules import DELIVERY_OF, asked_wait
from notifications.push.transport import DeviceGone, NotAccepted, NotNow, PushPayload
from notifications.push.vapid import VapidKey

LARGEST_PAYLOAD: Final = 3_000
"""In bytes; every push service takes 4096 of the encrypted message (RFC 8030, 7.2)."""
LONGEST_TEXT: Final = 500
"""In bytes: more than any system shows."""
_TIMEOUT: Final = aiohttp.ClientTimeout(total=10, connect=5)
_GONE: Final = frozenset({404, 410})
_BUSY: Final = frozenset({408, 425, 429})


class WebPushTransport:
    """The push services that browsers name. `allowed` are private networks in which one may be."""

    def __init__(self, key: VapidKey, clock: Now, allowed: Sequence[Network] = ()) -> None:
        """Call it where an event loop runs."""
        self._key = key
        self._clock = clock
        self._allowed = allowed
        self._client = aiohttp.ClientSession(
            connector=public_connector(allowed),
            timeout=_TIMEOUT,
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,
        )

    async def push(self, device: Device, payload: PushPayload) -> None:
        """See `PushTransport.push`."""
        body = _encrypted(device, message_for(payload))
        try:
            check_host(device.token, self._allowed)
            async with self._client.post(
                device.token, data=body, headers=self._headers(device, payload), allow_redirects=False
            ) as response:
                self._judge(response)
        except VapidException as error:
            raise NotAccepted("no origin of a push service") from error
        except (aiohttp.ClientError, OSError) as error:
            if was_refused(error):
                raise NotAccepted("no public host") from error
            raise

    def _headers(self, device: Device, payload: PushPayload) -> dict[str, str]:
        delivery = DELIVERY_OF[payload.kind]
        return {
            "Authorization": self._key.authorization(device.token, self._clock()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(delivery.ttl.total_seconds())),
            "Urgency": delivery.urgency,
            "Topic": payload.topic,
        }

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    def _judge(self, response: aiohttp.ClientResponse) -> None:
        """What the answer means; its body says nothing that we need, and may be of any length."""
        status = response.status
        if status < 300:
            return
        if status in _GONE:
            raise DeviceGone
        if status in _BUSY or status >= 500:
            raise NotNow(str(status), asked_wait(response.headers.get("Retry-After", ""), self._clock()))
        raise NotAccepted(str(status))


def message_for(payload: PushPayload) -> bytes:
    """The payload as the service worker reads it (web/src/service-worker/push.ts)."""
    return orjson.dumps(
        {
            "id": payload.subject_id,
            "kind": payload.kind,
            "title": payload.title,
            "body": _shortened(payload.text, LONGEST_TEXT),
            "url": payload.url,
            "topic": payload.topic,
            "badge": payload.badge,
            "lang": payload.locale,
            "dir": payload.direction,
            "actions": [
                {"action": each.action, "title": each.title, "url": each.url} for each in payload.actions
            ],
        }
    )


def _encrypted(device: Device, message: bytes) -> bytes:
    subscription = {"endpoint": device.token, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
    return bytes(WebPusher(subscription).encode(message, "aes128gcm")["body"])


def _shortened(text: str, most: int) -> str:
    """The text in at most `most` bytes of UTF-8, with an ellipsis where it was cut."""
    raw = text.encode()
    if len(raw) <= most:
        return text
    ellipsis = "…"
    return raw[: most - len(ellipsis.encode())].decode(errors="ignore").rstrip() + ellipsis
