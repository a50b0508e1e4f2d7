"""Orders and sessions in the database. What a request needs is read in one statement and written in one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from chassis.db import Connection, TextStatement, Transaction
from chassis.hot_sql import insert_events
from chassis.outbox import event_values
from contracts.booking_data import ANONYMOUS
from contracts.event import Event
from sqlalchemy import Row, text

from booking.orders.order import BookedSession, Order, OrderedService, Party, Proposal

LINK_PAUSE: Final = timedelta(minutes=1)
"""Between two mails with the link to one order."""
_HELD: Final = "status IN ('pending', 'accepted', 'ongoing')"
ORDER: Final = """
    SELECT o.*,
        p.name AS p_name, p.email AS p_email, p.username AS p_username, p.avatar AS p_avatar,
        coalesce(pp.completed, false) AS p_onboarded,
        c.name AS c_name, c.email AS c_email, c.username AS c_username, c.avatar AS c_avatar,
        coalesce(cp.completed, false) AS c_onboarded,
        r.stars, r.feedback AS review,
        n.proposed_by, n.sessions AS proposed_sessions, n.note AS proposed_note,
        (SELECT json_agg(json_build_array(s.slot_id, s.alias, extract(epoch FROM s.starts_at)::bigint,
                                          extract(epoch FROM s.ends_at)::bigint) ORDER BY s.position)
         FROM session s WHERE s.order_id = o.order_id AND NOT s.proposed) AS sessions
    FROM booking_order o
    LEFT JOIN account p ON p.account_id = o.provider_id AND NOT p.deleted
    LEFT JOIN provider pp ON pp.provider_id = o.provider_id
    LEFT JOIN account c ON c.account_id = o.client_id AND NOT c.deleted
    LEFT JOIN provider cp ON cp.provider_id = o.client_id
    LEFT JOIN rating r ON r.order_id = o.order_id
    LEFT JOIN proposal n ON n.order_id = o.order_id
"""
_BY_ID = text(f"{ORDER} WHERE o.order_id = :order_id")
_LOCK = text("SELECT FROM booking_order WHERE order_id = :order_id FOR UPDATE")
_STALE = text(
    """
    SELECT order_id FROM booking_order WHERE status = 'pending' AND starts_at <= :now
    ORDER BY starts_at LIMIT :most FOR UPDATE SKIP LOCKED
    """
)
_ALL_BY_ID = text(f"{ORDER} WHERE o.order_id > :after ORDER BY o.order_id LIMIT :most")
_HELD_SESSIONS = text(
    f"""
    SELECT order_id, slot_id, starts_at FROM session
    WHERE provider_id = :provider_id AND {_HELD} AND ends_at > :now ORDER BY starts_at
    """  # noqa: S608 - constants only
)
# Bookings of one person, as provider or as client, take turns: whoever waited sees at once that the time is
# taken. Without the turn the constraint would say the same, but two who insert together would wait for each
# other first; and what a provider books elsewhere, the trigger would not see.
TURN: Final = """
    SELECT pg_advisory_xact_lock(least(provider, client)), pg_advisory_xact_lock(greatest(provider, client))
    FROM (
        SELECT hashtextextended(:provider_id, 4) AS provider, hashtextextended(:client_id, 4) AS client
    ) AS side
"""
TURN_OF_ONE: Final = text("SELECT pg_advisory_xact_lock(hashtextextended(:account_id, 4))")
"""The turn of an account with whomever it books."""
_PLACE = TextStatement(
    """
    WITH turn AS MATERIALIZED (<turn>),
    placed AS (
        INSERT INTO booking_order (
            order_id, provider_id, client_id, guest_id, client_name, client_email, status, brief,
            delivery_mode, delivery_location, services, total_minor, total_minutes, currency,
            provider_timezone, client_timezone, client_language, starts_at, ends_at, created_at, revision)
        SELECT :order_id, :provider_id, :client_id, :guest_id, :client_name, :client_email, 'pending', :brief,
            :delivery_mode, :delivery_location, CAST(:services AS jsonb), CAST(:total_minor AS bigint),
            CAST(:total_minutes AS integer), :currency, :provider_timezone, :client_timezone,
            :client_language,
            CAST(:starts_at AS timestamptz), CAST(:ends_at AS timestamptz),
            CAST(:created_at AS timestamptz), 1
        FROM turn
    ),
    told AS (<emitting>)
    INSERT INTO session (order_id, position, slot_id, alias, provider_id, starts_at, ends_at, status)
    SELECT :order_id, s.position, s.slot_id, s.alias, :provider_id, s.starts_at, s.ends_at, 'pending'
    FROM turn, json_to_recordset(CAST(:sessions AS json))
        AS s (position smallint, slot_id text, alias text, starts_at timestamptz, ends_at timestamptz)
    """.replace("<turn>", TURN).replace("<emitting>", insert_events(2))
)
# A step ends the talk about another time: what was held for it is free.
_STEP = text(
    """
    WITH dropped AS (DELETE FROM proposal WHERE order_id = :order_id),
    freed AS (DELETE FROM session WHERE order_id = :order_id AND proposed)
    UPDATE booking_order
    SET status = :status, note = :note, delivery_location = :delivery_location,
        calendar_sequence = :calendar_sequence, rating_requested_at = :rating_requested_at,
        revision = :revision
    WHERE order_id = :order_id
    """
)
_MAIL_LINK = text(
    """
    UPDATE booking_order SET link_mailed_at = :now
    WHERE order_id = :order_id AND (link_mailed_at IS NULL OR link_mailed_at <= :before) RETURNING order_id
    """
)
_MEET = text(
    """
    SELECT count(pg_advisory_xact_lock(hashtextextended(party, 5)))
    FROM (SELECT party FROM unnest(CAST(:parties AS text[])) AS party ORDER BY party) AS in_order
    """
)
_ONGOING = text(
    """
    SELECT EXISTS (SELECT FROM booking_order WHERE status = 'ongoing' AND order_id <> :order_id
                   AND (provider_id = ANY(:parties) OR client_id = ANY(:parties)))
    """
)


@dataclass(frozen=True, slots=True)
class HeldSession:
    """Time that is not free, without a word of who holds it."""

    order_id: str
    slot_id: str
    starts_at: datetime


async def order_by_id(tx: Connection, order_id: str, *, locked: bool = False) -> Order | None:
    """The order, or None; `locked` keeps it from others until the transaction ends.

    Locked first and read afterwards: a statement that waits for a lock sees only the locked row anew, but
    the sessions and the proposal beside it as they were before the wait.
    """
    if locked:
        await tx.session.execute(_LOCK, {"order_id": order_id})
    row = (await tx.session.execute(_BY_ID, {"order_id": order_id})).one_or_none()
    return None if row is None else order_from(row)


async def stale_requests(tx: Transaction, now: datetime, most: int) -> list[str]:
    """Pending orders whose start has passed, locked; those that somebody else has locked are left out."""
    return list(await tx.session.scalars(_STALE, {"now": now, "most": most}))


async def orders_after(tx: Transaction, order_id: str, most: int) -> list[Order]:
    """Orders in the order of their ids, from the one after `order_id`."""
    rows = await tx.session.execute(_ALL_BY_ID, {"after": order_id, "most": most})
    return [order_from(row) for row in rows]


async def held_sessions(tx: Connection, provider_id: str, now: datetime) -> list[HeldSession]:
    """The provider's sessions to come that hold their time, in order."""
    rows = await tx.session.execute(_HELD_SESSIONS, {"provider_id": provider_id, "now": now})
    return [HeldSession(row.order_id, row.slot_id, row.starts_at) for row in rows]


async def insert_order(tx: Transaction, order: Order, told: Sequence[Event]) -> None:
    """Write a new order, its sessions and the events that tell of it, in one statement.

    Raises the driver's error when the database refuses time that is taken, or an account that is closed.
    """
    await _PLACE.autocommit(
        tx,
        **{
            "order_id": order.order_id,
            "provider_id": order.provider_id,
            "client_id": order.client.account_id or None,
            "guest_id": order.guest_id or None,
            "client_name": order.client.name,
            "client_email": order.client.email,
            "brief": order.brief,
            "delivery_mode": order.delivery_mode,
            "delivery_location": order.delivery_location,
            "services": order.services,
            "total_minor": order.total_minor,
            "total_minutes": order.total_minutes,
            "currency": order.currency,
            "provider_timezone": order.provider_timezone,
            "client_timezone": order.client_timezone,
            "client_language": order.client_language,
            "starts_at": order.starts_at,
            "ends_at": order.ends_at,
            "created_at": order.created_at,
            "sessions": [_placed(place, each) for place, each in enumerate(order.sessions, 1)],
            **event_values(tx, *told),
        },
    )


def _placed(position: int, session: BookedSession) -> dict[str, object]:
    return {
        "position": position,
        "slot_id": session.slot_id,
        "alias": session.alias,
        "starts_at": session.starts_at,
        "ends_at": session.ends_at,
    }


async def update_order(tx: Transaction, order: Order) -> None:
    """Write what may change in an order's life; its sessions follow its status by the foreign key, and a
    proposed time is dropped."""
    await tx.session.execute(
        _STEP,
        {
            "order_id": order.order_id,
            "status": order.status,
            "note": order.note,
            "delivery_location": order.delivery_location,
            "calendar_sequence": order.calendar_sequence,
            "rating_requested_at": order.rating_requested_at,
            "revision": order.revision,
        },
    )


async def may_mail_link(tx: Transaction, order_id: str, now: datetime) -> bool:
    """Whether the guest's link may be mailed again now; from then on not for a minute."""
    values = {"order_id": order_id, "now": now, "before": now - LINK_PAUSE}
    return (await tx.session.execute(_MAIL_LINK, values)).scalar_one_or_none() is not None


async def another_is_ongoing(tx: Transaction, order: Order) -> bool:
    """Whether either side has another session ongoing, in whichever role; both are kept from starting one
    meanwhile, until the transaction ends."""
    parties = [party for party in (order.provider_id, order.client.account_id) if party]
    await tx.session.execute(_MEET, {"parties": parties})
    values = {"order_id": order.order_id, "parties": parties}
    return (await tx.session.execute(_ONGOING, values)).scalar_one()


def order_from(row: Row[Any]) -> Order:
    """The order in a row of `ORDER`."""
    return Order(
        order_id=row.order_id,
        provider_id=row.provider_id,
        provider=_party(
            row.provider_id, row.p_name, row.p_email, row.p_username, row.p_avatar, onboarded=row.p_onboarded
        ),
        client=_client(row),
        guest_id=row.guest_id or "",
        status=row.status,
        services=tuple(OrderedService(**service) for service in row.services),
        sessions=_sessions(row.sessions),
        delivery_mode=row.delivery_mode,
        delivery_location=row.delivery_location,
        total_minutes=row.total_minutes,
        total_minor=row.total_minor,
        currency=row.currency,
        brief=row.brief,
        note=row.note,
        provider_timezone=row.provider_timezone,
        client_timezone=row.client_timezone,
        client_language=row.client_language,
        created_at=row.created_at,
        revision=row.revision,
        calendar_sequence=row.calendar_sequence,
        rating_requested_at=row.rating_requested_at,
        stars=row.stars,
        review=row.review or "",
        proposal=row.proposed_by
        and Proposal(row.proposed_by, _sessions(row.proposed_sessions), row.proposed_note),
        times_proposed=row.times_proposed,
    )


def _sessions(rows: list[Any]) -> tuple[BookedSession, ...]:
    return tuple(
        BookedSession(slot_id, alias, datetime.fromtimestamp(start, UTC), datetime.fromtimestamp(end, UTC))
        for slot_id, alias, start, end in rows
    )


def _client(row: Row[Any]) -> Party:
    if row.client_id is None or row.c_name is None:
        return Party("", row.client_name, row.client_email, "", "", onboarded=False)
    return _party(
        row.client_id, row.c_name, row.c_email, row.c_username, row.c_avatar, onboarded=row.c_onboarded
    )


def _party(
    account_id: str,
    name: str | None,
    email: str | None,
    username: str | None,
    avatar: str | None,
    *,
    onboarded: bool,
) -> Party:
    return Party(
        account_id, name or ANONYMOUS, email or "", username or "", avatar or "", onboarded=onboarded
    )
