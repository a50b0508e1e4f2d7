"""Whether a client is asked or told of another time, and what can move where (product.md 4.26). Pure."""

from datetime import datetime, timedelta
from typing import Final, Literal

from chassis.errors import RuleViolation

from booking.orders.order import BookedSession, Order

How = Literal["asked", "told", "moved"]
"""What happens with a move: the client is asked, is told, or nobody can be."""

SAME_TIME: Final = "This is the time that was agreed already. Please choose another."
IN_ORDER: Final = "The sessions of an appointment stay in their order."
NO_SESSION: Final = "This session does not exist."


def session_to_move(order: Order, position: int | None) -> int:
    """The index of the session that is meant. Raises RuleViolation unless the order has it."""
    index = (position or 1) - 1
    if index >= len(order.sessions):
        raise RuleViolation(NO_SESSION, iv_session_position=NO_SESSION)
    return index


def moved_sessions(order: Order, index: int, session: BookedSession) -> tuple[BookedSession, ...]:
    """The order's sessions with one at another time. Raises RuleViolation for the same time, and for one that
    is not between its neighbours.
    """
    agreed = order.sessions[index]
    if (session.starts_at, session.ends_at) == (agreed.starts_at, agreed.ends_at):
        raise RuleViolation(SAME_TIME, iv_start_time=SAME_TIME)
    before, after = order.sessions[:index], order.sessions[index + 1 :]
    if (before and before[-1].ends_at > session.starts_at) or (
        after and after[0].starts_at < session.ends_at
    ):
        raise RuleViolation(IN_ORDER, iv_start_time=IN_ORDER)
    return (*before, session, *after)


def how_to_move(order: Order, session: BookedSession, told_until_hours: int | None, now: datetime) -> How:
    """Whether the client is asked, or told. A request is not agreed yet: its client is always asked.

    `told_until_hours` is None for a provider who always asks. The notice counts before the earlier of the
    agreed start and the new one.
    """
    if order.status == "accepted" and not order.client.account_id and not order.client.email:
        return "moved"
    if order.status != "accepted" or told_until_hours is None:
        return "asked"
    earlier = min(order.starts_at, session.starts_at)
    return "told" if now <= earlier - timedelta(hours=told_until_hours) else "asked"
