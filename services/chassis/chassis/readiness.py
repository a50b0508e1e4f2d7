"""Whether a process can serve, and what of that which it uses is away meanwhile.

A process is ready when all that it needs is there: a balancer sends it requests, and takes it out when it is
not. What it can do without for a while is no part of that: while the broker is away, events wait in the
outbox, and requests are answered. It is told to operators, as a metric and by name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import orjson
from contracts.zones import EDITION


@dataclass(frozen=True, slots=True)
class Readiness:
    """What a process needs and uses, and whether each of it is there."""

    needs: Mapping[str, bool]
    """Without one of these it cannot serve."""
    uses: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """Without one of these it serves, but something is late or missing."""
    details: Mapping[str, str] = field(default_factory=dict[str, str])
    """Words for operators about what is not there."""
    stopping: bool = False
    """Whether the process was told to stop: it finishes its work, and is to get no more."""

    @property
    def ready(self) -> bool:
        """Whether requests may be sent to the process."""
        return not self.stopping and all(self.needs.values())

    @property
    def degraded(self) -> list[str]:
        """The names of what is away that the process can do without for a while."""
        return [name for name, is_there in self.uses.items() if not is_there]

    def for_callers(self) -> bytes:
        """The answer on the port for callers, who learn no more than this."""
        return orjson.dumps({"ready": self.ready})

    def for_operators(self) -> bytes:
        """The answer on the port for operators."""
        return orjson.dumps(
            {
                "ready": self.ready,
                "stopping": self.stopping,
                "needs": dict(self.needs),
                "degraded": self.degraded,
                "details": dict(self.details),
                "time_zones": EDITION,
            }
        )


@dataclass(slots=True)
class LastOutcome:
    """Whether something that is only used now and then did its work when it was used last."""

    is_there: bool = True

    def worked(self) -> None:
        """Record that it did its work."""
        self.is_there = True

    def failed(self) -> None:
        """Record that it was away."""
        self.is_there = False


@dataclass(slots=True)
class ProcessState:
    """What one process knows of itself and of what it uses, without asking anybody."""

    started: bool = False
    """Whether all is there that tells whether it can serve."""
    stopping: bool = False
    _watched: dict[str, Callable[[], bool]] = field(default_factory=dict[str, Callable[[], bool]])

    def watch(self, name: str, is_there: Callable[[], bool]) -> None:
        """Tell operators of this thing under this name. `is_there` may not wait."""
        self._watched[name] = is_there

    def last_outcome(self, name: str) -> LastOutcome:
        """Tell operators of a thing under this name whose user records how each use of it went."""
        outcome = LastOutcome()
        self.watch(name, lambda: outcome.is_there)
        return outcome

    def uses(self) -> dict[str, bool]:
        """All that is watched, and whether it is there."""
        return {name: is_there() for name, is_there in self._watched.items()}

    def stop(self) -> None:
        """The process was told to stop."""
        self.stopping = True
