"""When a failed push is tried again."""

from datetime import datetime, timedelta
from typing import Final

MOST_ATTEMPTS: Final = 8
FIRST_WAIT: Final = timedelta(seconds=5)


def next_attempt(attempts: int, at_least: timedelta, now: datetime) -> datetime | None:
    """When to try a push again that failed `attempts` times: after 5 s, then after twice as long each time,
    but not before `at_least` has passed.

    None: never. After eight attempts the push is out of date, and the alert is in the list anyway.
    """
    if attempts >= MOST_ATTEMPTS:
        return None
    return now + max(at_least, FIRST_WAIT * 2 ** (attempts - 1))
