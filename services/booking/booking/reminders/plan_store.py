"""What providers have chosen of reminders, follow-ups and the mail of the day, in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import Select, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert

from booking.day_summaries.rules import DailySummary
from booking.reminder_plans.models import ReminderPlanRow
from booking.reminders.rules import Reminder, ReminderPlan


@dataclass(frozen=True, slots=True)
class KeptPlan:
    """A provider's plan, and the newest local day whose mail was due."""

    plan: ReminderPlan
    summarized_on: date | None = None


@dataclass(frozen=True, slots=True)
class _Row:
    reminders: list[list[Any]] | None
    follow_up_hours: int | None
    daily_summary: DailySummary
    summarized_on: date | None


_of_provider = ReminderPlanRow.provider_id == bindparam("provider_id")


def _plan() -> Select[*tuple[Any, ...]]:
    return select(
        ReminderPlanRow.reminders,
        ReminderPlanRow.follow_up_hours,
        ReminderPlanRow.daily_summary,
        ReminderPlanRow.summarized_on,
    ).where(_of_provider)


FIND: Final = Statement(_plan(), into=_Row)
LOCK: Final = Statement(_plan().with_for_update(), into=_Row)
_CHOSEN: Final = ("reminders", "follow_up_hours", "daily_summary", "summary_at")
_arriving = insert(ReminderPlanRow).values(params("provider_id", *_CHOSEN))
KEEP: Final = Statement(
    _arriving.on_conflict_do_update(
        index_elements=[ReminderPlanRow.provider_id],
        set_={name: _arriving.excluded[name] for name in _CHOSEN},
    )
)
ERASE: Final = Statement(delete(ReminderPlanRow).where(_of_provider))


async def plan_of(tx: Connection, provider_id: str) -> ReminderPlan:
    """The provider's plan; the standard where none was chosen."""
    row = await FIND.one(tx, provider_id=provider_id)
    return ReminderPlan() if row is None else _kept(row).plan


async def lock_plan(tx: Transaction, provider_id: str) -> KeptPlan:
    """The same, which nobody else changes until the transaction ends, with the day of the newest mail."""
    row = await LOCK.one(tx, provider_id=provider_id)
    return KeptPlan(ReminderPlan()) if row is None else _kept(row)


async def keep_plan(
    tx: Transaction, provider_id: str, plan: ReminderPlan, summary_at: datetime | None
) -> None:
    """Store the plan; `summary_at` is when the next mail of a day is due, None where none is wanted."""
    await KEEP.run(
        tx,
        provider_id=provider_id,
        reminders=None if plan.reminders is None else [list(each) for each in plan.reminders],
        follow_up_hours=plan.follow_up_hours,
        daily_summary=plan.daily_summary,
        summary_at=summary_at,
    )


async def erase_plan(tx: Transaction, provider_id: str) -> None:
    """Forget what the account has chosen."""
    await ERASE.run(tx, provider_id=provider_id)


def reminders_from(stored: Sequence[Sequence[Any]] | None) -> tuple[Reminder, ...] | None:
    """The reminders of a row; None for the standard ones."""
    return None if stored is None else tuple(Reminder(*each) for each in stored)


def _kept(row: _Row) -> KeptPlan:
    plan = ReminderPlan(reminders_from(row.reminders), row.follow_up_hours, row.daily_summary)
    return KeptPlan(plan, row.summarized_on)
