"""Passkeys, and the challenges that wait for one (or for a code)."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, DateTime, ForeignKey, Index, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from identity.declarative import Model


class PasskeyRow(Model):
    """A WebAuthn credential of an account: only its public key is stored."""

    __tablename__ = "passkey"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"))
    credential_id: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    """How often it has signed, as far as its authenticator counts: a copy counts on its own."""
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    last_used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    __table_args__ = (Index("ix_passkey_account_id", "account_id"),)


class ChallengeRow(Model):
    """Something that was begun and waits for a factor. Whoever has its secret may finish it, once."""

    __tablename__ = "challenge"

    digest: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    """SHA-256 of the secret."""
    purpose: Mapped[str] = mapped_column(Text)
    account_id: Mapped[str | None] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"))
    """Whose factor it waits for; None where the passkey says it."""
    login_id: Mapped[str] = mapped_column(Text)
    """The login that it was begun with; '' for none."""
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        CheckConstraint(
            "purpose IN ('second_step', 'passkey_sign_in', 'add_passkey', 'step_up')", name="purpose"
        ),
        Index("ix_challenge_account_id", "account_id"),
        Index("ix_challenge_expires_at", "expires_at"),
    )
