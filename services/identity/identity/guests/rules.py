"""The code that a guest is mailed: six digits, ten minutes; booking allows five tries."""

import hashlib
from datetime import timedelta
from typing import Final

CODE_LIFE: Final = timedelta(minutes=10)


def code_hash(guest_id: str, code: str) -> str:
    """The hash that booking compares with: SHA-256, hex, of `<guest_id>:<code>`."""
    return hashlib.sha256(f"{guest_id}:{code}".encode()).hexdigest()
