"""Which changes a provider is shown, and which of them are new (product.md 4.19). Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

Kind = Literal["booked", "moved", "cancelled"]

SHOWN: Final = timedelta(days=7)
"""For how long a change is shown, also once it was seen."""
NEW_AT_FIRST: Final = timedelta(days=1)
"""What is new for an account that has never looked."""
MOST_CHANGES: Final = 50


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to an order. `former_start` is when it began before it was moved."""

    order_id: str
    kind: Kind
    changed_at: datetime
    former_start: datetime | None = None
    is_new: bool = False


def shown_changes(found: Iterable[Change], seen_until: datetime | None, now: datetime) -> list[Change]:
    """The changes of the last days, the newest first, each order once.

    The last change of an order tells what is true now. One that was booked and moved since the last look is
    a booking that the account has not seen, at the time that holds now; one that was moved twice was moved
    from where the account last saw it.
    """
    since = seen_until or now - NEW_AT_FIRST
    of_order: dict[str, list[Change]] = {}
    for each in sorted(found, key=lambda each: each.changed_at):
        if each.changed_at > now - SHOWN:
            of_order.setdefault(each.order_id, []).append(each)
    last = [_as_one(changes, since) for changes in of_order.values()]
    return sorted(last, key=lambda each: each.changed_at, reverse=True)[:MOST_CHANGES]


def _as_one(changes: list[Change], since: datetime) -> Change:
    last = changes[-1]
    unseen = [each for each in changes if each.changed_at > since]
    first = unseen[0] if unseen else last
    kind: Kind = "booked" if first.kind == "booked" and last.kind == "moved" else last.kind
    former = first.former_start if kind == "moved" else None
    return Change(last.order_id, kind, last.changed_at, former, is_new=bool(unseen))
