"""Links by which a guest reaches an order from a mail, without an account (product.md 4.6).

The events of a guest's order carry the link, so it is made wherever an event is made. `create_app` says once
how (`use_guest_links`).
"""

import base64
import hmac
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final
from urllib.parse import quote

from booking.orders.order import Order
from booking.orders.rules import Status

DATA_LINK_LIFE: Final = timedelta(hours=1)
_PATHS: Final[dict[Status, str]] = {
    "pending": "pending_requests",
    "accepted": "upcoming_schedule",
    "ongoing": "ongoing_appointments",
    "completed": "pending_review",
    "cancelled": "cancelled_requests",
    "rejected": "rejected_requests",
}


@dataclass(frozen=True, slots=True)
class DataLink:
    """A link that opens all that is held about a guest: its address, its key, and until when it works."""

    url: str
    key: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class GuestLinks:
    """Makes and checks the links. `public_url` is the address of the gateway, `key` signs the links."""

    public_url: str
    key: bytes

    def token(self, order_id: str, generation: int = 1) -> str:
        """The token of this generation that opens the order, which only its guest is mailed."""
        # The first ones were made without a generation.
        purpose = "guest-link" if generation == 1 else f"guest-link-{generation}"
        digest = hmac.new(self.key, f"{purpose}:{order_id}".encode(), sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def room_name(self, order_id: str) -> str:
        """The name of the order's room on a meeting server: who knows the id cannot guess its 160 bits."""
        digest = hmac.new(self.key, f"meeting-room:{order_id}".encode(), sha256).digest()
        return f"openhours-{base64.b32encode(digest[:20]).decode().lower()}"

    def admits(self, order: Order, token: str) -> bool:
        """Whether `token` opens this order of a guest: the one of its present generation does."""
        known = self.token(order.order_id, order.link_generation)
        return order.by_guest and hmac.compare_digest(known.encode(), token.encode())

    def link(self, order: Order) -> str:
        """The absolute address for the order's guest; '' when the client has an account."""
        if not order.by_guest:
            return ""
        path = f"/guest_client/schedule_manager/{_PATHS[order.status]}/{quote(order.order_id)}"
        token = self.token(order.order_id, order.link_generation)
        return f"{self.public_url.rstrip('/')}{path}?token={token}"

    def data_link(self, order: Order, now: datetime) -> DataLink:
        """The order's link, which also opens all that is held about its guest for `DATA_LINK_LIFE`."""
        expires_at = now + DATA_LINK_LIFE
        key = self._data_key(order, int(expires_at.timestamp()))
        return DataLink(f"{self.link(order)}&data={key}", key, expires_at)

    def admits_to_data(self, order: Order, key: str, now: datetime) -> bool:
        """Whether `key` opens all that is held about this order's guest."""
        expires, _, _ = key.partition(".")
        if not order.by_guest or not re.fullmatch("[0-9]{1,12}", expires) or int(expires) <= now.timestamp():
            return False
        return hmac.compare_digest(self._data_key(order, int(expires)).encode(), key.encode())

    def _data_key(self, order: Order, expires: int) -> str:
        what = f"guest-data:{order.link_generation}:{expires}:{order.order_id}"
        digest = hmac.new(self.key, what.encode(), sha256).digest()
        return f"{expires}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


_in_use: list[GuestLinks] = []


def use_guest_links(links: GuestLinks) -> None:
    """Make and check all links of this process with `links`."""
    _in_use[:] = [links]


def guest_links() -> GuestLinks:
    """What makes and checks the links. Raises RuntimeError before `use_guest_links` was called."""
    if not _in_use:
        raise RuntimeError("use_guest_links was not called")
    return _in_use[0]
