"""The codes of the mails that ask for a confirmation, as digests."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, Index, LargeBinary, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from identity.declarative import Model


class ConfirmationCodeRow(Model):
    """The code that was mailed last to an account whose address is not confirmed."""

    __tablename__ = "confirmation_code"
    __table_args__ = (Index("ix_confirmation_code_expires_at", "expires_at"),)

    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[bytes] = mapped_column(LargeBinary)
    """SHA-256 of '<account_id>:<code>'."""
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    tries: Mapped[int] = mapped_column(SmallInteger, server_default="0")
