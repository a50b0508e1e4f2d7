"""The table of messages that wait to be pushed."""

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, Text, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from notifications.declarative import ID, Model


class PushRow(Model):
    """An alert or a message to be shown on one device, for the account that it was for.

    The row goes when it is pushed or given up, and with the device, the alert or the message.
    """

    __tablename__ = "device_push"
    __table_args__ = (
        UniqueConstraint("alert_id", "digest"),
        UniqueConstraint("message_id", "digest"),
        CheckConstraint("num_nonnulls(alert_id, message_id) = 1", name="one_subject"),
        Index("ix_device_push_next_attempt_at", "next_attempt_at"),
        Index("ix_device_push_digest", "digest"),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(ID)
    digest: Mapped[str] = mapped_column(Text, ForeignKey("device.digest", ondelete="CASCADE"))
    alert_id: Mapped[str | None] = mapped_column(ID, ForeignKey("alert.id", ondelete="CASCADE"))
    message_id: Mapped[str | None] = mapped_column(ID, ForeignKey("message.id", ondelete="CASCADE"))
    attempts: Mapped[int] = mapped_column(server_default="0")
    next_attempt_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
