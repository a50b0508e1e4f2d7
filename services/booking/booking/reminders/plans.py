"""Reading and changing what a provider wants reminded, and the mail of the day (product.md 4.15 and 4.23)."""

from dataclasses import replace
from datetime import datetime

from chassis.db import Connection, Transaction
from contracts.zones import zone_named

from booking.day_summaries.rules import next_morning
from booking.hours.store import FIRST_TIMEZONE, hours_of
from booking.reminders.plan_store import keep_plan, lock_plan, plan_of
from booking.reminders.rules import Reminder, ReminderPlan, checked
from booking.reminders.schemas import ReminderPlanAnswer, ReminderPlanUpdate, ShownReminder
from booking.reminders.store import set_anew


async def shown_plan(tx: Connection, provider_id: str) -> ReminderPlanAnswer:
    """What holds for the provider's appointments."""
    return _answer(await plan_of(tx, provider_id), await zone_of(tx, provider_id))


async def update_plan(
    tx: Transaction, provider_id: str, wanted: ReminderPlanUpdate, now: datetime
) -> ReminderPlanAnswer:
    """Change the plan; what is left out stays. Sessions that are agreed already follow it too.

    Raises RuleViolation for reminders that cannot be.
    """
    kept, zone = await lock_plan(tx, provider_id), await zone_of(tx, provider_id)
    plan = _changed(kept.plan, wanted)
    morning = next_morning(now, zone_named(zone), kept.summarized_on)
    await keep_plan(tx, provider_id, plan, None if plan.daily_summary == "off" else morning)
    if plan.reminders != kept.plan.reminders:
        await set_anew(tx, provider_id, now)
    return _answer(plan, zone)


async def zone_of(tx: Connection, provider_id: str) -> str:
    """The zone of the provider's hours."""
    hours = await hours_of(tx, provider_id)
    return hours.timezone if hours else FIRST_TIMEZONE


def _changed(plan: ReminderPlan, wanted: ReminderPlanUpdate) -> ReminderPlan:
    if wanted.iv_reminders is not None:
        entries = [Reminder(each.minutes_ahead, each.by_mail, each.by_push) for each in wanted.iv_reminders]
        plan = replace(plan, reminders=checked(entries))
    if "iv_follow_up_hours" in wanted.model_fields_set:
        plan = replace(plan, follow_up_hours=wanted.iv_follow_up_hours)
    if wanted.iv_daily_summary is not None:
        plan = replace(plan, daily_summary=wanted.iv_daily_summary)
    return plan


def _answer(plan: ReminderPlan, timezone: str) -> ReminderPlanAnswer:
    return ReminderPlanAnswer(
        reminders=[
            ShownReminder(minutes_ahead=each.minutes_ahead, by_mail=each.by_mail, by_push=each.by_push)
            for each in plan.chosen
        ],
        follow_up_hours=plan.follow_up_hours,
        daily_summary=plan.daily_summary,
        timezone=timezone,
    )
