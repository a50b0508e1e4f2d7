"""The tables of what providers want reminded, and of follow-ups that wait."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import CheckConstraint, Index, SmallInteger, literal_column
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model


class ReminderPlanRow(Model):
    """What a provider has chosen; a provider without a row has the standard (product.md 4.15).

    The database's function `next_reminder` reads `reminders` wherever a session's next one is set.
    """

    __tablename__ = "reminder_plan"
    __table_args__ = (
        CheckConstraint("daily_summary IN ('off', 'busy_days', 'every_day')", name="daily_summary"),
        CheckConstraint("(summary_at IS NULL) = (daily_summary = 'off')", name="summary_at"),
        Index(
            "ix_reminder_plan_summary_at",
            "summary_at",
            postgresql_where=literal_column("summary_at IS NOT NULL"),
        ),
    )

    provider_id: Mapped[str] = mapped_column(primary_key=True)
    reminders: Mapped[list[list[Any]] | None] = mapped_column(JSONB)
    """[minutes ahead, by mail, by push] each, the longest first; null for the standard ones."""
    follow_up_hours: Mapped[int | None] = mapped_column(SmallInteger)
    """How long after completion the client is mailed; null for never."""
    daily_summary: Mapped[str] = mapped_column(server_default="off")
    summary_at: Mapped[datetime | None]
    """When the next mail of a day is due; null where none is wanted."""
    summarized_on: Mapped[date | None]
    """The newest local day whose mail was due: no day has a second one."""


class FollowUpRow(Model):
    """A completed order whose client is mailed later."""

    __tablename__ = "follow_up"
    __table_args__ = (Index("ix_follow_up_due_at", "due_at"),)

    order_id: Mapped[str] = mapped_column(primary_key=True)
    due_at: Mapped[datetime]
