"""Who may say that the other side did not come, and who may contest it (product.md 4.7). Pure."""

from datetime import datetime
from typing import Final

from chassis.errors import RuleViolation

from booking.orders.order import CONTESTED_WITHIN, BookedSession, Order
from booking.orders.rules import Role, check_agreed

NOT_AGREED: Final = "You can only say that somebody did not come to an appointment that was accepted."


def session_to_report(order: Order, position: int | None, now: datetime) -> int:
    """The index of the session to which the other side did not come: the one at `position`, else the one that
    is due.

    Raises RuleViolation unless the order is agreed and that session has begun and is not over.
    """
    if order.status not in {"accepted", "ongoing"}:
        raise RuleViolation(NOT_AGREED)
    check_agreed(awaits_client=order.awaits_client)
    index = order.due if position is None else _index_of(order, position)
    session = order.sessions[index]
    if session.state not in {"upcoming", "ongoing"}:
        raise RuleViolation("This session is over already.")
    if now < session.starts_at:
        raise RuleViolation("You can't say that somebody did not come before the session's start time.")
    return index


def session_to_contest(order: Order, role: Role, position: int | None, now: datetime) -> int:
    """The index of the session of which `role` contests the no-show: the one at `position`, else the newest
    one that it can contest.

    Raises RuleViolation unless `role` is said not to have come, within the last 7 days, and has not contested
    it.
    """
    if position is None:
        found = [index for index, each in enumerate(order.sessions) if _may_contest(each, role, now)]
        index = found[-1] if found else len(order.sessions) - 1
    else:
        index = _index_of(order, position)
    said = order.sessions[index].no_show
    if said is None or said.absent != role:
        raise RuleViolation("Nobody says that you did not come to this session.")
    if said.contested_at is not None:
        raise RuleViolation("You have already contested this.")
    if now > said.at + CONTESTED_WITHIN:
        raise RuleViolation("It can be contested for 7 days that somebody did not come.")
    return index


def _may_contest(session: BookedSession, role: Role, now: datetime) -> bool:
    said = session.no_show
    return bool(
        said and said.absent == role and said.contested_at is None and now <= said.at + CONTESTED_WITHIN
    )


def _index_of(order: Order, position: int) -> int:
    if position > len(order.sessions):
        text = "This appointment has no such session."
        raise RuleViolation(text, iv_session_position=text)
    return position - 1
