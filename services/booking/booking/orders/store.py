"""Orders, their sessions and the locks of their parties, in the database."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import asyncpg
from chassis.db import Connection, Statement, Transaction, params
from chassis.http.idempotency import KeyInUse
from chassis.outbox import Emission
from contracts.event import Event
from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Select,
    Text,
    any_,
    bindparam,
    delete,
    exists,
    func,
    literal_column,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute

from booking.orders.hot_sql import (
    LOCK_PARTIES,
    PLACE_ACCEPTED,
    PLACE_FIRST_LIMITED_ORDER,
    PLACE_FIRST_LIMITED_ORDER_ONCE,
    PLACE_FIRST_ORDER,
    PLACE_FIRST_ORDER_ONCE,
    PLACE_LIMITED_ORDER,
    PLACE_LIMITED_ORDER_ONCE,
    PLACE_ORDER,
    PLACE_ORDER_ONCE,
)
from booking.orders.models import OrderRow, ProposalRow, SessionRow
from booking.orders.order import BookedSession, Order
from booking.orders.order_query import ORDERS, each_order, order_from, state_in, status_in
from booking.orders.rules import COMPLETES_AFTER, HOLDING, OVER
from booking.orders.stored_parts import order_values, stored_no_show
from booking.slots.limits import limit_values

LINK_PAUSE: Final = timedelta(minutes=1)
"""The shortest time between two mails with the link to one order."""
LOST_RACES: Final = (
    asyncpg.ExclusionViolationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)
"""What the database raises when somebody else has the time (product.md 4.5)."""
_PLACING: Final = {
    (False, False): PLACE_ORDER,
    (False, True): PLACE_ORDER_ONCE,
    (True, False): PLACE_FIRST_ORDER,
    (True, True): PLACE_FIRST_ORDER_ONCE,
}
"""By whether it is the client's first order, and whether the request has an Idempotency-Key."""
_PLACING_LIMITED: Final = {
    (False, False): PLACE_LIMITED_ORDER,
    (False, True): PLACE_LIMITED_ORDER_ONCE,
    (True, False): PLACE_FIRST_LIMITED_ORDER,
    (True, True): PLACE_FIRST_LIMITED_ORDER_ONCE,
}


@dataclass(frozen=True, slots=True)
class HeldSession:
    """A session that holds its time, without any name."""

    order_id: str
    slot_id: str
    starts_at: datetime


_this = OrderRow.order_id == bindparam("order_id")
FIND: Final = Statement(ORDERS.where(_this))
_ids = func.unnest(bindparam("order_ids", type_=ARRAY(Text)))
_named = _ids.table_valued("order_id", name="named").render_derived()
FIND_EACH: Final = Statement(each_order(_named))
LOCK: Final = Statement(select(OrderRow.order_id).where(_this).with_for_update())
_following = (
    select(OrderRow.order_id)
    .where(OrderRow.order_id > bindparam("after"))
    .order_by(OrderRow.order_id)
    .limit(bindparam("most"))
    .subquery("following")
)
FIND_AFTER: Final = Statement(each_order(_following).order_by(_following.c.order_id))
_proposed_by_provider = exists().where(
    ProposalRow.order_id == OrderRow.order_id, ProposalRow.proposed_by == literal_column("'provider'")
)
FIND_CLIENTS_AFTER: Final = Statement(
    select(OrderRow.client_id)
    .where(OrderRow.client_id > bindparam("after"))
    .group_by(OrderRow.client_id)
    .order_by(OrderRow.client_id)
    .limit(bindparam("most"))
)


def _pending_until_now(until: InstrumentedAttribute[Any], *conditions: ColumnElement[bool]) -> Select[str]:
    """Pending orders whose time `until` has come, by the partial index of that column."""
    return (
        select(OrderRow.order_id)
        .where(
            status_in(OrderRow.status, "pending"),
            until.is_not(None),
            until <= bindparam("now"),
            *conditions,
        )
        .order_by(until)
        .limit(bindparam("most"))
    )


_unanswered = union(
    _pending_until_now(OrderRow.starts_at), _pending_until_now(OrderRow.answer_by, ~_proposed_by_provider)
).scalar_subquery()
LOCK_UNANSWERED: Final = Statement(
    select(OrderRow.order_id)
    .where(OrderRow.order_id == any_(func.array(_unanswered)), status_in(OrderRow.status, "pending"))
    .order_by(OrderRow.starts_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
LOCK_ENDED: Final = Statement(
    select(OrderRow.order_id)
    .where(status_in(OrderRow.status, "accepted", "ongoing"), OrderRow.ends_at <= bindparam("before"))
    .order_by(OrderRow.ends_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
FIND_HELD_SESSIONS: Final = Statement(
    select(SessionRow.order_id, SessionRow.slot_id, SessionRow.starts_at)
    .where(
        SessionRow.provider_id == bindparam("provider_id"),
        status_in(SessionRow.status, *HOLDING),
        ~state_in(SessionRow.state, *OVER),  # as in slots/hot_sql.py
        SessionRow.ends_at > bindparam("now"),
    )
    .order_by(SessionRow.starts_at),
    into=HeldSession,
)
# A step ends the talk about another time: what was held for it becomes free.
STEP: Final = Statement(
    update(OrderRow)
    .where(_this)
    .values(
        params(
            "status",
            "note",
            "delivery_location",
            "calendar_sequence",
            "completed_at",
            "rating_requested_at",
            "cancellation",
            "revision",
        )
    )
    .add_cte(
        delete(ProposalRow).where(ProposalRow.order_id == bindparam("order_id")).cte("dropped"),
        delete(SessionRow)
        .where(SessionRow.order_id == bindparam("order_id"), SessionRow.proposed)
        .cte("freed"),
    )
)
MAIL_LINK: Final = Statement(
    update(OrderRow)
    .where(_this, or_(OrderRow.link_mailed_at.is_(None), OrderRow.link_mailed_at <= bindparam("before")))
    .values(link_mailed_at=bindparam("now"))
    .returning(OrderRow.order_id)
)
END_LINK: Final = Statement(
    update(OrderRow)
    .where(_this)
    .values(
        link_generation=OrderRow.link_generation + literal_column("1"),
        link_mailed_at=bindparam("now"),
    )
)
_parties = bindparam("parties", type_=ARRAY(Text))
_in_order = select(party := func.unnest(_parties).column_valued("party")).order_by(party).subquery("in_order")
LOCK_STARTING: Final = Statement(
    select(func.count(func.pg_advisory_xact_lock(func.hashtextextended(_in_order.c.party, 5))))
)
IS_ANOTHER_ONGOING: Final = Statement(
    select(
        exists().where(
            status_in(OrderRow.status, "ongoing"),
            OrderRow.order_id != bindparam("order_id"),
            or_(OrderRow.provider_id == any_(_parties), OrderRow.client_id == any_(_parties)),
        )
    )
)


def next_reminder() -> ColumnElement[datetime]:
    """When the next reminder of a session is due by its provider's plan, seen from `now`; none is due that
    lies in the past.
    """
    now = bindparam("now", type_=SessionRow.starts_at.type)
    return func.next_reminder(SessionRow.provider_id, SessionRow.starts_at, now, type_=now.type)


SET_REMINDERS: Final = Statement(
    update(SessionRow)
    .where(SessionRow.order_id == bindparam("order_id"), ~SessionRow.proposed)
    .values(remind_at=next_reminder())
)
STEP_SESSION: Final = Statement(
    update(SessionRow)
    .where(SessionRow.order_id == bindparam("order_id"), SessionRow.position == bindparam("position"))
    .values(params("state", "no_show"))
)


async def order_by_id(tx: Connection, order_id: str) -> Order | None:
    """The order, or None."""
    row = await FIND.one(tx, order_id=order_id)
    return None if row is None else order_from(row)


async def orders_by_id(tx: Connection, order_ids: Collection[str]) -> dict[str, Order]:
    """These orders by id; those that are no more are left out."""
    rows = await FIND_EACH.all(tx, order_ids=list(order_ids)) if order_ids else []
    return {row["order_id"]: order_from(row) for row in rows}


async def lock_order(tx: Transaction, order_id: str) -> Order | None:
    """The order, or None; it stays locked until the transaction ends.

    It is read after it was locked: a statement that waits for a lock reads only the locked row anew, but the
    sessions and the proposal beside it as they were before the wait.
    """
    await LOCK.run(tx, order_id=order_id)
    return await order_by_id(tx, order_id)


async def lock_unanswered(tx: Transaction, now: datetime, most: int) -> list[str]:
    """Ids of pending orders whose time for an answer, or start, has passed, locked (product.md 4.10).

    It skips those that somebody else has locked.
    """
    return await LOCK_UNANSWERED.column(tx, now=now, most=most)


async def lock_ended(tx: Transaction, now: datetime, most: int) -> list[str]:
    """Ids of accepted and ongoing orders that complete by themselves by now, locked (product.md 4.10).

    It skips those that somebody else has locked.
    """
    return await LOCK_ENDED.column(tx, before=now - COMPLETES_AFTER, most=most)


async def orders_after(tx: Transaction, order_id: str, most: int) -> list[Order]:
    """The orders that follow `order_id`, by id."""
    return [order_from(row) for row in await FIND_AFTER.all(tx, after=order_id, most=most)]


async def clients_after(tx: Transaction, account_id: str, most: int) -> list[str]:
    """The accounts that have requested an appointment and follow `account_id`, by id."""
    return await FIND_CLIENTS_AFTER.column(tx, after=account_id, most=most)


async def held_sessions(tx: Connection, provider_id: str, now: datetime) -> list[HeldSession]:
    """The provider's sessions that hold their time and are not over, in order of time."""
    return await FIND_HELD_SESSIONS.all(tx, provider_id=provider_id, now=now)


async def lock_parties(tx: Transaction, order: Order) -> None:
    """Keep others from taking time of the order's two sides until the transaction ends."""
    client_id = order.client.account_id or None
    await LOCK_PARTIES.run(tx, provider_id=order.provider_id, client_key=client_id)


async def insert_order(
    tx: Transaction, order: Order, events: Sequence[Event], answer: Mapping[str, object] | None = None
) -> None:
    """Write a new order, its sessions and the `placing_events` that announce it, in one statement; with the
    `answer` to a request that has an Idempotency-Key (`Attempt.answer_values`).

    Raises the driver's error when the database refuses time that is taken (`LOST_RACES`), an account that is
    closed, or a newcomer's request or a session that is one too many; KeyInUse when the key has an answer.
    """
    client = order.client
    first, once = order.first_of_client, bool(answer)
    statement, more = _PLACING[first, once], dict[str, object]()
    if order.limits:
        statement, more = _PLACING_LIMITED[first, once], {"limits": limit_values(order.limits)}
    if order.status == "accepted":
        statement = PLACE_ACCEPTED[first, once, bool(order.limits)]
        more |= {"calendar_sequence": order.calendar_sequence, "origin": order.origin}
    emission = Emission(tx, *events)
    written = await statement.autocommit(
        tx,
        client_key=client.account_id or f"guest:{client.email}",
        **order_values(order),
        answer_by=order.answer_by,
        multiple_clients=order.multiple_clients,
        client_pay_status=order.client_pay_status,
        provider_pay_status=order.provider_pay_status,
        cancellation_terms=[list(each) for each in order.cancellation_terms] or None,
        at_client=order.at_client,
        intake=[each._asdict() for each in order.intake] or None,
        sessions=_session_rows(order),
        **emission.values,
        **more,
        **(answer or {}),
    )
    if written is None:
        raise KeyInUse
    emission.inserted(written.inserted)


def _session_rows(order: Order) -> list[dict[str, object]]:
    return [_session_row(position, each) for position, each in enumerate(order.sessions, 1)]


def _session_row(position: int, session: BookedSession) -> dict[str, object]:
    return {
        "position": position,
        "slot_id": session.slot_id,
        "alias": session.alias,
        "starts_at": session.starts_at,
        "ends_at": session.ends_at,
        "held_from": session.held_from,
        "held_until": session.held_until,
    }


async def update_order(tx: Transaction, order: Order) -> None:
    """Write what may change in an order's life, and drop a proposed time. The foreign key carries the status
    over to the sessions.
    """
    await STEP.run(
        tx,
        order_id=order.order_id,
        status=order.status,
        note=order.note,
        delivery_location=order.delivery_location,
        calendar_sequence=order.calendar_sequence,
        completed_at=order.completed_at,
        rating_requested_at=order.rating_requested_at,
        cancellation=order.cancellation and asdict(order.cancellation),
        revision=order.revision,
    )


async def update_session(tx: Transaction, order: Order, index: int) -> None:
    """Write the state of one session, and who did not come. Positions count from 1, in the order of the
    sessions.
    """
    session = order.sessions[index]
    await STEP_SESSION.run(
        tx,
        order_id=order.order_id,
        position=index + 1,
        state=session.state,
        no_show=session.no_show and stored_no_show(session.no_show),
    )


async def set_reminders(tx: Transaction, order_id: str, now: datetime) -> None:
    """Set the reminders of an order that was accepted or moved just now (product.md 4.15)."""
    await SET_REMINDERS.run(tx, order_id=order_id, now=now)


async def may_mail_link(tx: Transaction, order_id: str, now: datetime) -> bool:
    """Whether the guest's link may be mailed again now; the next answer is False for a minute."""
    return await MAIL_LINK.value(tx, order_id=order_id, now=now, before=now - LINK_PAUSE) is not None


async def end_link(tx: Transaction, order_id: str, now: datetime) -> None:
    """Let the guest's present link stop working; a new one is mailed now."""
    await END_LINK.run(tx, order_id=order_id, now=now)


async def another_is_ongoing(tx: Transaction, order: Order) -> bool:
    """Whether either side has another session ongoing, in either role (product.md 4.9).

    Neither side can start another one until the transaction ends.
    """
    parties = [party for party in (order.provider_id, order.client.account_id) if party]
    await LOCK_STARTING.run(tx, parties=parties)
    return await IS_ANOTHER_ONGOING.value(tx, order_id=order.order_id, parties=parties)
