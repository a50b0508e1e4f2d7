"""Statements of the news of orders: who the two sides are, and all that they hear of an event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chassis.db import Record, Statement, Transaction
from chassis.ids import new_id
from chassis.inbox import HandledBefore, entry
from chassis.outbox import event_values
from contracts.event import Event
from contracts.events.booking import OrderFacts
from sqlalchemy import bindparam, column, literal_column, select, values

from notifications.alerts.raised_alert import RaisedAlert
from notifications.declarative import ID
from notifications.devices.models import DeviceRow
from notifications.mail import store as mail_store
from notifications.mail.handover import UNCLAIMED, Handover
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


# Values and no array, for which PostgreSQL would make a new plan at each call.
_side: Final = values(column("id", ID), name="side").data(
    [(bindparam("provider_id"),), (bindparam("client_id"),)]
)
_device: Final = (
    select(DeviceRow.digest).where(DeviceRow.account_id == _side.c.id).limit(literal_column("1"))
).scalar_subquery()
FIND_SIDES: Final = Statement(
    select(_side.c.id, *PERSON_COLUMNS[1:], _device.is_not(None).label("has_device")).outerjoin_from(
        _side, PersonRow, PersonRow.id == _side.c.id
    )
)


async def sides_of(tx: Transaction, order: OrderFacts) -> Sides:
    """The accounts of an order by id. Nothing is known yet of one whose events are late."""
    found = await FIND_SIDES.all_outside_transaction(
        tx, provider_id=order.provider_id, client_id=order.client_id
    )
    accounts = [row for row in found if row.id]
    return Sides(
        people={row.id: _person_of(row) for row in accounts},
        with_device=frozenset(row.id for row in accounts if row.has_device),
    )


def _person_of(row: Record) -> Person:
    return Person(row.id) if row.name is None else Person(*row[: len(PERSON_COLUMNS)])


async def write(tx: Transaction, event: Event, news: OrderNews, sides: Sides, handover: Handover) -> None:
    """Enter the event into the inbox with all its news, in one statement, and hand its mails over.

    Raises `HandledBefore` when the event was handled before; nothing is written then.
    """
    pushed = tuple(each.pushed and each.alert.receiver_id in sides.with_device for each in news.alerts)
    statement = tell(pushed, len(news.mails), opens=news.pair is not None)
    written = entry(SERVICE, event)
    if news.alerts:
        written |= event_values(tx, *(each.announcement for each in news.alerts))
    for place, each in enumerate(news.alerts):
        written |= _alert_values(each, place)
    for place, mail in enumerate(news.mails):
        written |= {f"mail_{name}_{place}": value for name, value in mail.values(event.occurred_at).items()}
    claim = handover.claim(tx, len(news.mails))
    written["mails_claimed_for"] = claim.claimed_for if claim else UNCLAIMED
    if news.pair:
        first_id, second_id = sorted(news.pair)
        written |= {"conversation_id": new_id(), "first_id": first_id, "second_id": second_id}
    row = await statement.autocommit(tx, **written)
    if row is None:
        raise HandledBefore
    if claim:
        ids = [str(written[f"mail_id_{place}"]) for place in range(len(news.mails))]
        mails = zip(ids, news.mails, strict=True)
        claim.mails = [mail.as_queued(each, event.occurred_at) for each, mail in mails if each in row.queued]
    elif news.mails:
        tx.wake_after_commit(mail_store.QUEUE)
    if any(pushed):
        tx.wake_after_commit(push_store.QUEUE)


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
