"""What breaks first, and what to do about it: pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from openhours.scaling.load import Load

MEMORY_MB: Final = 512
"""The limit of a process in docker-compose.yml and Kubernetes."""
GROWING: Final = 1.0
"""Events a second by which a queue grows while its consumer does not keep up."""
LATE_SECONDS: Final = 5.0
NEAR: Final = 0.7
"""The share of a limit from which on something should be done."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How much of what a part can have it uses now."""

    part: str
    what: str
    share: float
    """1 is the end."""
    advice: str


def limits_of(load: Load) -> list[Limit]:
    """Every limit of which something is known."""
    found: list[Limit] = []
    if load.cores is not None and load.processes:
        advice = f"Start another process of {load.part}: one uses one core."
        found.append(Limit(load.part, "processor time", load.cores / load.processes, advice))
    if load.megabytes is not None:
        advice = "Raise mem_limit (compose) or limits.memory (Kubernetes), and look for what grows."
        found.append(Limit(load.part, "memory", load.megabytes / MEMORY_MB, advice))
    if load.server_connections is not None and load.connections_allowed:
        share = load.server_connections / load.connections_allowed
        advice = "Put PgBouncer in between, raise max_connections, or let each process open fewer."
        found.append(Limit(load.part, "connections of its database server", share, advice))
    if load.queue_growth is not None and load.queue_growth >= GROWING:
        advice = (
            f"One process of {load.part} handles events at a time: give it a faster core, or let it do less"
            " (deploy/capacity.md: reader of a queue)."
        )
        found.append(Limit(load.part, "its queue, which grows", 1.0, advice))
    if load.outbox_age is not None:
        advice = "The relay waits for the broker or for processor time: `openhours check` says which."
        found.append(Limit(load.part, "its outbox", min(1.0, load.outbox_age / LATE_SECONDS), advice))
    return found


def breaks_first(loads: Iterable[Load]) -> list[Limit]:
    """The limits of all parts, the nearest first."""
    return sorted((limit for load in loads for limit in limits_of(load)), key=lambda each: -each.share)
