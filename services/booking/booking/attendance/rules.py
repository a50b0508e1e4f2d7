"""Who may say that they come, and to which session (product.md 4.15). Pure."""

from datetime import datetime

from chassis.errors import RuleViolation

from booking.orders.order import Order
from booking.orders.rules import Role


def session_to_confirm(order: Order, role: Role, position: int | None, now: datetime) -> int:
    """The index of the session to which the client comes: the one at `position`, else the one that is due.

    Raises RuleViolation unless `role` is the client of an agreed order and that session is to come; of one
    that waits for the client's word (product.md 4.25), until it is over.
    """
    if role != "client":
        raise RuleViolation("Only the client can say that they come.")
    if order.status not in {"accepted", "ongoing"}:
        raise RuleViolation("You can only say that you come to an appointment that was accepted.")
    if position is not None and position > len(order.sessions):
        text = "This appointment has no such session."
        raise RuleViolation(text, iv_session_position=text)
    index = order.due if position is None else position - 1
    session = order.sessions[index]
    is_late = session.state != "upcoming" or session.starts_at <= now
    if is_late and not (order.awaits_client and not order.is_record and now < session.ends_at):
        raise RuleViolation("This session has begun already.")
    return index
