"""Requests and answers about reminders (api.md 4)."""

from typing import Annotated

from contracts.rules.fields import FollowUpHours, ReminderMinutes
from contracts.rules.lists import EntryCount, JsonList
from pydantic import BaseModel, Field

from booking.day_summaries.rules import DailySummary
from booking.reminders.rules import MOST_REMINDERS


class WantedReminder(BaseModel):
    """A reminder of each session; the app shows it in any case."""

    minutes_ahead: ReminderMinutes
    by_mail: bool = True
    by_push: bool = True


class ReminderPlanUpdate(BaseModel):
    """What is left out stays. No reminders: none are sent. `iv_follow_up_hours` is '' for no follow-up."""

    iv_reminders: Annotated[JsonList[WantedReminder], EntryCount(0, MOST_REMINDERS)] | None = None
    iv_follow_up_hours: FollowUpHours = Field(default=None, validate_default=False)
    iv_daily_summary: DailySummary | None = None


class ShownReminder(BaseModel):
    """A reminder that holds."""

    minutes_ahead: int
    by_mail: bool
    by_push: bool


class ReminderPlanAnswer(BaseModel):
    """What holds for the caller's appointments."""

    reminders: list[ShownReminder]
    follow_up_hours: int | None
    """How long after completion a client is mailed who has not rated; null for never."""
    daily_summary: DailySummary
    timezone: str
    """The zone in whose mornings the mail of the day comes."""
