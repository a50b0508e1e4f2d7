"""How a process gets to its database: directly, or through a pooler such as PgBouncer in transaction mode."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from chassis.postgres import ANSWER_SECONDS, Unprepared


@dataclass(frozen=True, slots=True)
class Access:
    """What a connection may count on."""

    pooled: bool = False
    """Settings are not sent: a pooler refuses them, or hands the connection to somebody else with them. The
    role has them instead (`database_roles.set_defaults`)."""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Of `asyncpg.connect`."""

    def sent(self, settings: Mapping[str, str]) -> dict[str, str] | None:
        """What is sent of these settings at the start of a connection."""
        return None if self.pooled else dict(settings)


SERVING_SETTINGS: Final = {
    "statement_timeout": "10s",
    "lock_timeout": "8s",
    "idle_in_transaction_session_timeout": "60s",
}
"""A caller is answered 503 rather than left to wait. A job has more time (`jobs.LONGEST_SECONDS`)."""
DIRECT: Final = Access()
"""Of a command, which takes the time it needs."""


def serving(*, pooled: bool, prepared: bool) -> Access:
    """The access of a serving process, which waits for no answer longer than `ANSWER_SECONDS`.

    `prepared`: whether the pooler carries prepared statements (PgBouncer from 1.21 on).
    """
    options: dict[str, Any] = {"command_timeout": ANSWER_SECONDS}
    if not prepared:
        options |= {"statement_cache_size": 0, "connection_class": Unprepared}
    return Access(pooled, options)
