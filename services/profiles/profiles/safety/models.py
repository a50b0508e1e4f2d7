"""Blocks, reports, and the appointments that may be reported."""

from datetime import datetime

from contracts.rules.options import REPORT_TYPES
from pydantic import JsonValue
from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    DateTime,
    Index,
    Text,
    UniqueConstraint,
    literal_column,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class BlockRow(Model):
    """A lifted block stays as a row, so that its revision counts on."""

    __tablename__ = "block"
    __table_args__ = (
        CheckConstraint("blocker_id <> blocked_id", name="not_own"),
        Index("ix_block_blocked_id", "blocked_id"),
    )

    blocker_id: Mapped[str] = mapped_column(Text, primary_key=True)
    blocked_id: Mapped[str] = mapped_column(Text, primary_key=True)
    blocked: Mapped[bool] = mapped_column(Boolean)
    changed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    revision: Mapped[int] = mapped_column(BigInteger)


class ReportRow(Model):
    """A row of `report`."""

    __tablename__ = "report"
    __table_args__ = (
        UniqueConstraint(
            "reporter_id", "reported_id", "report_type", "issue_id", "title", name="uq_report_once"
        ),
        CheckConstraint(f"report_type IN {REPORT_TYPES}", name="type"),
        CheckConstraint("status IN ('open', 'closed')", name="status"),
        CheckConstraint("(status = 'closed') = (closed_at IS NOT NULL)", name="closed"),
        CheckConstraint("reporter_id <> reported_id", name="not_own"),
        Index("ix_report_reported_id", "reported_id"),
        Index("ix_report_open", "report_id", postgresql_where=literal_column("status = 'open'")),
        Index("ix_report_issue", "report_type", "issue_id"),
        Index("ix_report_type", "report_type", "status", "report_id"),
    )

    report_id: Mapped[str] = mapped_column(Text, primary_key=True)
    reporter_id: Mapped[str] = mapped_column(Text)
    reported_id: Mapped[str] = mapped_column(Text)
    report_type: Mapped[str] = mapped_column(Text)
    issue_id: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text)
    details: Mapped[str] = mapped_column(Text)
    additional: Mapped[str] = mapped_column(Text)
    filed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    status: Mapped[str] = mapped_column(Text, server_default="open")
    action: Mapped[str] = mapped_column(Text, server_default="")
    """What the staff decided; '' while it is open."""
    closed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    evidence: Mapped[dict[str, JsonValue] | None] = mapped_column(JSONB)
    """Null until the owning service has published it; {} when there is none."""
