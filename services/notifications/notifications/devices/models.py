"""The table of devices that take push messages."""

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, Index, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from notifications.declarative import ID, Model


class DeviceRow(Model):
    """One device of one login. A device that signs in anew moves to that login, and goes when it ends."""

    __tablename__ = "device"
    __table_args__ = (
        CheckConstraint("platform IN ('android', 'ios', 'web')", name="platform"),
        Index("ix_device_account_id", "account_id"),
        Index("ix_device_login_id", "login_id"),
    )

    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    """The SHA-256 of its token, in hexadecimal figures."""
    account_id: Mapped[str] = mapped_column(ID)
    login_id: Mapped[str] = mapped_column(Text)
    platform: Mapped[str] = mapped_column(Text)
    registered_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    sealed: Mapped[bytes] = mapped_column(LargeBinary)
    """What lets its holder push to it: its token; of a browser the endpoint of its subscription, and its two
    keys (RFC 8291).
    """
