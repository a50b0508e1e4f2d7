"""Other calendars of providers, and the time that they say is busy."""

from typing import Final

from sqlalchemy import (
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
)

from booking.declarative import metadata

# `url` is a secret of its owner: it is never shown whole. `check_after` is when it is read again.
external_calendar: Final = Table(
    "external_calendar",
    metadata,
    Column("calendar_id", Text, primary_key=True),
    Column("provider_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("etag", Text, nullable=False, server_default=""),
    Column("failure", Text, nullable=False, server_default=""),  # of the last reading, in words
    Column("failures", Integer, nullable=False, server_default="0"),  # in a row
    Column("checked_at", DateTime(timezone=True), nullable=False),
    Column("read_at", DateTime(timezone=True), nullable=False),  # when its busy times were written last
    Column("check_after", DateTime(timezone=True), nullable=False),
    UniqueConstraint("provider_id", "url"),
    Index("ix_external_calendar_check_after", "check_after"),
)

busy_time: Final = Table(
    "busy_time",
    metadata,
    Column(
        "calendar_id", Text, ForeignKey("external_calendar.calendar_id", ondelete="CASCADE"), primary_key=True
    ),
    Column("starts_at", DateTime(timezone=True), primary_key=True),
    Column("ends_at", DateTime(timezone=True), nullable=False),
    Column("provider_id", Text, nullable=False),
    CheckConstraint("ends_at > starts_at", name="lasts"),
    Index("ix_busy_time_provider_id_starts_at", "provider_id", "starts_at"),
)
