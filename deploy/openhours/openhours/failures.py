"""The errors of what is outside, which is away or refuses: they end a command with a line, not a trace."""

from typing import Final

import asyncpg
from alembic.util.exc import CommandError
from chassis.database_roles import SameRole
from chassis.migrations import DatabaseRefused
from httpx import HTTPError
from sqlalchemy.exc import DBAPIError

from openhours.output import reason_of

OUTSIDE: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, DBAPIError, HTTPError, OSError, TimeoutError)
KNOWN: Final = (*OUTSIDE, CommandError, DatabaseRefused, SameRole)


def failure(error: BaseException) -> str | None:
    """What failed, in one line; None for an error of our own code, whose trace is needed."""
    return reason_of(error) if isinstance(error, KNOWN) else None
