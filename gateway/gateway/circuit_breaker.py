"""A circuit breaker for one upstream: after repeated failures calls fail at once instead of waiting."""

import time
from collections.abc import Callable
from typing import Final

FAILURES_TO_OPEN: Final = 5
PAUSE_SECONDS: Final = 1.0


class CircuitBreaker:
    """Opens after `FAILURES_TO_OPEN` failures in a row; then lets one probe through every `PAUSE_SECONDS`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures = 0
        self._next_try = 0.0

    @property
    def open(self) -> bool:
        """Whether calls are rejected."""
        return self._failures >= FAILURES_TO_OPEN

    def allows(self) -> bool:
        """Whether this call may go out. While the breaker is open, an allowed call is the probe."""
        if self._failures < FAILURES_TO_OPEN:
            return True
        now = self._clock()
        if now < self._next_try:
            return False
        self._next_try = now + PAUSE_SECONDS
        return True

    def succeeded(self) -> None:
        """Record that the upstream answered."""
        self._failures = 0

    def failed(self) -> None:
        """Record that the upstream was unreachable, broke off or was too slow."""
        self._failures += 1
        if self._failures == FAILURES_TO_OPEN:
            self._next_try = self._clock() + PAUSE_SECONDS
