"""Recovery codes, and how codes are written (product.md 1.14)."""

import base64
import hashlib
import secrets
from typing import Final

CODES: Final = 10
CODE_BYTES: Final = 15
"""120 bits, so that a plain digest cannot be guessed (NIST SP 800-63B-4, 3.1.2.2)."""
GROUP: Final = 4
CODE_LENGTH: Final = 24
DIGITS: Final = 6


def new_recovery_codes() -> list[str]:
    """Ten codes of six groups: 'abcd-efgh-…'."""
    return [
        _grouped(base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower()) for _ in range(CODES)
    ]


def plain_code(code: str) -> str:
    """A code as it is compared: without the spaces and dashes that people type."""
    return "".join(code.split()).replace("-", "").lower()


def is_app_code(plain: str) -> bool:
    """Whether this is a code of an authenticator app: six figures (RFC 6238)."""
    return len(plain) == DIGITS and plain.isascii() and plain.isdigit()


def code_digest(account_id: str, plain: str) -> bytes:
    """The digest under which a recovery code of an account is stored."""
    return hashlib.sha256(f"{account_id}:{plain}".encode()).digest()


def _grouped(plain: str) -> str:
    return "-".join(plain[start : start + GROUP] for start in range(0, CODE_LENGTH, GROUP))
