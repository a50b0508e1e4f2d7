"""Subscribing to events: durable consumers behind an inbox, and listeners that each process has for itself.

@subscribe(AccountRegistered, AccountRenamed)
async def keep_name(event: AccountEvent, tx: Transaction) -> None: ...

@subscribe(AlertRaised, durable=False)
async def show(event: AlertRaised) -> None: ...
"""

import functools
from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal, TypeVar, overload

from contracts.event import Event

from chassis.db import Transaction

E = TypeVar("E", bound=Event)
Durable = Callable[[E, Transaction], Awaitable[None]]
Broadcast = Callable[[E], Awaitable[None]]


class Consumer:
    """A handler with an effect on the service's database. Made by `@subscribe`."""

    def __init__(
        self,
        event_types: tuple[type[Event], ...],
        handle: Callable[[Any, Transaction], Awaitable[None]],
        *,
        only_news: bool = False,
    ) -> None:
        self.event_types: Final = event_types
        self.only_news: Final = only_news
        self._handle = handle
        functools.update_wrapper(self, handle)

    async def __call__(self, event: Event, tx: Transaction) -> None:
        """Let the handler see `event`; its effect belongs to the transaction."""
        if not (event.replayed and self.only_news):
            await self._handle(event, tx)


class Listener:
    """A handler that every process runs for itself, without memory. Made by `@subscribe(durable=False)`."""

    def __init__(
        self, event_types: tuple[type[Event], ...], handle: Callable[[Any], Awaitable[None]]
    ) -> None:
        self.event_types: Final = event_types
        self._handle = handle
        functools.update_wrapper(self, handle)

    async def __call__(self, event: Event) -> None:
        """Let the handler see `event`."""
        await self._handle(event)


@overload
def subscribe(
    *event_types: type[E], durable: Literal[True] = True, only_news: bool = False
) -> Callable[[Durable[E]], Consumer]: ...


@overload
def subscribe(*event_types: type[E], durable: Literal[False]) -> Callable[[Broadcast[E]], Listener]: ...


def subscribe(
    *event_types: type[Event], durable: bool = True, only_news: bool = False
) -> Callable[[Any], Consumer | Listener]:
    """Make a function a handler of these events.

    A durable handler belongs to the service: the event arrives at least once and takes effect once, because
    the inbox row and the effects of all of the service's handlers for it commit in one transaction. Events of
    one aggregate arrive in order. A handler that keeps failing sends the event to the dead letters. With
    `only_news` it does not see replayed events: for what reaches people. A projection wants both.

    A handler that is not durable runs in every process, while that process is connected. Nothing is kept for
    a process that is away, and nothing is tried again: for live screens, and for memory that is fetched anew
    on connecting.
    """

    def decorate(handle: Any) -> Consumer | Listener:
        if durable:
            return Consumer(event_types, handle, only_news=only_news)
        return Listener(event_types, handle)

    return decorate
