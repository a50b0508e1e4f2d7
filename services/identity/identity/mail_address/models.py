"""Changes of mail addresses that wait for both sides."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, Index, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from identity.declarative import Model


class MailChangeRow(Model):
    """A change of an account's address. A digest is None when its side has confirmed."""

    __tablename__ = "mail_change"

    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    new_email: Mapped[str] = mapped_column(Text)
    old_digest: Mapped[bytes | None] = mapped_column(LargeBinary, unique=True)
    """SHA-256 of the secret mailed to the present address."""
    new_digest: Mapped[bytes | None] = mapped_column(LargeBinary, unique=True)
    """SHA-256 of the secret mailed to the new one."""
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (Index("ix_mail_change_expires_at", "expires_at"),)
