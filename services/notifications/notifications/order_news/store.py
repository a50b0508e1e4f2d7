"""Statements of the news of orders: who the two sides are, and all that they hear of an event."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from chassis.db import Record, Statement, TextStatement, Transaction
from chassis.hot_sql import filled_up
from chassis.ids import new_id
from chassis.inbox import entry
from chassis.outbox import Emission
from contracts.event import Event
from contracts.events.booking import OrderFacts
from sqlalchemy import bindparam, column, literal_column, select, true, values

from notifications.alerts.raised_alert import RaisedAlert
from notifications.declarative import ID
from notifications.devices.models import DeviceRow
from notifications.mail import store as mail_store
from notifications.mail.handover import UNCLAIMED, Claim, Handover
from notifications.mail.store import WrittenMail
from notifications.order_news.hot_sql import tell
from notifications.projections.models import PersonRow
from notifications.projections.store import PERSON_COLUMNS, Person
from notifications.push_queue import store as push_store

SERVICE: Final = "notifications"


@dataclass(frozen=True, slots=True)
class Sides:
    """The accounts of an order by id, and which of them have a device to push to."""

    people: Mapping[str, Person]
    with_device: frozenset[str]


@dataclass(frozen=True, slots=True)
class OrderNews:
    """All that an event of an order causes here."""

    alerts: Sequence[RaisedAlert] = ()
    mails: Sequence[WrittenMail] = ()
    pair: tuple[str, str] | None = None
    """The accounts that can write to each other from now on."""


class _Writing(NamedTuple):
    """How the news of one event are written."""

    event: Event
    news: OrderNews
    pushed: Sequence[bool]
    """Of each alert, whether devices get it too."""
    emission: Emission
    claim: Claim | None
    statement: TextStatement[Record]
    values: Mapping[str, object]


@lru_cache
def find_sides(count: int) -> Statement[Record]:
    """The statement that finds `count` accounts, and whether each has a device.

    It takes values and no array, for which PostgreSQL would make a new plan at each call.
    """
    ids = [(bindparam(f"id_{place}"),) for place in range(count)]
    side = values(column("id", ID), name="side").data(ids)
    device = select(DeviceRow.digest).where(DeviceRow.account_id == side.c.id).limit(literal_column("1"))
    has_device = device.scalar_subquery().is_not(None).label("has_device")
    # OFFSET 0: a plan for many, made on an empty table, joined all of `person`, and is kept.
    person = select(*PERSON_COLUMNS[1:]).where(PersonRow.id == side.c.id).offset(literal_column("0"))
    known = person.lateral("known")
    people = side.outerjoin(known, true())
    return Statement(select(side.c.id, *known.columns, has_device).select_from(people))


async def sides_of(tx: Transaction, orders: Sequence[OrderFacts]) -> Sides:
    """The accounts of the orders by id. Nothing is known yet of one whose events are late."""
    sides = dict.fromkeys(side for order in orders for side in (order.provider_id, order.client_id))
    ids = {f"id_{place}": side for place, side in enumerate(filled_up(list(sides)))}
    found = await find_sides(len(ids)).all_outside_transaction(tx, **ids)
    accounts = [row for row in found if row.id]
    return Sides(
        people={row.id: _person_of(row) for row in accounts},
        with_device=frozenset(row.id for row in accounts if row.has_device),
    )


def _person_of(row: Record) -> Person:
    return Person(row.id) if row.name is None else Person(*row[: len(PERSON_COLUMNS)])


async def write(
    tx: Transaction, told: Sequence[tuple[Event, OrderNews]], sides: Sides, handover: Handover
) -> list[bool]:
    """Enter the events into the inbox with all their news, in one transaction, and hand their mails over.

    Those whose news have the same form take one round trip. Returns of each event whether it was new; nothing
    is written of one that was handled before.
    """
    if len(told) > 1:
        told = [(event, _in_trace_of(event, news)) for event, news in told]
    writings = [_writing(tx, event, news, sides, handover) for event, news in told]
    alike = _alike(writings)
    if len(alike) > 1:
        await tx.driver()  # begins the transaction
    written: dict[str, Record] = {}
    for statement, some in alike:
        for row in await statement.all_of_each(tx, [each.values for each in some]):
            written[str(row.event_id)] = row
    # If the batch holds an event twice, the first one counts as new and the second one as handled before.
    return [_hand_over(tx, each, written.pop(each.event.event_id, None)) for each in writings]


def _in_trace_of(event: Event, news: OrderNews) -> OrderNews:
    """The news with alerts that go on with the event's trace: the current span is that of another event."""
    if event.trace is None:
        return news
    alerts = [
        replace(each, announcement=each.announcement.model_copy(update={"trace": event.trace}))
        for each in news.alerts
    ]
    return replace(news, alerts=alerts)


def _writing(tx: Transaction, event: Event, news: OrderNews, sides: Sides, handover: Handover) -> _Writing:
    pushed = tuple(each.pushed and each.alert.receiver_id in sides.with_device for each in news.alerts)
    emission = Emission(tx, *(each.announcement for each in news.alerts))
    written = entry(SERVICE, event) | emission.values
    for place, each in enumerate(news.alerts):
        written |= _alert_values(each, place)
    for place, mail in enumerate(news.mails):
        written |= {f"mail_{name}_{place}": value for name, value in mail.values(event.occurred_at).items()}
    claim = handover.claim(tx, len(news.mails))
    written["mails_claimed_for"] = claim.claimed_for if claim else UNCLAIMED
    if news.pair:
        first_id, second_id = sorted(news.pair)
        written |= {"conversation_id": new_id(), "first_id": first_id, "second_id": second_id}
    statement = tell(pushed, len(news.mails), opens=news.pair is not None)
    return _Writing(event, news, pushed, emission, claim, statement, written)


def _alike(writings: Sequence[_Writing]) -> list[tuple[TextStatement[Record], list[_Writing]]]:
    """Those with the same statement together, unless events of one order would change places."""
    orders = {each.event.aggregate for each in writings}
    if len(orders) == len(writings):
        writings = sorted(writings, key=lambda each: id(each.statement))
    return [(statement, list(some)) for statement, some in groupby(writings, lambda each: each.statement)]


def _hand_over(tx: Transaction, writing: _Writing, row: Record | None) -> bool:
    """Let workers have the events, pushes and mails that were queued; returns whether the event was new."""
    _, news, pushed, emission, claim, _, values = writing
    if row is None:
        emission.inserted(None)
        return False
    emission.inserted(row.announced)
    if claim:
        queued: Collection[str] = row.queued
        at = writing.event.occurred_at
        mails = [(str(values[f"mail_id_{place}"]), mail) for place, mail in enumerate(news.mails)]
        claim.mails = [mail.as_queued(mail_id, at) for mail_id, mail in mails if mail_id in queued]
    elif news.mails:
        tx.wake_after_commit(mail_store.QUEUE)
    if any(pushed):
        tx.wake_after_commit(push_store.QUEUE)
    return True


def _alert_values(raised: RaisedAlert, place: int) -> dict[str, object]:
    alert = raised.alert
    return {
        f"alert_id_{place}": alert.id,
        f"source_{place}": alert.source,
        f"receiver_id_{place}": alert.receiver_id,
        f"kind_{place}": alert.kind,
        f"actor_id_{place}": alert.actor_id,
        f"words_{place}": alert.words,
        f"url_{place}": alert.url,
        f"status_{place}": alert.status,
        f"created_at_{place}": alert.created_at,
    }
