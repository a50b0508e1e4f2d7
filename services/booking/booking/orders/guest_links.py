"""Links by which a guest reaches an order from a mail, without an account. Pure."""

import base64
import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from urllib.parse import quote

from booking.orders.order import Order
from booking.orders.rules import Status

_PLACES: Final[dict[Status, str]] = {
    "pending": "pending_requests",
    "accepted": "upcoming_schedule",
    "ongoing": "ongoing_appointments",
    "completed": "pending_review",
    "cancelled": "cancelled_requests",
    "rejected": "rejected_requests",
}


@dataclass(frozen=True, slots=True)
class GuestLinks:
    """Makes and checks the links; `public_url` is where people reach the gateway."""

    public_url: str
    key: bytes

    def token(self, order_id: str) -> str:
        """What proves that its bearer was mailed the link to this order."""
        digest = hmac.new(self.key, f"guest-link:{order_id}".encode(), sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def admits(self, order_id: str, token: str) -> bool:
        """Whether `token` is this order's."""
        return bool(token) and hmac.compare_digest(self.token(order_id).encode(), token.encode())

    def link(self, order: Order) -> str:
        """The absolute address for the order's guest; '' when the client has an account."""
        if not order.by_guest:
            return ""
        place = _PLACES[order.status]
        path = f"/guest_client/schedule_manager/{place}/{quote(order.order_id)}"
        return f"{self.public_url.rstrip('/')}{path}?token={self.token(order.order_id)}"
