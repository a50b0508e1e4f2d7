"""Who may propose another time, and who may answer (beyond the contract; see the README). Pure."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Literal

from booking.orders.order import Order, Proposal
from booking.orders.rules import OrderRefused, Role, Status
from booking.slots.rules import Period, merged

Answer = Literal["accepted", "declined", "withdrawn"]

MOVABLE: Final[tuple[Status, ...]] = ("pending", "accepted")
MOST_PROPOSALS: Final = 20
"""For one order: each one sends a mail to the other side."""


def may_propose(order: Order, now: datetime) -> None:
    """Raise OrderRefused unless another time may be proposed for the order now, by either side."""
    if order.status not in MOVABLE:
        raise OrderRefused("Only a pending or accepted appointment can be moved.")
    if order.starts_at <= now:
        raise OrderRefused("An appointment whose start time has passed can't be moved.")
    if order.times_proposed >= MOST_PROPOSALS:
        raise OrderRefused("Other times were proposed too often for this appointment.")


def open_proposal(order: Order, role: Role, answer: Answer, now: datetime) -> Proposal:
    """The proposal that `role` answers; OrderRefused when there is none, or it is not theirs to answer so."""
    proposal = order.proposal
    if proposal is None:
        raise OrderRefused("There is no proposed time to answer.")
    if answer == "withdrawn" and proposal.by != role:
        raise OrderRefused("Only the side that proposed a time can withdraw it.")
    if answer != "withdrawn" and proposal.by == role:
        raise OrderRefused("The other side has to answer the time that you proposed.")
    if answer == "accepted" and proposal.starts_at <= now:
        raise OrderRefused("The proposed time has passed.")
    return proposal


def parts_beside(wanted: Sequence[Period], agreed: Iterable[Period]) -> list[Period]:
    """The wanted time less what the order holds already: no two rows of held time overlap, ever."""
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
