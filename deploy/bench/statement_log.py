"""Counts statements and transactions by the log of PostgreSQL, which shows each with its text.

Writing the log costs time of the processor: it is never on while that is measured.
"""

import asyncio
import os
import re
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from local.databases import connected

SETTINGS: Final = {
    "log_statement": "all",
    "log_line_prefix": "%p|%d|",
    "log_parameter_max_length": "0",
}
SETTLE_SECONDS: Final = 1.5
"""Until every connection has heard of the settings."""
_LINE: Final = re.compile(r"(\d+)\|(\w*)\|LOG:  (?:statement|execute [^:]*): (.*)")
_BEGINS, _ENDS = ("BEGIN", "START TRANSACTION"), ("COMMIT", "ROLLBACK", "END")


@dataclass
class Counted:
    """What a log shows."""

    statements: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """By database and text, with those that begin and end transactions."""
    transactions: int = 0
    """Those between a BEGIN and its end, and each statement outside."""


@asynccontextmanager
async def logged_statements(server_url: str, log: Path) -> AsyncGenerator[Counted]:
    """Let the server write all statements into `log`, its log; after the block the object holds the counts.

    `server_url` is for the role that owns the server.
    """
    counted = Counted()
    await _alter(server_url, [f"ALTER SYSTEM SET {name} = '{value}'" for name, value in SETTINGS.items()])
    try:
        with log.open(errors="replace") as lines:
            lines.seek(0, os.SEEK_END)
            yield counted
            count_into(counted, lines.read())
    finally:
        await _alter(server_url, [f"ALTER SYSTEM RESET {name}" for name in SETTINGS])


def count_into(counted: Counted, log: str) -> None:
    """Count what this part of the log shows."""
    open_ones: set[str] = set()
    for line in log.replace("\n\t", " ").splitlines():  # further lines of a statement begin with a tab
        found = _LINE.match(line)
        if not found:
            continue
        process, database, text = found.groups()
        counted.statements[database, re.sub(r"\s+", " ", text)] += 1
        if text.upper().startswith(_ENDS):
            open_ones.discard(process)
            continue
        counted.transactions += process not in open_ones
        if text.upper().startswith(_BEGINS):
            open_ones.add(process)


async def _alter(server_url: str, orders: list[str]) -> None:
    async with connected(server_url) as connection:
        for order in [*orders, "SELECT pg_reload_conf()"]:
            await connection.execute(order)
    await asyncio.sleep(SETTLE_SECONDS)
