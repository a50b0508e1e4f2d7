"""What is kept of a username that is gone, and how long: pure rules."""

import hashlib
from datetime import timedelta
from typing import Final

GONE_FOR: Final = timedelta(days=180)
"""How long a page answers that it is gone; search engines have forgotten it long before."""


def digest_of(username: str) -> str:
    """What is kept of a username, without regard to case."""
    return hashlib.sha256(username.lower().encode()).hexdigest()
