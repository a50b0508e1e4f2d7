"""Authenticator apps and recovery codes."""

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from identity.declarative import Model


class AuthenticatorAppRow(Model):
    """The secret that an account shares with an authenticator app, encrypted (RFC 6238)."""

    __tablename__ = "authenticator_app"

    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The secret that holds; None before the first code of it."""
    waiting: Mapped[bytes | None] = mapped_column(LargeBinary)
    """A new secret, until its first code."""
    last_step: Mapped[int] = mapped_column(BigInteger, server_default="0")
    """The time step of the newest code that was used: that one and those before are refused."""


class RecoveryCodeRow(Model):
    """A recovery code that nobody has used yet."""

    __tablename__ = "recovery_code"

    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """SHA-256 of the code: it has 120 random bits (NIST SP 800-63B-4, 3.1.2.2)."""
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"))

    __table_args__ = (Index("ix_recovery_code_account_id", "account_id"),)
