"""How services know a guest by a mail address that they do not pass on, and admit whom its owner lets in.

A guest has no account. What is held about them is found by the digest of their address, and handed out to who
has the key of a link that was mailed there (product.md 4.6).
"""

from hashlib import sha256
from typing import Annotated

from pydantic import BaseModel, Field

from contracts.rules.checks import Required, TextMax
from contracts.rules.text import Text


class GuestDataKey(BaseModel):
    """The order and the key of a mailed link, by which one of the services asks for its guest's data."""

    iv_order_id: Annotated[str, Text(Required(), TextMax(64))]
    iv_key: str = Field(max_length=200)

    def digest(self) -> str:
        """The `key_digest` of both."""
        return key_digest(self.iv_order_id, self.iv_key)


def address_digest(address: str) -> str:
    """SHA-256, in hex, of a mail address as it is stored: in lower case."""
    return sha256(address.strip().lower().encode()).hexdigest()


def key_digest(order_id: str, key: str) -> str:
    """SHA-256, in hex, of '<order id>:<key>': services that are told it admit the key without having it."""
    return sha256(f"{order_id}:{key}".encode()).hexdigest()
