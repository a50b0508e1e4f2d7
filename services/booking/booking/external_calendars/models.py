"""The tables of providers' other calendars, and of the time that they call busy."""

from datetime import datetime

from sqlalchemy import ARRAY, CheckConstraint, ForeignKey, Index, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model


class ExternalCalendarRow(Model):
    """A provider's other calendar. Its address is a secret of its owner, sealed and never shown whole."""

    __tablename__ = "external_calendar"
    __table_args__ = (
        CheckConstraint("num_nonnulls(url, sealed_url) = 1", name="one_address"),
        UniqueConstraint("provider_id", "url"),
        Index("ix_external_calendar_check_after", "check_after"),
    )

    calendar_id: Mapped[str] = mapped_column(primary_key=True)
    provider_id: Mapped[str]
    name: Mapped[str]
    url: Mapped[str | None]
    """The address in rows from before it was sealed; `store.seal_former_addresses` does that."""
    sealed_url: Mapped[bytes | None]
    etag: Mapped[str] = mapped_column(server_default="")
    failure: Mapped[str] = mapped_column(server_default="")
    """Why the last reading failed, in words."""
    failures: Mapped[int] = mapped_column(server_default="0")
    """How many readings in a row failed."""
    reader_kills: Mapped[int] = mapped_column(server_default="0")
    """How many of its readers it ended; see `rules.is_switched_off`."""
    checked_at: Mapped[datetime]
    read_at: Mapped[datetime]
    """When its busy times were read last."""
    check_after: Mapped[datetime]
    """When it is read again."""
    slow_readings: Mapped[int] = mapped_column(server_default="0")
    """How many readings in a row took long."""
    in_doubt: Mapped[int] = mapped_column(server_default="0")
    """Entries of the last reading of which something could not be read."""
    left_out: Mapped[int] = mapped_column(server_default="0")
    """Entries of the last reading without a time that could be read."""
    unknown_zones: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Names of zones in it that nobody knows."""


class BusyTimeRow(Model):
    """A period that an external calendar calls busy."""

    __tablename__ = "busy_time"
    __table_args__ = (
        CheckConstraint("ends_at > starts_at", name="lasts"),
        Index("ix_busy_time_provider_id_starts_at", "provider_id", "starts_at"),
    )

    calendar_id: Mapped[str] = mapped_column(
        ForeignKey("external_calendar.calendar_id", ondelete="CASCADE"), primary_key=True
    )
    starts_at: Mapped[datetime] = mapped_column(primary_key=True)
    ends_at: Mapped[datetime]
    provider_id: Mapped[str]
