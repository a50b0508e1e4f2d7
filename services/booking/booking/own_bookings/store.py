"""Reads and writes what a provider's own booking needs (product.md 4.25)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Connection, Statement, TextStatement, Transaction, params
from sqlalchemy import bindparam, func, insert, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from booking.clients.models import ClientPersonRow, ClientRow
from booking.orders.models import OrderRow, SessionRow
from booking.orders.order import BookedSession, Order
from booking.orders.stored_parts import order_values
from booking.own_bookings.rules import Conflicts
from booking.projections.models import AccountRow


@dataclass(frozen=True, slots=True)
class KnownClient:
    """One of a provider's clients. `account_id` is None, `email` and `phone` '' where none is known."""

    client_id: str
    account_id: str | None
    name: str
    email: str


FIND_CLIENT: Final = Statement(
    select(ClientRow.client_id, ClientRow.account_id, ClientRow.name, ClientRow.email).where(
        ClientRow.provider_id == bindparam("provider_id"), ClientRow.client_id == bindparam("client_id")
    ),
    into=KnownClient,
)
FIND_ACCOUNT: Final = Statement(
    select(AccountRow.account_id).where(
        AccountRow.email == bindparam("address"),
        literal_column("email <> '' AND confirmed AND NOT deleted"),  # as in the index
    )
)
_newest = (
    select(OrderRow.client_email, OrderRow.created_at)
    .where(
        OrderRow.provider_id == bindparam("provider_id"),
        OrderRow.origin == literal_column("'provider'"),
        OrderRow.guest_id.is_not(None),
        OrderRow.client_email != literal_column("''"),
    )
    .order_by(OrderRow.order_id.desc())
    .limit(bindparam("most"))
    .subquery()
)
COUNT_ADDRESSES: Final = Statement(
    select(func.count(func.distinct(_newest.c.client_email))).where(_newest.c.created_at > bindparam("since"))
)
# The trigger `session_of_free_provider` and the exclusion constraint look at the same. It is read before
# them, under the lock that both take, so that the provider can be told all of it.
FIND_CONFLICTS: Final = TextStatement(
    """
    SELECT EXISTS (
            SELECT FROM session s
            WHERE s.provider_id = :provider_id AND s.status IN ('pending', 'accepted', 'ongoing')
              AND s.state NOT IN ('done', 'missed') AND s.order_id <> :but_order
              AND s.ends_at > CAST(:starts_at AS timestamptz)
              AND s.ends_at < CAST(:ends_at AS timestamptz) + interval '2 days'
              AND s.starts_at < CAST(:ends_at AS timestamptz))
         OR EXISTS (
            SELECT FROM (
                SELECT order_id FROM booking_order
                WHERE client_id = :provider_id AND status IN ('pending', 'accepted', 'ongoing')
                  AND (origin <> 'provider' OR agreed_at IS NOT NULL) OFFSET 0
            ) AS o
            CROSS JOIN LATERAL (
                SELECT s.starts_at, s.ends_at FROM session s
                WHERE s.order_id = o.order_id AND s.state NOT IN ('done', 'missed') OFFSET 0
            ) AS own
            WHERE own.starts_at < CAST(:ends_at AS timestamptz)
              AND own.ends_at > CAST(:starts_at AS timestamptz)) AS booked,
        EXISTS (
            SELECT FROM session s
            WHERE s.provider_id = :provider_id AND s.status IN ('pending', 'accepted', 'ongoing')
              AND s.state NOT IN ('done', 'missed') AND s.order_id <> :but_order
              AND s.ends_at > CAST(:held_from AS timestamptz) - interval '4 hours'
              AND s.ends_at < CAST(:held_until AS timestamptz) + interval '3 days'
              AND coalesce(s.held_until, s.ends_at) > CAST(:held_from AS timestamptz)
              AND coalesce(s.held_from, s.starts_at) < CAST(:held_until AS timestamptz)) AS buffer,
        EXISTS (
            SELECT FROM blocked_time b
            WHERE b.provider_id = :provider_id AND b.ends_at > CAST(:held_from AS timestamptz)
              AND b.ends_at < CAST(:held_until AS timestamptz) + interval '2 days'
              AND b.starts_at < CAST(:held_until AS timestamptz)) AS blocked,
        EXISTS (
            SELECT FROM busy_time b
            WHERE b.provider_id = :provider_id AND b.ends_at > CAST(:starts_at AS timestamptz)
              AND b.starts_at < CAST(:ends_at AS timestamptz)) AS busy
    """,
    into=Conflicts,
)
_columns = (
    "order_id", "provider_id", "client_id", "guest_id", "client_name", "client_email", "status", "brief",
    "delivery_mode", "delivery_location", "place", "services", "total_minor", "total_minutes", "currency",
    "provider_timezone", "client_timezone", "client_language", "starts_at", "ends_at", "created_at",
    "calendar_sequence", "origin", "invited_id", "revision",
)  # fmt: skip
ADD_ORDER: Final = Statement(insert(OrderRow).values(params(*_columns)))
ADD_SESSION: Final = Statement(
    insert(SessionRow).values(
        params(
            "order_id",
            "position",
            "slot_id",
            "alias",
            "provider_id",
            "starts_at",
            "ends_at",
            "held_from",
            "held_until",
            "over_rules",
            "status",
        )
    )
)
ADD_CLIENT: Final = Statement(
    insert(ClientRow).values(params("client_id", "provider_id", "name", "phone", "created_at"))
)
ADD_PERSON: Final = Statement(
    upsert(ClientPersonRow).values(params("provider_id", "person", "client_id")).on_conflict_do_nothing()
)
GIVE_PHONE: Final = Statement(
    update(ClientRow)
    .where(
        ClientRow.provider_id == bindparam("provider"),
        ClientRow.client_id == bindparam("client"),
        ClientRow.phone == literal_column("''"),
    )
    .values(phone=bindparam("number"))
)


async def known_client(tx: Connection, provider_id: str, client_id: str) -> KnownClient | None:
    """One of the provider's clients; None for any other id."""
    return await FIND_CLIENT.one(tx, provider_id=provider_id, client_id=client_id)


async def account_with(tx: Connection, address: str) -> str | None:
    """The account that has proven this address; None where nobody has."""
    return await FIND_ACCOUNT.value(tx, address=address)


async def addresses_entered(tx: Connection, provider_id: str, now: datetime, most: int) -> int:
    """To how many addresses that nobody has proven the provider has had mails sent in the last day."""
    since = now - timedelta(days=1)
    return await COUNT_ADDRESSES.value(tx, provider_id=provider_id, since=since, most=most * 10)


async def conflicts_of(
    tx: Connection, provider_id: str, session: BookedSession, but_order: str = ""
) -> Conflicts:
    """What else the provider has at the time of the session, without the order `but_order`."""
    found = await FIND_CONFLICTS.one(
        tx,
        provider_id=provider_id,
        but_order=but_order,
        starts_at=session.starts_at,
        ends_at=session.ends_at,
        held_from=session.held_from or session.starts_at,
        held_until=session.held_until or session.ends_at,
    )
    return found or Conflicts(booked=False, buffer=False, blocked=False, busy=False)


async def add_session(tx: Transaction, order: Order, index: int, *, over_rules: bool) -> None:
    """Write a session of the order; the database refuses time at which another appointment is."""
    session = order.sessions[index]
    await ADD_SESSION.run(
        tx,
        order_id=order.order_id,
        position=index + 1,
        slot_id=session.slot_id,
        alias=session.alias,
        provider_id=order.provider_id,
        starts_at=session.starts_at,
        ends_at=session.ends_at,
        held_from=session.held_from,
        held_until=session.held_until,
        over_rules=over_rules,
        status=order.status,
    )


async def add_order(tx: Transaction, order: Order, *, over_rules: bool) -> None:
    """Write the order and its session; the database refuses time at which another appointment is."""
    await ADD_ORDER.run(
        tx,
        status=order.status,
        **order_values(order),
        calendar_sequence=order.calendar_sequence,
        origin=order.origin,
        invited_id=None if order.is_record else order.invited_id or None,
        revision=order.revision,
    )
    await add_session(tx, order, 0, over_rules=over_rules)


async def add_walk_in(
    tx: Transaction, provider_id: str, client_id: str, name: str, phone: str, now: datetime
) -> None:
    """Enter a client of whom nothing else is known: their orders are known by the client's own id."""
    await ADD_CLIENT.run(
        tx, client_id=client_id, provider_id=provider_id, name=name, phone=phone, created_at=now
    )
    await add_person(tx, provider_id, client_id)


async def add_person(tx: Transaction, provider_id: str, client_id: str) -> None:
    """Let orders be known by the id of a client without account and address."""
    await ADD_PERSON.run(tx, provider_id=provider_id, person=client_id, client_id=client_id)


async def give_phone(tx: Transaction, provider_id: str, client_id: str, phone: str) -> None:
    """Keep the number of a client of whom none is known."""
    await GIVE_PHONE.run(tx, provider=provider_id, client=client_id, number=phone)
