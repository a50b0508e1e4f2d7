"""Hearing of facts: durable consumers behind an inbox, and listeners that each process has for itself.

@hears(AccountRegistered, AccountRenamed)
async def keep_name(event: AccountEvent, session: AsyncSession) -> None: ...

@listens(AlertRaised)
async def show(event: AlertRaised) -> None: ...
"""

import functools
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from contracts.event import Event
from sqlalchemy.ext.asyncio import AsyncSession

E = TypeVar("E", bound=Event)


class Consumer:
    """A handler with an effect on the service's database. Made by `@hears`."""

    def __init__(
        self,
        event_types: tuple[type[Event], ...],
        handle: Callable[[Any, AsyncSession], Awaitable[None]],
        *,
        only_news: bool = False,
    ) -> None:
        self.event_types: Final = event_types
        self.only_news: Final = only_news
        self._handle = handle
        functools.update_wrapper(self, handle)

    async def __call__(self, event: Event, session: AsyncSession) -> None:
        """Let the handler see `event`; its effect goes into the transaction of `session`."""
        if not (event.retold and self.only_news):
            await self._handle(event, session)


class Listener:
    """A handler that every process runs for itself, without memory. Made by `@listens`."""

    def __init__(
        self, event_types: tuple[type[Event], ...], handle: Callable[[Any], Awaitable[None]]
    ) -> None:
        self.event_types: Final = event_types
        self._handle = handle
        functools.update_wrapper(self, handle)

    async def __call__(self, event: Event) -> None:
        """Let the handler see `event`."""
        await self._handle(event)


def hears(
    *event_types: type[E], only_news: bool = False
) -> Callable[[Callable[[E, AsyncSession], Awaitable[None]]], Consumer]:
    """Make a function the service's durable consumer of these events.

    The event arrives at least once and takes effect once: the inbox row and the effects of all of the
    service's handlers for it commit in one transaction. Events of one aggregate arrive in order. A handler
    that keeps failing sends the event to the dead letters. With `only_news` it is not shown what a replay
    tells again: for what reaches people. A projection wants both.
    """

    def decorate(handle: Callable[[E, AsyncSession], Awaitable[None]]) -> Consumer:
        return Consumer(event_types, handle, only_news=only_news)

    return decorate


def listens(*event_types: type[E]) -> Callable[[Callable[[E], Awaitable[None]]], Listener]:
    """Make a function hear these events in every process, while that process is connected.

    Nothing is kept for a process that is away, and nothing is tried again: for live screens and for
    memory that is fetched anew on connecting.
    """

    def decorate(handle: Callable[[E], Awaitable[None]]) -> Listener:
        return Listener(event_types, handle)

    return decorate
