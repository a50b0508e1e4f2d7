"""Tries of passwords, and the networks and devices from which accounts signed in."""

from datetime import datetime

from sqlalchemy import Boolean, DateTime, ForeignKey, Index, Integer, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from identity.declarative import Model


class PasswordTriesRow(Model):
    """The wrong passwords on one address from one source. Both are stored as digests only."""

    __tablename__ = "password_tries"

    subject: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    source: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """A network, a device, or all that are strange to the account."""
    tries: Mapped[int] = mapped_column(Integer)
    waits_until: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    """Before this instant no further password is looked at."""
    counted_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    allowed: Mapped[bool] = mapped_column(Boolean)
    """Whether the newest try was looked at."""

    __table_args__ = (Index("ix_password_tries_counted_at", "counted_at"),)


class KnownSourceRow(Model):
    """A device or network from which somebody signed in to an account. Stored as a digest only."""

    __tablename__ = "known_source"

    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    source: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    used_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (Index("ix_known_source_used_at", "used_at"),)
