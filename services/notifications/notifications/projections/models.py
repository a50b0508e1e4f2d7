"""The tables of what other services own: accounts, blocks and interests. The newest revision wins."""

from datetime import datetime

from pydantic import JsonValue
from sqlalchemy import Boolean, DateTime, Index, Text, literal_column
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from notifications.declarative import ID, Model


class PersonRow(Model):
    """An account. A deleted one stays as an empty row, so that late facts cannot bring it back."""

    __tablename__ = "person"
    __table_args__ = (Index("ix_person_staff", "id", postgresql_where=literal_column("staff")),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(Text, server_default="")
    username: Mapped[str] = mapped_column(Text, server_default="")
    email: Mapped[str] = mapped_column(Text, server_default="")
    confirmed: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """Whether the mail address is confirmed (product.md 1.5)."""
    avatar: Mapped[str] = mapped_column(Text, server_default="")
    language: Mapped[str] = mapped_column(Text, server_default="english")
    """The language of mails and alerts (contracts.events.identity.Language)."""
    timezone: Mapped[str] = mapped_column(Text, server_default="")
    """The IANA zone in which it reads times; '' where no device has said one."""
    hour_cycle: Mapped[str] = mapped_column(Text, server_default="")
    """The clock on which it reads times (contracts.events.identity.HourCycle)."""
    mail_token: Mapped[str | None] = mapped_column(Text, unique=True)
    """The secret of links that the version before mails; see `former_mail_tokens`."""
    onboarded: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """A provider whose profile is complete."""
    staff: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """One of the staff of Openhours."""
    suspended: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """Suspended by the staff: it is notified only of that and of its appointments (product.md 7.4)."""
    channels: Mapped[dict[str, JsonValue]] = mapped_column(JSONB, server_default="{}")
    """Subject -> channel -> wanted; what is missing is wanted."""
    texts: Mapped[dict[str, JsonValue]] = mapped_column(JSONB, server_default="{}")
    """What a provider's clients are mailed: kind -> subject and text; what is missing is the standard. It is
    of this service alone, and here so that an event of an order reads it with both sides."""
    deleted: Mapped[bool] = mapped_column(Boolean, server_default="false")
    account_revision: Mapped[int] = mapped_column(server_default="0")
    profile_revision: Mapped[int] = mapped_column(server_default="0")
    avatar_revision: Mapped[int] = mapped_column(server_default="0")
    channels_revision: Mapped[int] = mapped_column(server_default="0")
    standing_revision: Mapped[int] = mapped_column(server_default="0")


class FormerMailTokenRow(Model):
    """The SHA-256, in hexadecimal figures, of the secret in links that were mailed before."""

    __tablename__ = "former_mail_token"
    __table_args__ = (Index("ix_former_mail_token_account_id", "account_id"),)

    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    account_id: Mapped[str] = mapped_column(ID)


class BlockRow(Model):
    """Whether one account blocks another; a lifted block stays as a row with its revision."""

    __tablename__ = "block"
    __table_args__ = (Index("ix_block_blocked_id_blocker_id", "blocked_id", "blocker_id"),)

    blocker_id: Mapped[str] = mapped_column(ID, primary_key=True)
    blocked_id: Mapped[str] = mapped_column(ID, primary_key=True)
    blocked: Mapped[bool]
    revision: Mapped[int]


class InterestRow(Model):
    """Whether an account has a provider in its circle. Distinguishes a new interest from a repeated event."""

    __tablename__ = "interest"
    __table_args__ = (
        Index("ix_interest_provider_id", "provider_id"),
        Index(
            "ix_interest_added_at",
            "added_at",
            postgresql_where=literal_column("added_at IS NOT NULL AND mailed_at IS NULL"),
        ),
    )

    account_id: Mapped[str] = mapped_column(ID, primary_key=True)
    provider_id: Mapped[str] = mapped_column(ID, primary_key=True)
    interest: Mapped[bool]
    revision: Mapped[int]
    added_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """When the provider was added; null when only a replay announced it, which is no news."""
    mailed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """When the provider was mailed about it, or would have been; null while that is to come."""
