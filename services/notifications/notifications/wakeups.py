"""Waking the workers of a queue by the commit that filled it.

The process that commits wakes its own workers: NOTIFY would do it for all processes, and keep commits apart.
Whatever is missed, the workers' slow poll finds.
"""

from typing import Final
from weakref import WeakKeyDictionary

from chassis.bell import Bell
from sqlalchemy import Engine, event
from sqlalchemy.ext.asyncio import AsyncSession

_bells: Final[WeakKeyDictionary[Engine, dict[str, Bell]]] = WeakKeyDictionary()


def bell_of(engine: Engine, queue: str) -> Bell:
    """The bell of one queue in one database."""
    return _bells.setdefault(engine, {}).setdefault(queue, Bell())


def ring_after_commit(session: AsyncSession, queue: str) -> None:
    """Wake a worker of `queue` when, and only if, the session's transaction commits."""
    engine = session.get_bind()
    if isinstance(engine, Engine):
        event.listen(session.sync_session, "after_commit", bell_of(engine, queue).ring, once=True)
