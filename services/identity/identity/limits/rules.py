"""Limits for mails to one address.

The gateway limits each caller; these limits protect the target address or account, regardless of who calls
and of the number of callers. Passwords have limits of their own (`identity.guessing`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from math import ceil
from typing import Final


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `count` attempts within any span of `window`."""

    count: int
    window: timedelta


class Kind(Enum):
    """What is counted."""

    CONFIRM_MAIL = "confirm_mail"
    RESET_MAIL = "reset_mail"
    GUEST_CODE = "guest_code"
    SECOND_FACTOR = "second_factor"
    MAIL_CHANGE = "mail_change"
    EXPORT = "export"
    USERNAME_CHANGE = "username_change"


MINUTE: Final = timedelta(minutes=1)
DAY: Final = timedelta(days=1)
LIMITS: Final[dict[Kind, tuple[Limit, ...]]] = {
    Kind.CONFIRM_MAIL: (Limit(1, MINUTE), Limit(10, DAY)),
    Kind.RESET_MAIL: (Limit(1, MINUTE), Limit(10, DAY)),
    Kind.EXPORT: (Limit(5, DAY),),
    Kind.GUEST_CODE: (Limit(5, 10 * MINUTE), Limit(20, DAY)),
    Kind.MAIL_CHANGE: (Limit(1, MINUTE), Limit(5, DAY)),
    Kind.USERNAME_CHANGE: (Limit(5, DAY),),
    Kind.SECOND_FACTOR: (Limit(5, 15 * MINUTE), Limit(30, DAY)),
}
LONGEST_WINDOW: Final = max(limit.window for limits in LIMITS.values() for limit in limits)


def seconds_to_wait(kind: Kind, attempts: Sequence[datetime], *, now: datetime) -> int:
    """Whole seconds until one more attempt is allowed after `attempts`, in any order (product.md 1.5).

    0 when it is allowed now.

    Never more than the window: an attempt that a parallel request counted with a later time than `now` is
    treated as made now.
    """
    newest_first = sorted((min(attempt, now) for attempt in attempts), reverse=True)
    waits = [
        newest_first[limit.count - 1] + limit.window - now
        for limit in LIMITS[kind]
        if len(newest_first) >= limit.count
    ]
    return max(0, *(ceil(wait.total_seconds()) for wait in waits)) if waits else 0
