"""The code that confirms an address: six digits, a day, five tries (product.md 1.5)."""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from chassis.errors import RuleViolation

CODE_LIFE: Final = timedelta(hours=24)
"""The longest that a confirmation code to a mail address may hold (NIST SP 800-63A-4, 3.8)."""
MOST_TRIES: Final = 5
"""Wrong codes for one mail; ten mails a day make guessing hopeless (`identity.limits.rules.LIMITS`)."""
CODE_IS_OVER: Final = "This code is too old. Please ask for a new one."
TOO_MANY_TRIES: Final = "Too many wrong codes. Please ask for a new one."
WRONG_CODE: Final = "This is not the code that we mailed you."


@dataclass(frozen=True, slots=True)
class MailedCode:
    """The code that was mailed last to an account, as a digest, and how often a wrong one was typed."""

    digest: bytes
    expires_at: datetime
    tries: int


def digest_of_code(account_id: str, code: str) -> bytes:
    """The stored digest of an account's code."""
    return hashlib.sha256(f"{account_id}:{code}".encode()).digest()


def check_code(mailed: MailedCode | None, account_id: str, typed: str, *, now: datetime) -> None:
    """Raise RuleViolation unless `typed` is the code mailed last and still holds (product.md 1.5)."""
    if mailed is None or mailed.expires_at <= now:
        mistake = CODE_IS_OVER
    elif mailed.tries >= MOST_TRIES:
        mistake = TOO_MANY_TRIES
    elif hmac.compare_digest(mailed.digest, digest_of_code(account_id, typed)):
        return
    else:
        mistake = WRONG_CODE
    raise RuleViolation(mistake, iv_confirmation_code=mistake)
