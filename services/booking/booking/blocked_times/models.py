"""The tables of blocked time."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model


class TimeBlockRow(Model):
    """Time that a provider blocks, as it was entered: on a day of the provider's clock."""

    __tablename__ = "time_block"
    __table_args__ = (
        CheckConstraint("repeat IN ('', 'daily', 'weekly')", name="repeat"),
        CheckConstraint("end_minute > start_minute", name="lasts"),
        Index("ix_time_block_provider_id", "provider_id"),
    )

    block_id: Mapped[str] = mapped_column(primary_key=True)
    provider_id: Mapped[str]
    day: Mapped[date]
    start_minute: Mapped[int] = mapped_column(SmallInteger)
    end_minute: Mapped[int] = mapped_column(SmallInteger)
    repeat: Mapped[str]
    until: Mapped[date | None]
    note: Mapped[str]
    """For the provider alone."""
    ends_at: Mapped[datetime]
    """When its last period ends."""


class BlockedTimeRow(Model):
    """One period of a block: no session of its provider may meet it."""

    __tablename__ = "blocked_time"
    __table_args__ = (
        CheckConstraint("ends_at > starts_at", name="lasts"),
        Index("ix_blocked_time_provider_id_ends_at", "provider_id", "ends_at"),
    )

    block_id: Mapped[str] = mapped_column(
        ForeignKey("time_block.block_id", ondelete="CASCADE"), primary_key=True
    )
    starts_at: Mapped[datetime] = mapped_column(primary_key=True)
    ends_at: Mapped[datetime]
    provider_id: Mapped[str]
