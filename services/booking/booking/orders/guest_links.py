"""Links by which a guest reaches an order from a mail, without an account (product.md 4.6).

The events of a guest's order carry the link, so it is made wherever an event is made. `create_app` says once
how (`use_guest_links`).
"""

import base64
import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from urllib.parse import quote

from booking.orders.order import Order
from booking.orders.rules import Status

_PATHS: Final[dict[Status, str]] = {
    "pending": "pending_requests",
    "accepted": "upcoming_schedule",
    "ongoing": "ongoing_appointments",
    "completed": "pending_review",
    "cancelled": "cancelled_requests",
    "rejected": "rejected_requests",
}


@dataclass(frozen=True, slots=True)
class GuestLinks:
    """Makes and checks the links. `public_url` is the address of the gateway, `key` signs the links."""

    public_url: str
    key: bytes

    def token(self, order_id: str) -> str:
        """The token that opens this order, which only its guest is mailed."""
        digest = hmac.new(self.key, f"guest-link:{order_id}".encode(), sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def admits(self, order_id: str, token: str) -> bool:
        """Whether `token` opens this order."""
        return bool(token) and hmac.compare_digest(self.token(order_id).encode(), token.encode())

    def link(self, order: Order) -> str:
        """The absolute address for the order's guest; '' when the client has an account."""
        if not order.by_guest:
            return ""
        path = f"/guest_client/schedule_manager/{_PATHS[order.status]}/{quote(order.order_id)}"
        return f"{self.public_url.rstrip('/')}{path}?token={self.token(order.order_id)}"


_in_use: list[GuestLinks] = []


def use_guest_links(links: GuestLinks) -> None:
    """Make and check all links of this process with `links`."""
    _in_use[:] = [links]


def guest_links() -> GuestLinks:
    """What makes and checks the links. Raises RuntimeError before `use_guest_links` was called."""
    if not _in_use:
        raise RuntimeError("use_guest_links was not called")
    return _in_use[0]
