"""Active logins, and logins that ended before their tokens expire."""

from datetime import datetime

from pydantic import JsonValue
from sqlalchemy import DateTime, ForeignKey, Index, Integer, LargeBinary, Text, text
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
    generation: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    """Of its newest tokens; each refresh begins a new one."""
    rotations: Mapped[list[list[float]]] = mapped_column(JSONB, server_default=text("'[]'"))
    """The newest refreshes (`identity.logins.rules.Rotation`), oldest first."""
    replaced_expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """When the last of its replaced tokens expires."""
    cookie_digest: Mapped[str] = mapped_column(Text, server_default=text("''"))
    """Of the cookie that its tokens are bound to; '' for none."""
    timezone: Mapped[str] = mapped_column(Text, server_default=text("''"))
    """The zone that its device said last; '' for none."""
    last_used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """Its last refresh; None before the first."""
    second_factor: Mapped[bool] = mapped_column(server_default="false")
    """Whether two factors have shown whose login it is."""

    __table_args__ = (
        Index("ix_login_account_id", "account_id"),
        Index("ix_login_expires_at", "expires_at"),
        Index("ix_login_replaced_expires_at", "replaced_expires_at"),
    )


class KnownDeviceRow(Model):
    """A kind of device with which an account has signed in: a login on another one is told to its owner."""

    __tablename__ = "known_device"

    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """SHA-256 of what a login says of its device: browser, system and zone."""


class EndedLoginRow(Model):
    """A login that ended before its tokens expire; stored until they have expired."""

    __tablename__ = "ended_login"

    login_id: Mapped[str] = mapped_column(Text, primary_key=True)
    account_id: Mapped[str] = mapped_column(Text)
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (Index("ix_ended_login_expires_at", "expires_at"),)
