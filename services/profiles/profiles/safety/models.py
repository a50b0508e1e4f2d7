"""Blocks, reports, and the appointments that may be reported."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Index,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from profiles.model import metadata

# A lifted block stays as a row, so that its revision counts on.
block: Final = Table(
    "block",
    metadata,
    Column("blocker_id", Text, primary_key=True),
    Column("blocked_id", Text, primary_key=True),
    Column("blocked", Boolean, nullable=False),
    Column("changed_at", DateTime(timezone=True), nullable=False),
    Column("revision", BigInteger, nullable=False),
    CheckConstraint("blocker_id <> blocked_id", name="not_own"),
    Index("ix_block_blocked_id", "blocked_id"),
)

report: Final = Table(
    "report",
    metadata,
    Column("report_id", Text, primary_key=True),
    Column("reporter_id", Text, nullable=False),
    Column("reported_id", Text, nullable=False),
    Column("report_type", Text, nullable=False),
    Column("issue_id", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("details", Text, nullable=False),
    Column("additional", Text, nullable=False),
    Column("filed_at", DateTime(timezone=True), nullable=False),
    Column("status", Text, nullable=False, server_default="open"),
    Column("action", Text, nullable=False, server_default=""),  # what the staff decided; '' while it is open
    Column("closed_at", DateTime(timezone=True)),
    Column("evidence", JSONB),  # null until the service that owns the thing has told; {} when there is none
    UniqueConstraint("reporter_id", "reported_id", "report_type", "issue_id", "title", name="uq_report_once"),
    CheckConstraint("report_type IN ('posts', 'appointments', 'messages')", name="type"),
    CheckConstraint("status IN ('open', 'closed')", name="status"),
    CheckConstraint("(status = 'closed') = (closed_at IS NOT NULL)", name="closed"),
    CheckConstraint("reporter_id <> reported_id", name="not_own"),
    Index("ix_report_reported_id", "reported_id"),
    Index("ix_report_open", "report_id", postgresql_where=text("status = 'open'")),
    Index("ix_report_issue", "report_type", "issue_id"),
    Index("ix_report_type", "report_type", "status", "report_id"),
)

# Booking's orders, as far as it matters who met whom. `client_id` is '' for a guest.
appointment: Final = Table(
    "appointment",
    metadata,
    Column("order_id", Text, primary_key=True),
    Column("provider_id", Text, nullable=False),
    Column("client_id", Text, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Index("ix_appointment_provider_id", "provider_id"),
    Index("ix_appointment_client_id", "client_id"),
)
