"""What this process needs and may be away for a while: its database and its broker, as the log tells of them.

One line says what is away and why, one a second at most how much has failed since, ever more rarely while it
lasts, and one that it is back. Who notices it, each request, worker and listener, writes no line of its own.
"""

import time
from collections.abc import Callable
from typing import Any, Final

import structlog

log = structlog.get_logger()

FIRST_SECONDS: Final = 1.0
"""Between two lines about the same outage. It doubles with each."""
MOST_SECONDS: Final = 60.0
CALM_SECONDS: Final = 10.0
"""What is away again so soon has not been back: a flickering server fills no log."""
LONGEST_REASON: Final = 300


class BusError(ConnectionError):
    """The bus did not take what it was given: the broker's fault, never the database's."""


class Outage:
    """One such thing. `in_use` says whether this process needs it at all."""

    def __init__(self, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._clock = clock
        self.in_use = False
        self._since: float | None = None
        self._ended = float("-inf")
        self._next_line = 0.0
        self._interval = FIRST_SECONDS
        self._told = False
        self._refused = 0
        self._failed = 0

    def noticed(self, reason: str, *, request: bool = False) -> dict[str, Any] | None:
        """Count a failure: of a request that was refused, or of other work that is done later.

        Returns the fields of the line to write; None while there is nothing to write.
        """
        now = self._clock()
        if self._since is None:
            self._begin(now)
        if request:
            self._refused += 1
        else:
            self._failed += 1
        if now < self._next_line:
            return None
        self._next_line = now + self._interval
        self._interval = min(2 * self._interval, MOST_SECONDS)
        error = reason[:LONGEST_REASON]
        if self._told:
            return {"event": f"{self._what} still away", "error": error, **self._counts(now)}
        self._told = True
        return {"event": f"{self._what} away", "error": error}

    def tell(self, reason: str, **fields: str) -> None:
        """Count a failure that is no request's, and write the line if there is one to write."""
        said = self.noticed(reason)
        if said is not None:
            log.warning(said.pop("event"), **fields, **said)

    def _begin(self, now: float) -> None:
        if now - self._ended > CALM_SECONDS:
            self._refused = self._failed = 0
            self._next_line = now
        self._since = now
        self._next_line = min(self._next_line, now + FIRST_SECONDS)
        self._interval = FIRST_SECONDS

    def over(self) -> None:
        """Note that it is there. Costs nothing unless it was away."""
        if self._since is None:
            return
        now = self._clock()
        fields = self._counts(now)
        self._since, self._ended = None, now
        if self._told:
            self._told = False
            log.warning(f"{self._what} back", **fields)

    def _counts(self, now: float) -> dict[str, Any]:
        seconds = round(now - (self._since or now), 1)
        return {"seconds": seconds, "requests_refused": self._refused, "other_failures": self._failed}


DATABASE: Final = Outage("database")
BROKER: Final = Outage("broker")
