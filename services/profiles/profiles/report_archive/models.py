"""The tables of the archive. The serving role adds rows and reads none (migration 0012)."""

from datetime import datetime

from chassis.database_roles import ADD_ONLY
from pydantic import JsonValue
from sqlalchemy import BigInteger, DateTime, Identity, Index, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model

_IN_ARCHIVE = {"schema": "archive", "info": {ADD_ONLY: True}}


class ArchivedReportRow(Model):
    """A report as it was when one of its two accounts went. It is here twice when both went."""

    __tablename__ = "archived_report"
    __table_args__ = (
        Index("ix_archived_report_report_id", "report_id"),
        Index("ix_archived_report_reporter_id", "reporter_id"),
        Index("ix_archived_report_reported_id", "reported_id"),
        Index("ix_archived_report_keep_until", "keep_until"),
        _IN_ARCHIVE,
    )

    entry_id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    report_id: Mapped[str] = mapped_column(Text)
    reporter_id: Mapped[str] = mapped_column(Text)
    reported_id: Mapped[str] = mapped_column(Text)
    report_type: Mapped[str] = mapped_column(Text)
    issue_id: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text)
    details: Mapped[str] = mapped_column(Text)
    additional: Mapped[str] = mapped_column(Text)
    filed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    status: Mapped[str] = mapped_column(Text)
    action: Mapped[str] = mapped_column(Text)
    closed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    evidence: Mapped[dict[str, JsonValue] | None] = mapped_column(JSONB)
    """Without the name of the reporter."""
    gone_id: Mapped[str] = mapped_column(Text)
    """The account that went: the reporter or the reported one."""
    username_digest: Mapped[str] = mapped_column(Text)
    """Of the reported account when it went, as `former_username` has it; '' else."""
    archived_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    keep_until: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class LateEvidenceRow(Model):
    """Evidence that was told when its report had gone to the archive already."""

    __tablename__ = "late_evidence"
    __table_args__ = (
        Index("ix_late_evidence_report_id", "report_id"),
        Index("ix_late_evidence_keep_until", "keep_until"),
        _IN_ARCHIVE,
    )

    entry_id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    report_id: Mapped[str] = mapped_column(Text)
    evidence: Mapped[dict[str, JsonValue]] = mapped_column(JSONB)
    archived_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    keep_until: Mapped[datetime] = mapped_column(DateTime(timezone=True))
