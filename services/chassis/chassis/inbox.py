"""Passes events from the bus to the handlers: once for each event, in one transaction with the effect."""

import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from typing import Final, TypeVar

import structlog
from contracts.event import EVENTS, Event, parse
from fastapi import FastAPI
from pydantic import ValidationError
from sqlalchemy.dialects.postgresql import insert

from chassis import metrics, tracing
from chassis.bus import Bus, Message, OnConnect
from chassis.clock import utc_now
from chassis.db import Database, Statement, Transaction, params
from chassis.db.errors import is_outage
from chassis.events import Consumer, Guard, Listener
from chassis.hot_sql import enter_events, filled_up
from chassis.metrics import OTHER, Metrics
from chassis.tables import dead_letter, inbox
from chassis.tracing import Tracing

H = TypeVar("H", Consumer, Listener)
REMEMBERED_BY_LISTENERS: Final = 4096
log = structlog.get_logger()

_ENTER: Final = Statement(
    insert(inbox).values(params("consumer", "event_id")).on_conflict_do_nothing().returning(inbox.c.consumer)
)
_Known = tuple[Message, Event, list[Consumer]]
_STORE_DEAD_LETTER: Final = Statement(
    insert(dead_letter).values(params("event_id", "aggregate", "key", "payload", "trace", "reason"))
)


def entry(service: str, event: Event) -> dict[str, object]:
    """The values of `hot_sql.ENTER_INBOX`."""
    return {"consumer": service, "handled_event_id": event.event_id}


class Inbox:
    """Takes messages for the durable consumers of one service."""

    def __init__(
        self,
        service: str,
        database: Database,
        consumers: Sequence[Consumer],
        counted: Metrics,
        traced: Tracing,
    ) -> None:
        self._service = service
        self._database = database
        self._handlers = _by_key(consumers)
        for key, handlers in self._handlers.items():
            if len(handlers) > 1 and any(handler.enters_inbox for handler in handlers):
                raise ValueError(f"who enters the inbox must be the only handler of {key}")
        self._guarded = frozenset(guarded_keys(consumers))
        self._metrics = counted
        self._tracing = traced

    @property
    def keys(self) -> frozenset[str]:
        """The routing keys that this service consumes."""
        return frozenset(self._handlers)

    @property
    def gather_seconds(self) -> Mapping[str, float]:
        """How long an event may wait for others, by routing key: as its least patient handler says."""
        return {
            key: min(handler.gather_seconds for handler in handlers)
            for key, handlers in self._handlers.items()
        }

    async def take(self, message: Message) -> None:
        """Pass the event to the handlers unless it was handled before; their effects commit together.

        An event that this version does not know is ignored. Raises what a handler raises, and
        `pydantic.ValidationError` for an event that is malformed; in both cases nothing is changed.
        """
        began = time.perf_counter()
        with self._tracing.handling(message, self._service):
            try:
                outcome = await self._take(message)
            except Exception as error:
                if not is_outage(error):
                    self._metrics.handled(self._label(message), "failed")
                raise
            finally:
                self._metrics.handling_took(self._label(message), time.perf_counter() - began)
        self._metrics.handled(self._label(message), outcome)

    def _note_ages(self, events: Iterable[Event]) -> None:
        """Record how old these events are, which have just taken effect. A replayed one says nothing."""
        now = utc_now()
        for event in events:
            if not event.replayed:
                self._metrics.took_effect((now - event.occurred_at).total_seconds())

    def given_up(self, message: Message) -> None:
        """Count a message that the broker itself keeps as a dead letter."""
        self._metrics.handled(self._label(message), "dead_lettered")

    def _label(self, message: Message) -> str:
        return message.key if message.key in self._handlers else OTHER

    async def _take(self, message: Message) -> str:
        handlers = self._handlers.get(message.key)
        event = parse(message.key, message.payload) if handlers else None
        if handlers is None or event is None:
            return "unknown"
        async with self._database.writing(one_statement=message.key in self._guarded) as tx:
            if self._enters(message, handlers):
                entry = {"consumer": self._service, "event_id": message.event_id}
                if await _ENTER.one(tx, **entry) is None:
                    return "duplicate"
            outcome = await _handled(event, handlers, tx)
        self._note_ages([event])
        return outcome

    async def take_together(self, messages: Sequence[Message]) -> None:
        """Pass several events to the handlers in one transaction: in one call, or one after another.

        Raises what a handler raises, and `pydantic.ValidationError`; then nothing is changed by any of them,
        and the caller takes them one by one: which of them failed is counted then.
        """
        began = time.perf_counter()
        known: list[_Known] = []
        for message in messages:
            handlers = self._handlers.get(message.key)
            event = parse(message.key, message.payload) if handlers else None
            if handlers is not None and event is not None:
                known.append((message, event, handlers))
        consumer = _of_all(known)
        guarded = consumer is not None and consumer.guarded_by is not None
        async with self._database.writing(one_statement=guarded) as tx:
            if consumer is None:
                outcomes = await self._take_known(tx, known)
            else:
                outcomes = await self._take_in_one_call(tx, consumer, known)
        self._note_ages(event for _, event, _ in known)
        seconds = time.perf_counter() - began
        for message in messages:
            label = self._label(message)
            self._metrics.handled(label, outcomes.pop(id(message), "unknown"))
            self._metrics.handling_took(label, seconds)

    async def _take_in_one_call(
        self, tx: Transaction, consumer: Consumer, known: Sequence[_Known]
    ) -> dict[int, str]:
        """As `_take_known`. Each event has its span; the statements are in that of the last one."""
        with ExitStack() as spans:
            for message, _, _ in known:
                spans.enter_context(self._tracing.handling(message, self._service))
            new = await consumer.take_together([event for _, event, _ in known], tx)
        return {
            id(message): "taken" if is_new else "duplicate"
            for (message, _, _), is_new in zip(known, new, strict=True)
        }

    async def _take_known(self, tx: Transaction, known: Sequence[_Known]) -> dict[int, str]:
        """The outcome of each message, by its identity: an event may be among them twice."""
        await tx.driver()  # begins it, before a handler of one statement takes that for a whole transaction
        ids = [message.event_id for message, _, handlers in known if self._enters(message, handlers)]
        new = await self._enter(tx, ids)
        outcomes: dict[int, str] = {}
        for message, event, handlers in known:
            if self._enters(message, handlers) and message.event_id not in new:
                outcomes[id(message)] = "duplicate"
                continue
            new.discard(message.event_id)
            with self._tracing.handling(message, self._service):
                outcomes[id(message)] = await _handled(event, handlers, tx)
        return outcomes

    def _enters(self, message: Message, handlers: Sequence[Consumer]) -> bool:
        """Whether the inbox row is written here: not by the handler, and not needless."""
        return message.key not in self._guarded and not handlers[0].enters_inbox

    async def _enter(self, tx: Transaction, event_ids: list[str]) -> set[str]:
        """Enter the events into the inbox; returns those that were not there."""
        if not event_ids:
            return set()
        ids = filled_up(event_ids)
        values = {f"event_id_{place}": event_id for place, event_id in enumerate(ids)}
        found = await enter_events(len(ids)).column(tx, consumer=self._service, **values)
        return {str(event_id) for event_id in found}

    async def dead_letter(self, message: Message, reason: str) -> None:
        """Store a message that could not be handled, for `python -m <service> dead-letters`."""
        async with self._database.writing() as tx:
            await _STORE_DEAD_LETTER.run(
                tx,
                event_id=message.event_id,
                aggregate=message.aggregate,
                key=message.key,
                payload=message.payload.decode(),
                trace=message.trace,
                reason=reason,
            )
        self.given_up(message)
        log.error("event became a dead letter", key=message.key, event_id=message.event_id, reason=reason)


async def _handled(event: Event, handlers: Sequence[Consumer], tx: Transaction) -> str:
    new = [await handle(event, tx) for handle in handlers]
    return "taken" if all(new) else "duplicate"


def _of_all(known: Sequence[_Known]) -> Consumer | None:
    """The consumer that takes all these events in one call, if there is one."""
    consumers = {consumer for _, _, handlers in known for consumer in handlers}
    only = consumers.pop() if len(consumers) == 1 else None
    return only if only is not None and only.together else None


class BroadcastSubscriber:
    """Passes events to the listeners of one process; an event that is delivered again soon is ignored."""

    def __init__(self, listeners: Iterable[Listener], traced: Tracing, name: str) -> None:
        self._listeners = _by_key(listeners)
        self._tracing = traced
        self._name = name
        self._seen: OrderedDict[str, None] = OrderedDict()

    @property
    def keys(self) -> frozenset[str]:
        """The routing keys that have a listener."""
        return frozenset(self._listeners)

    async def receive(self, message: Message) -> None:
        """Pass the event to each of its listeners; a failing listener does not stop the next."""
        if message.event_id in self._seen:
            return
        self._seen[message.event_id] = None
        if len(self._seen) > REMEMBERED_BY_LISTENERS:
            self._seen.popitem(last=False)
        try:
            event = parse(message.key, message.payload)
        except ValidationError:
            log.exception("malformed event", key=message.key, event_id=message.event_id)
            return
        if event is not None:
            with self._tracing.handling(message, self._name):
                await self._notify(event, self._listeners.get(message.key, ()))

    async def _notify(self, event: Event, listeners: Iterable[Listener]) -> None:
        for listener in listeners:
            try:
                await listener(event)
            except Exception:
                log.exception("listener failed", key=event.key, event_id=event.event_id)


def guarded_keys(consumers: Iterable[Consumer]) -> dict[str, Guard]:
    """The keys of events that need no inbox row, each with what makes a repetition harmless instead.

    An event with two handlers needs the row: what guards each does not keep the two together.
    """
    alone = {key: handlers[0] for key, handlers in _by_key(consumers).items() if len(handlers) == 1}
    return {key: each.guarded_by for key, each in alone.items() if each.guarded_by is not None}


def _by_key(handlers: Iterable[H]) -> dict[str, list[H]]:
    found: dict[str, list[H]] = {}
    for handler in handlers:
        for event_type in handler.event_types:
            if EVENTS.get(event_type.key) is not event_type:
                raise ValueError(f"{event_type.__name__} is not a registered event")
            found.setdefault(event_type.key, []).append(handler)
    return found


@asynccontextmanager
async def subscribed(
    app: FastAPI,
    bus: Bus,
    database: Database,
    service: str,
    consumers: Sequence[Consumer],
    *,
    listeners: Sequence[Listener],
) -> AsyncGenerator[None]:
    """Consume events while the context is open; on exit, finish the current ones, then stop."""
    grace: float = app.state.settings.drain_seconds
    taking = Inbox(service, database, consumers, metrics.of(app), tracing.of(app))
    consuming = await bus.consume(
        service,
        taking.keys,
        taking.take,
        taking.dead_letter,
        given_up=taking.given_up,
        together=taking.take_together,
        gather_seconds=taking.gather_seconds,
    )
    try:
        async with listening(bus, listeners, traced=tracing.of(app), name=service, grace=grace):
            yield
    finally:
        await consuming.stop(grace)


@asynccontextmanager
async def listening(
    bus: Bus,
    listeners: Sequence[Listener],
    *,
    traced: Tracing,
    name: str,
    grace: float,
    on_connect: OnConnect | None = None,
) -> AsyncGenerator[None]:
    """Run the listeners while the context is open; also for a process without a database."""
    if not listeners:
        yield
        return
    subscriber = BroadcastSubscriber(listeners, traced, name)
    subscription = await bus.listen(subscriber.keys, subscriber.receive, on_connect)
    try:
        yield
    finally:
        await subscription.stop(grace)
