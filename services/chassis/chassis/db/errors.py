"""Classifies a failed statement: no database, a time that is over, or a constraint that was violated."""

import errno
import socket
from typing import Final

import asyncpg
from asyncpg import InterfaceError as DriverInterfaceError
from asyncpg import InternalClientError
from sqlalchemy.connectors.asyncio import AsyncAdapt_Error
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

_NONE_ANSWERS: Final = "Multiple exceptions:"
"""What asyncio says of a host that has several addresses: a plain OSError without a number."""
_NO_WAY: Final = frozenset({errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN})
"""The numbers of errors that say that a host cannot be reached."""
NO_ANSWER: Final = "answer"
TIMEOUTS: Final = {"57014": "statement", "55P03": "lock", "25P03": "idle"}
"""SQLSTATEs of statement_timeout, lock_timeout and idle_in_transaction_session_timeout."""


def is_outage(error: BaseException) -> bool:
    """Whether the database is unavailable (lost, stopping, starting, too busy); False for a wrong statement.

    asyncpg raises InternalClientError for a connection that is cut during a statement or was told of the
    server's end before it, and where no host takes writes, and InterfaceError for one that is already closed.
    SQLAlchemy wraps both twice, and once while it opens a connection.
    """
    if isinstance(error, OSError | PoolTimeout | OperationalError | InterfaceError):
        return True
    if isinstance(error, InternalClientError):
        return True
    if isinstance(error, DriverInterfaceError):
        return "closed" in str(error)
    if isinstance(error, AsyncAdapt_Error) and error.__cause__ is not None:
        return is_outage(error.__cause__)
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or any(
            cause is not None and is_outage(cause)
            for cause in (error.orig, error.orig and error.orig.__cause__)
        )
    state = str(getattr(error, "sqlstate", None) or "")
    return state[:2] in {"08", "53", "57"} or state in TIMEOUTS


def timeout_of(error: BaseException) -> str | None:
    """Which time was over: "statement", "lock" and "idle" are the server's, "answer" is the driver's, and
    "pool" the process's own, whose connections are all in use; None for another error.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, PoolTimeout):
            return "pool"
        if isinstance(cause, TimeoutError):
            return NO_ANSWER
        if kind := TIMEOUTS.get(str(getattr(cause, "sqlstate", None) or "")):
            return kind
        cause = (cause.orig if isinstance(cause, DBAPIError) else None) or cause.__cause__
    return None


def is_stale_statement(error: BaseException) -> bool:
    """Whether a migration has changed what a prepared statement finds; the transaction is lost with it.

    Outside a transaction the driver prepares it anew by itself.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, asyncpg.InvalidCachedStatementError):
            return True
        cause = (cause.orig if isinstance(cause, DBAPIError) else None) or cause.__cause__
    return False


def is_lost_connection(error: BaseException | None) -> bool:
    """Whether this is an outage for sure. Other errors of the system, such as a file that may not be read,
    would be an outage to a request as well, since it may be tried again.
    """
    if error is None or not is_outage(error):
        return False
    if not isinstance(error, OSError) or isinstance(error, ConnectionError | TimeoutError | socket.gaierror):
        return True
    return error.errno in _NO_WAY or str(error).startswith(_NONE_ANSWERS)


def violated(error: BaseException) -> str | None:
    """The name of the constraint that a statement violated; None when the error is of another kind.

    This is the only way to detect a lost race: two requests wrote the same, and the constraint accepted one.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, asyncpg.IntegrityConstraintViolationError):
            return getattr(cause, "constraint_name", None)
        cause = (cause.orig if isinstance(cause, DBAPIError) else None) or cause.__cause__
    return None
