"""Devices that take push messages, and the queue of those messages."""

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from notifications.model import ID, Model

PLATFORMS = ("android", "ios", "web")


class PushToken(Model):
    """One device of one login; a device that signs in anew moves to that login, and goes when it ends."""

    __tablename__ = "push_token"
    __table_args__ = (
        CheckConstraint("platform IN ('android', 'ios', 'web')", name="platform"),
        Index("ix_push_token_account_id", "account_id"),
        Index("ix_push_token_login_id", "login_id"),
    )

    token: Mapped[str] = mapped_column(Text, primary_key=True)
    account_id: Mapped[str] = mapped_column(ID)
    login_id: Mapped[str] = mapped_column(Text)
    platform: Mapped[str] = mapped_column(Text)
    registered_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class Push(Model):
    """A push message to be handed to the sender at least once; the row goes when it is done."""

    __tablename__ = "push"
    __table_args__ = (Index("ix_push_next_attempt_at", "next_attempt_at"),)

    alert_id: Mapped[str] = mapped_column(ID, ForeignKey("alert.id", ondelete="CASCADE"), primary_key=True)
    attempts: Mapped[int] = mapped_column(server_default="0")
    next_attempt_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
