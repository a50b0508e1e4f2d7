"""Telling a database that is away from a mistake of ours."""

from asyncpg import InterfaceError as DriverInterfaceError
from asyncpg import InternalClientError
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout


def is_outage(error: BaseException) -> bool:
    """Whether the database is away (lost, stopping, starting, too busy) rather than the statement wrong.

    asyncpg's InternalClientError is a connection cut in the midst of a statement, its InterfaceError one that
    is closed already.
    """
    if isinstance(error, OSError | PoolTimeout | OperationalError | InterfaceError):
        return True
    if isinstance(error, InternalClientError):
        return True
    if isinstance(error, DriverInterfaceError):
        return "closed" in str(error)
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or (error.orig is not None and is_outage(error.orig))
    state = getattr(error, "sqlstate", None) or ""
    return str(state)[:2] in {"08", "53", "57"}
