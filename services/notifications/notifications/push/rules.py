"""When a failed push is tried again."""

from datetime import datetime, timedelta
from typing import Final

MOST_ATTEMPTS: Final = 8
FIRST_WAIT: Final = timedelta(seconds=5)


def next_attempt(attempts: int, at_least: timedelta, now: datetime) -> datetime | None:
    """When to try again after `attempts` failed ones: 5 s, then double, and after `at_least` at the earliest.

    None: never. After eight attempts the push is out of date, and the alert is in the list anyway.
    """
    if attempts >= MOST_ATTEMPTS:
        return None
    return now + max(at_least, FIRST_WAIT * 2 ** (attempts - 1))
