"""The table of devices that take push messages."""

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from notifications.declarative import ID, Model


class PushTokenRow(Model):
    """One device of one login. A device that signs in anew moves to that login, and goes when it ends.

    A browser's `token` is the endpoint of its subscription, which has two keys (RFC 8291); phones have none.
    """

    __tablename__ = "push_token"
    __table_args__ = (
        CheckConstraint("platform IN ('android', 'ios', 'web')", name="platform"),
        CheckConstraint(
            "num_nonnulls(p256dh, auth) = 0 OR num_nonnulls(p256dh, auth) = 2 AND platform = 'web'",
            name="subscription",
        ),
        Index("ix_push_token_account_id", "account_id"),
        Index("ix_push_token_login_id", "login_id"),
    )

    token: Mapped[str] = mapped_column(Text, primary_key=True)
    account_id: Mapped[str] = mapped_column(ID)
    login_id: Mapped[str] = mapped_column(Text)
    platform: Mapped[str] = mapped_column(Text)
    registered_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    p256dh: Mapped[str | None] = mapped_column(Text)
    auth: Mapped[str | None] = mapped_column(Text)
