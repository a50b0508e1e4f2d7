"""Subscriptions to events: durable consumers behind an inbox, and listeners that every process runs.

@subscribe(AccountRegistered, AccountRenamed)
async def keep_name(event: AccountEvent, tx: Transaction) -> None: ...

@subscribe(OrderRequested, OrderAccepted, together=True, guarded_by="revision")
async def keep_orders(events: Sequence[OrderEvent], tx: Transaction) -> None: ...

@subscribe(AlertRaised, durable=False)
async def show(event: AlertRaised) -> None: ...
"""

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Literal, TypeVar, overload

from contracts.event import Event

from chassis.db import Transaction

E = TypeVar("E", bound=Event)
Durable = Callable[[E, Transaction], Awaitable[None]]
DurableTogether = Callable[[Sequence[E], Transaction], Awaitable[Sequence[bool] | None]]
"""Returns whether each of the events was new; None says that all were."""
Broadcast = Callable[[E], Awaitable[None]]
Guard = Literal["revision", "monotony"]
"""What keeps a repeated event from taking effect twice, without an inbox row.

`revision`: its one statement writes state with a revision, and never over a newer one, nor over a deletion.
`monotony`: its one statement sets what nothing ever unsets.
"""


class Consumer:
    """A handler that writes to the service's database. Made by `@subscribe`."""

    def __init__(
        self,
        event_types: tuple[type[Event], ...],
        handle: Callable[[Any, Transaction], Awaitable[Sequence[bool] | None]],
        *,
        only_news: bool = False,
        together: bool = False,
        enters_inbox: bool = False,
        guarded_by: Guard | None = None,
        gather_seconds: float = 0.0,
    ) -> None:
        if gather_seconds and not together:
            raise ValueError("a handler of one event has no use for others")
        if together and not (enters_inbox or guarded_by):
            raise ValueError(
                "a handler of several events needs a guard, or enters them into the inbox itself"
            )
        self.event_types: Final = event_types
        self.only_news: Final = only_news
        self.together: Final = together
        self.enters_inbox: Final = enters_inbox
        self.guarded_by: Final = guarded_by
        self.gather_seconds: Final = gather_seconds
        self._handle = handle
        functools.update_wrapper(self, handle)

    async def __call__(self, event: Event, tx: Transaction) -> bool:
        """Handle `event` within the transaction; with `only_news` a replayed event is ignored.

        Returns whether it was new, which only a handler that enters the inbox knows.
        """
        if self.together:
            return all(await self.take_together([event], tx))
        if not (event.replayed and self.only_news):
            await self._handle(event, tx)
        return True

    async def take_together(self, events: Sequence[Event], tx: Transaction) -> Sequence[bool]:
        """Handle the events in one call, for a handler made so; returns whether each was new."""
        new = await self._handle(events, tx)
        return [True] * len(events) if new is None else new


class Listener:
    """A handler that every process runs, and whose messages are not stored. `@subscribe(durable=False)`."""

    def __init__(
        self, event_types: tuple[type[Event], ...], handle: Callable[[Any], Awaitable[None]]
    ) -> None:
        self.event_types: Final = event_types
        self._handle = handle
        functools.update_wrapper(self, handle)

    async def __call__(self, event: Event) -> None:
        """Handle `event`."""
        await self._handle(event)


@overload
def subscribe(
    *event_types: type[E],
    durable: Literal[True] = True,
    only_news: bool = False,
    guarded_by: Guard | None = None,
) -> Callable[[Durable[E]], Consumer]: ...


@overload
def subscribe(
    *event_types: type[E],
    together: Literal[True],
    enters_inbox: bool = False,
    guarded_by: Guard | None = None,
    gather_seconds: float = 0.0,
) -> Callable[[DurableTogether[E]], Consumer]: ...


@overload
def subscribe(*event_types: type[E], durable: Literal[False]) -> Callable[[Broadcast[E]], Listener]: ...


def subscribe(
    *event_types: type[Event],
    durable: bool = True,
    only_news: bool = False,
    together: bool = False,
    enters_inbox: bool = False,
    guarded_by: Guard | None = None,
    gather_seconds: float = 0.0,
) -> Callable[[Any], Consumer | Listener]:
    """Make a function a handler of these events.

    A durable handler belongs to the service: the event arrives at least once and takes effect once, because
    the inbox row and the effects of all of the service's handlers for it commit in one transaction. Events of
    one aggregate arrive in order. When a handler keeps failing, the event is dead-lettered. With `only_news`
    the handler ignores replayed events: use it for messages to people. A projection needs both.

    A handler made with `together` gets a list: all events that wait at the same time, if all of them are its
    own, else single ones. It handles them in their order and fails as a whole; then it gets each by itself.
    With `enters_inbox` too, this handler, the only one of its events, writes their inbox rows itself, in the
    statements that write the whole effect, and returns whether each event was new: that takes one round trip
    instead of four. It begins the transaction itself if it runs more than one of these.

    `gather_seconds` lets an event that came from the broker wait so long for others: for copies that nobody
    looks at in the next moment. Who needs what happened just now reads with `wait_for_projection`.

    `guarded_by` says that the handler runs one statement at most, which is safe to repeat in any order by
    itself: then that statement is the whole transaction, and the event needs no inbox row, unless it has
    another handler. It is not for rows that a deletion removes (a late repetition would bring them back), nor
    for whatever emits, mails, alerts or counts. `contracts.subscriptions.GUARDED` says the same.

    A handler that is not durable runs in every process, while that process is connected. Events are not
    stored for a disconnected process, and not retried: use it for live screens, and for in-memory data that
    is fetched again on connecting.
    """

    def decorate(handle: Any) -> Consumer | Listener:
        if durable:
            return Consumer(
                event_types,
                handle,
                only_news=only_news,
                together=together,
                enters_inbox=enters_inbox,
                guarded_by=guarded_by,
                gather_seconds=gather_seconds,
            )
        return Listener(event_types, handle)

    return decorate
