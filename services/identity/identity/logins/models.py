"""Active logins, and logins that ended before their tokens expire."""

from datetime import datetime

from pydantic import JsonValue
from sqlalchemy import DateTime, ForeignKey, Index, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from identity.declarative import Model


class LoginRow(Model):
    """One sign-in on one device; its tokens carry its id. Its row is deleted when it ends."""

    __tablename__ = "login"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"))
    device: Mapped[dict[str, JsonValue]] = mapped_column(JSONB)
    """The device data sent by the client."""
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    """When its newest token expires."""

    __table_args__ = (Index("ix_login_account_id", "account_id"), Index("ix_login_expires_at", "expires_at"))


class EndedLoginRow(Model):
    """A login that ended before its tokens expire; stored until they have expired."""

    __tablename__ = "ended_login"

    login_id: Mapped[str] = mapped_column(Text, primary_key=True)
    account_id: Mapped[str] = mapped_column(Text)
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (Index("ix_ended_login_expires_at", "expires_at"),)
