"""Proposed times in the database. What is proposed is held by rows of `session` like any other time."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from chassis.db import Transaction
from sqlalchemy import text

from booking.orders.order import BookedSession, Order, Proposal
from booking.orders.store import TURN
from booking.slots.rules import Period
from booking.zones import seconds

FIRST_HELD: Final = 1_000
"""Where the positions of held time begin, after those of sessions."""

_TURN: Final = text(TURN)
_PROPOSE: Final = text(
    """
    INSERT INTO proposal (order_id, proposed_by, sessions, note, lapses_at)
    VALUES (:order_id, :proposed_by, CAST(:sessions AS jsonb), :note, :lapses_at)
    """
)
_HOLD: Final = text(
    """
    INSERT INTO session (order_id, position, slot_id, provider_id, starts_at, ends_at, status, proposed)
    SELECT o.order_id, :first + t.position, '', o.provider_id,
        to_timestamp(t.starts), to_timestamp(t.ends), o.status, true
    FROM booking_order o, unnest(CAST(:starts AS bigint[]), CAST(:ends AS bigint[]))
        WITH ORDINALITY AS t (starts, ends, position)
    WHERE o.order_id = :order_id
    """
)
_DROP: Final = (
    text("DELETE FROM session WHERE order_id = :order_id AND proposed"),
    text("DELETE FROM proposal WHERE order_id = :order_id"),
)
_LEAVE: Final = text("DELETE FROM session WHERE order_id = :order_id")
_MOVE: Final = text(
    """
    WITH moved AS (
        UPDATE booking_order SET starts_at = :starts_at, ends_at = :ends_at
        WHERE order_id = :order_id RETURNING order_id, provider_id, status
    )
    INSERT INTO session (order_id, position, slot_id, alias, provider_id, starts_at, ends_at, status)
    SELECT m.order_id, s.position, s.slot_id, s.alias, m.provider_id, s.starts_at, s.ends_at, m.status
    FROM moved m, unnest(CAST(:slot_ids AS text[]), CAST(:aliases AS text[]), CAST(:starts AS timestamptz[]),
                         CAST(:ends AS timestamptz[]))
        WITH ORDINALITY AS s (slot_id, alias, starts_at, ends_at, position)
    """
)
_COUNT: Final = text(
    """
    UPDATE booking_order SET times_proposed = :times_proposed, revision = :revision,
        calendar_sequence = :calendar_sequence, note = :note
    WHERE order_id = :order_id
    """
)
_LAPSED: Final = text(
    """
    SELECT o.order_id FROM proposal n JOIN booking_order o USING (order_id)
    WHERE n.lapses_at <= :now ORDER BY n.lapses_at LIMIT :most FOR UPDATE OF o SKIP LOCKED
    """
)


async def take_turn(tx: Transaction, order: Order) -> None:
    """Keep others from taking time of the order's two sides until the transaction ends."""
    sides = {"provider_id": order.provider_id, "client_id": order.client.account_id or None}
    await tx.session.execute(_TURN, sides)


async def hold(tx: Transaction, order: Order, proposal: Proposal, parts: Sequence[Period]) -> None:
    """Write the order's proposal and hold `parts` for it; the database refuses time that is taken."""
    values: dict[str, Any] = {
        "order_id": order.order_id,
        "proposed_by": proposal.by,
        "sessions": [_stored(each) for each in proposal.sessions],
        "note": proposal.note,
        "lapses_at": min(order.starts_at, proposal.starts_at),
    }
    await tx.session.execute(_PROPOSE, values)
    if parts:
        starts, ends = zip(*parts, strict=True)
        held = {"order_id": order.order_id, "first": FIRST_HELD, "starts": list(starts), "ends": list(ends)}
        await tx.session.execute(_HOLD, held)


async def drop_proposal(tx: Transaction, order_id: str) -> None:
    """Forget the order's proposal and free what it held."""
    for statement in _DROP:
        await tx.session.execute(statement, {"order_id": order_id})


async def move(tx: Transaction, order: Order) -> None:
    """Let the order hold the sessions that it now has, and no other time."""
    await tx.session.execute(_LEAVE, {"order_id": order.order_id})
    await tx.session.execute(
        _MOVE,
        {
            "order_id": order.order_id,
            "starts_at": order.starts_at,
            "ends_at": order.ends_at,
            "slot_ids": [each.slot_id for each in order.sessions],
            "aliases": [each.alias for each in order.sessions],
            "starts": [each.starts_at for each in order.sessions],
            "ends": [each.ends_at for each in order.sessions],
        },
    )


async def keep_count(tx: Transaction, order: Order) -> None:
    """Write how often times were proposed, the last note, and the order's new revision."""
    await tx.session.execute(
        _COUNT,
        {
            "order_id": order.order_id,
            "times_proposed": order.times_proposed,
            "calendar_sequence": order.calendar_sequence,
            "note": order.note,
            "revision": order.revision,
        },
    )


async def lapsed(tx: Transaction, now: datetime, most: int) -> list[str]:
    """Orders with a proposal that came too late, locked; those that somebody else has locked are left out."""
    return list(await tx.session.scalars(_LAPSED, {"now": now, "most": most}))


def _stored(session: BookedSession) -> list[str | int]:
    return [session.slot_id, session.alias, seconds(session.starts_at), seconds(session.ends_at)]
