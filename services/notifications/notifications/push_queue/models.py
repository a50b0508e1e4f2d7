"""Devices that take push messages, and the queue of those messages."""

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, Text, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from notifications.declarative import ID, Model

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
    """An alert or a message to be shown on one device, for the account that it was for; the row goes when it
    is done, and with the device, the alert or the message.
    """

    __tablename__ = "push_note"
    __table_args__ = (
        UniqueConstraint("alert_id", "token"),
        UniqueConstraint("message_id", "token"),
        CheckConstraint("num_nonnulls(alert_id, message_id) = 1", name="one_subject"),
        Index("ix_push_note_next_attempt_at", "next_attempt_at"),
        Index("ix_push_note_token", "token"),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(ID)
    token: Mapped[str] = mapped_column(Text, ForeignKey("push_token.token", ondelete="CASCADE"))
    alert_id: Mapped[str | None] = mapped_column(ID, ForeignKey("alert.id", ondelete="CASCADE"))
    message_id: Mapped[str | None] = mapped_column(ID, ForeignKey("message.id", ondelete="CASCADE"))
    attempts: Mapped[int] = mapped_column(server_default="0")
    next_attempt_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
