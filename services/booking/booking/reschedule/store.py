"""Proposed times in the database. Rows of `session` hold what is proposed, as they hold any other time."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from chassis.db import Statement, Transaction, params
from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    DateTime,
    Text,
    bindparam,
    cast,
    column,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)

from booking.orders.models import OrderRow, ProposalRow, SessionRow
from booking.orders.order import BookedSession, Order, Proposal
from booking.slots.rules import Period
from booking.zones import seconds

FIRST_HELD: Final = 1_000
"""The first position of held time, after those of sessions."""

_instants: Final = ARRAY(DateTime(timezone=True))
_order = bindparam("order_id", type_=Text())
AGREE: Final = Statement(
    update(OrderRow).where(OrderRow.order_id == bindparam("order_id")).values(agreed_at=bindparam("now"))
)
ADD: Final = Statement(
    insert(ProposalRow).values(
        params(
            "order_id",
            "proposed_by",
            "sessions",
            "note",
            "lapses_at",
            "buffer_before",
            "buffer_after",
            "over_rules",
        )
    )
)
_held = (
    func.unnest(bindparam("starts", type_=ARRAY(BigInteger)), bindparam("ends", type_=ARRAY(BigInteger)))
    .table_valued(column("starts", BigInteger), column("ends", BigInteger), with_ordinality="position")
    .render_derived(name="held")
)
HOLD: Final = Statement(
    insert(SessionRow).from_select(
        [
            "order_id",
            "position",
            "slot_id",
            "provider_id",
            "starts_at",
            "ends_at",
            "status",
            "proposed",
            "over_rules",
        ],
        select(
            OrderRow.order_id,
            literal_column(str(FIRST_HELD)) + _held.c.position,
            literal_column("''"),
            OrderRow.provider_id,
            func.to_timestamp(_held.c.starts),
            func.to_timestamp(_held.c.ends),
            OrderRow.status,
            literal_column("true"),
            cast(bindparam("over_rules", type_=Boolean), Boolean),
        )
        .select_from(OrderRow)
        .join(_held, literal_column("true"))
        .where(OrderRow.order_id == _order),
    )
)
FREE: Final = Statement(delete(SessionRow).where(SessionRow.order_id == _order, SessionRow.proposed))
DROP: Final = Statement(
    delete(ProposalRow)
    .where(ProposalRow.order_id == _order)
    .returning(ProposalRow.buffer_before, ProposalRow.buffer_after, ProposalRow.over_rules)
)
DELETE_SESSIONS: Final = Statement(delete(SessionRow).where(SessionRow.order_id == _order))
_moved = (
    update(OrderRow)
    .where(OrderRow.order_id == _order)
    .values(params("starts_at", "ends_at"))
    .returning(OrderRow.order_id, OrderRow.provider_id, OrderRow.status)
    .cte("moved")
)
_sessions = (
    func.unnest(
        bindparam("slot_ids", type_=ARRAY(Text)),
        bindparam("aliases", type_=ARRAY(Text)),
        bindparam("starts", type_=_instants),
        bindparam("ends", type_=_instants),
        bindparam("held_from", type_=_instants),
        bindparam("held_until", type_=_instants),
    )
    .table_valued(
        "slot_id",
        "alias",
        "starts_at",
        "ends_at",
        "held_from",
        "held_until",
        with_ordinality="position",
    )
    .render_derived(name="s")
)
MOVE: Final = Statement(
    insert(SessionRow).from_select(
        [
            "order_id",
            "position",
            "slot_id",
            "alias",
            "provider_id",
            "starts_at",
            "ends_at",
            "held_from",
            "held_until",
            "status",
            "over_rules",
        ],
        select(
            _moved.c.order_id,
            _sessions.c.position,
            _sessions.c.slot_id,
            _sessions.c.alias,
            _moved.c.provider_id,
            _sessions.c.starts_at,
            _sessions.c.ends_at,
            _sessions.c.held_from,
            _sessions.c.held_until,
            _moved.c.status,
            cast(bindparam("over_rules", type_=Boolean), Boolean),
        ).select_from(_moved.join(_sessions, literal_column("true"))),
    )
)
UPDATE_ORDER: Final = Statement(
    update(OrderRow)
    .where(OrderRow.order_id == _order)
    .values(params("times_proposed", "revision", "calendar_sequence", "note"))
)
LOCK_LAPSED: Final = Statement(
    select(OrderRow.order_id)
    .join(ProposalRow, ProposalRow.order_id == OrderRow.order_id)
    .where(ProposalRow.lapses_at <= bindparam("now"))
    .order_by(ProposalRow.lapses_at)
    .limit(bindparam("most"))
    .with_for_update(of=OrderRow, skip_locked=True)
)


async def add_proposal(
    tx: Transaction, order: Order, proposal: Proposal, parts: Sequence[Period], *, over_rules: bool = False
) -> None:
    """Write the order's proposal and hold `parts` for it; the database refuses time that is taken, or, unless
    it is `over_rules`, blocked or within buffers.

    The proposal lapses at the earlier of both starts (product.md 4.11).
    """
    before, after = proposal.sessions[0].buffers
    await ADD.run(
        tx,
        order_id=order.order_id,
        proposed_by=proposal.by,
        sessions=[_stored(each) for each in proposal.sessions],
        note=proposal.note,
        lapses_at=min(order.starts_at, proposal.starts_at),
        buffer_before=before,
        buffer_after=after,
        over_rules=over_rules,
    )
    if parts:
        starts, ends = zip(*parts, strict=True)
        await HOLD.run(
            tx, order_id=order.order_id, starts=list(starts), ends=list(ends), over_rules=over_rules
        )


async def drop_proposal(tx: Transaction, order_id: str) -> tuple[tuple[int, int], bool]:
    """Forget the order's proposal and free the time that it held; the buffers of its session, in minutes, and
    whether it was over the provider's rules.
    """
    await FREE.run(tx, order_id=order_id)
    row = await DROP.one(tx, order_id=order_id)
    return ((0, 0), False) if row is None else ((row.buffer_before, row.buffer_after), row.over_rules)


async def move_order(tx: Transaction, order: Order, *, over_rules: bool = False) -> None:
    """Let the order hold the sessions that it has now, and no other time."""
    await DELETE_SESSIONS.run(tx, order_id=order.order_id)
    await MOVE.run(
        tx,
        order_id=order.order_id,
        starts_at=order.starts_at,
        ends_at=order.ends_at,
        slot_ids=[each.slot_id for each in order.sessions],
        aliases=[each.alias for each in order.sessions],
        starts=[each.starts_at for each in order.sessions],
        ends=[each.ends_at for each in order.sessions],
        held_from=[each.held_from for each in order.sessions],
        held_until=[each.held_until for each in order.sessions],
        over_rules=over_rules,
    )


async def update_moved_order(tx: Transaction, order: Order) -> None:
    """Write the number of proposals, the last note, the calendar's sequence and the order's revision."""
    await UPDATE_ORDER.run(
        tx,
        order_id=order.order_id,
        times_proposed=order.times_proposed,
        calendar_sequence=order.calendar_sequence,
        note=order.note,
        revision=order.revision,
    )


async def lock_lapsed(tx: Transaction, now: datetime, most: int) -> list[str]:
    """Ids of orders whose proposal has lapsed, locked; it skips those that somebody else has locked."""
    return await LOCK_LAPSED.column(tx, now=now, most=most)


def _stored(session: BookedSession) -> list[Any]:
    return [session.slot_id, session.alias, seconds(session.starts_at), seconds(session.ends_at)]


async def agree(tx: Transaction, order_id: str, now: datetime) -> None:
    """Keep that the client agreed to an appointment that the provider had entered."""
    await AGREE.run(tx, order_id=order_id, now=now)
