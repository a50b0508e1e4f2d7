"""Who may propose another time, and who may answer (product.md 4.11). Pure."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Literal

from chassis.errors import RuleViolation

from booking.orders.order import Order, Proposal
from booking.orders.rules import Role, Status
from booking.slots.rules import Period, merged

ProposalAnswer = Literal["accepted", "declined", "withdrawn"]

MOVABLE: Final[tuple[Status, ...]] = ("pending", "accepted")
MOST_PROPOSALS: Final = 20
"""For one order: each proposal sends a mail to the other side."""


def may_propose(order: Order, now: datetime) -> None:
    """Raise RuleViolation unless either side may propose another time for the order now (product.md 4.11)."""
    if order.status not in MOVABLE:
        raise RuleViolation("Only a pending or accepted appointment can be moved.")
    if any(session.state != "upcoming" for session in order.sessions) or order.starts_at <= now:
        raise RuleViolation("An appointment whose start time has passed can't be moved.")
    if order.times_proposed >= MOST_PROPOSALS:
        raise RuleViolation("Other times were proposed too often for this appointment.")


def may_be_asked(order: Order) -> None:
    """Raise RuleViolation when nobody could hear that another time is asked for (product.md 4.20)."""
    if not order.client.account_id and not order.client.email:
        raise RuleViolation("There is no address to tell this client.")


def open_proposal(order: Order, role: Role, answer: ProposalAnswer, now: datetime) -> Proposal:
    """The proposal that `role` answers (product.md 4.11).

    Raises RuleViolation when there is none, when this answer is the other side's, or when it comes too late.
    """
    proposal = order.proposal
    if proposal is None:
        raise RuleViolation("There is no proposed time to answer.")
    if answer == "withdrawn" and proposal.by != role:
        raise RuleViolation("Only the side that proposed a time can withdraw it.")
    if answer != "withdrawn" and proposal.by == role:
        raise RuleViolation("The other side has to answer the time that you proposed.")
    if answer == "accepted" and proposal.starts_at <= now:
        raise RuleViolation("The proposed time has passed.")
    return proposal


def periods_outside(wanted: Sequence[Period], agreed: Iterable[Period]) -> list[Period]:
    """The wanted time without what the order holds already, so that no two rows of held time overlap."""
    parts: list[Period] = []
    kept = merged(agreed)
    for start, end in merged(wanted):
        at = start
        for kept_from, kept_to in kept:
            if kept_to <= at or kept_from >= end:
                continue
            if kept_from > at:
                parts.append((at, kept_from))
            at = kept_to
        if at < end:
            parts.append((at, end))
    return parts
