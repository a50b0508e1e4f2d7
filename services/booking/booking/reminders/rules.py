"""Which reminders a provider's sessions have, and which orders are followed up (product.md 4.15). Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple

from chassis.errors import RuleViolation

from booking.day_summaries.rules import DailySummary
from booking.orders.order import Order

DAY: Final = 24 * 60
"""In minutes."""
HOUR: Final = 60
MOST_REMINDERS: Final = 5


class Reminder(NamedTuple):
    """A reminder of each session: how many minutes ahead, and by what. The app shows it in any case."""

    minutes_ahead: int
    by_mail: bool = True
    by_push: bool = True


STANDARD: Final = (Reminder(DAY), Reminder(HOUR))
"""The reminders of whoever has chosen none, the longest first. The function `next_reminder` has them too."""


@dataclass(frozen=True, slots=True)
class ReminderPlan:
    """What a provider has chosen; `reminders` is None for the standard ones."""

    reminders: tuple[Reminder, ...] | None = None
    follow_up_hours: int | None = None
    """How long after completion a client is mailed who has not rated; None for never."""
    daily_summary: DailySummary = "off"

    @property
    def chosen(self) -> tuple[Reminder, ...]:
        """The reminders that hold."""
        return STANDARD if self.reminders is None else self.reminders


def checked(reminders: Sequence[Reminder]) -> tuple[Reminder, ...] | None:
    """The reminders, the longest first; None where they are the standard ones.

    Raises RuleViolation for two at one time, and for one that goes by nothing.
    """
    times = {each.minutes_ahead for each in reminders}
    if len(times) < len(reminders):
        text = "Two reminders have the same time."
        raise RuleViolation(text, iv_reminders=text)
    if not all(each.by_mail or each.by_push for each in reminders):
        text = "Choose mail or push for each reminder."
        raise RuleViolation(text, iv_reminders=text)
    ordered = tuple(sorted(reminders, reverse=True))
    return None if ordered == STANDARD else ordered


def reminder_at(plan: ReminderPlan, minutes_ahead: int) -> Reminder | None:
    """The plan's reminder of that time; None where the plan has changed since it was set."""
    return next((each for each in plan.chosen if each.minutes_ahead == minutes_ahead), None)


def hours_ahead(starts_at: datetime, now: datetime) -> Literal[24, 1]:
    """What readers of before are told: an hour when no more than an hour is left, else a day."""
    return 1 if starts_at - now <= timedelta(minutes=HOUR) else 24


def is_followed_up(order: Order, now: datetime) -> bool:
    """Whether the client of an order is mailed after it: it took place, can still be rated, and they have
    neither rated it nor been asked to by the provider already.
    """
    open_until = order.rate_by
    return open_until is not None and now < open_until and order.rating_requested_at is None
