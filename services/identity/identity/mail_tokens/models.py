"""The secrets of mailed links, stored as digests only, and the reset requests that wait for their mail."""

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from identity.declarative import Model


class MailTokenRow(Model):
    """A mailed link: the holder of its secret may confirm the address, or set a new password once."""

    __tablename__ = "mail_link"

    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """SHA-256 of the secret."""
    purpose: Mapped[str] = mapped_column(Text)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        CheckConstraint("purpose IN ('confirm', 'reset')", name="purpose"),
        Index("ix_mail_link_account_id_purpose", "account_id", "purpose"),
        Index("ix_mail_link_expires_at", "expires_at"),
    )


class ResetRequestRow(Model):
    """Somebody typed this address into 'forgot password'. Rows are deleted within seconds, mailed or not."""

    __tablename__ = "reset_wish"

    email: Mapped[str] = mapped_column(Text, primary_key=True)
    wished_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
