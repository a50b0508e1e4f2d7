"""Mailed links: their purposes, their lifetimes, and how their secrets are stored."""

import hashlib
import secrets
from datetime import timedelta
from enum import Enum
from typing import Final


class TokenPurpose(Enum):
    """What the holder of a link may do."""

    CONFIRM = "confirm"
    RESET = "reset"


LIFE: Final[dict[TokenPurpose, timedelta]] = {
    TokenPurpose.CONFIRM: timedelta(hours=24),
    TokenPurpose.RESET: timedelta(hours=1),
}
DIGITS: Final = 6
PAGE: Final[dict[TokenPurpose, str]] = {
    TokenPurpose.CONFIRM: "confirm_account",
    TokenPurpose.RESET: "reset_password",
}
"""The web's route for each (product.md 1.5)."""


def new_secret() -> str:
    """256 random bits as text that is safe in a URL."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """Six random digits to type by hand, leading zeros included."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def digest_of(secret: str) -> bytes:
    """The stored digest of a secret. A secret has 256 random bits, so a plain hash is sufficient."""
    return hashlib.sha256(secret.encode()).digest()


def link_to(purpose: TokenPurpose, secret: str, public_url: str) -> str:
    """The absolute URL that is mailed."""
    return f"{public_url.rstrip('/')}/{PAGE[purpose]}/{secret}"
