"""Counted attempts on one subject, and mails to it, in the last day."""

from datetime import datetime

from sqlalchemy import BigInteger, DateTime, Identity, Index, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from identity.declarative import Model


class AttemptRow(Model):
    """One countable attempt. The subject (an address, an account) is stored as a digest only."""

    __tablename__ = "attempt"

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    kind: Mapped[str] = mapped_column(Text)
    subject: Mapped[bytes] = mapped_column(LargeBinary)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        Index("ix_attempt_kind_subject_at", "kind", "subject", "at"),
        Index("ix_attempt_at", "at"),
    )
