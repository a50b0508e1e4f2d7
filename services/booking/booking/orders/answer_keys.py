"""Keys by which a link in a provider's mail or notification answers a request at once (product.md 5.3).

The key shows that we made the link. It admits nobody: the answer is sent by the app, for a user who is signed
in as the provider.
"""

import base64
import hmac
from hashlib import sha256
from typing import Final

from chassis.errors import RuleViolation

from booking.orders.guest_links import guest_links
from booking.orders.order import Order

ENDED_LINK: Final = "This link answers nothing any more. Please look at the request and answer it here."


def answer_key(order: Order) -> str:
    """The key for what is asked now; '' for what needs no answer.

    A change of the order ends it, so that nobody accepts by an old mail what that mail does not say.
    """
    if order.status != "pending":
        return ""
    what = f"order-answer:{order.order_id}:{order.revision}"
    digest = hmac.new(guest_links().key, what.encode(), sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def check_answer_key(order: Order, key: str) -> None:
    """Raise RuleViolation unless `key` was made for this request as it is now (product.md 5.3)."""
    if not hmac.compare_digest(answer_key(order).encode(), key.encode()):
        raise RuleViolation(ENDED_LINK)
