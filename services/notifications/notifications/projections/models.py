"""What this service knows of accounts: a projection of other services' facts, newest revision wins."""

from pydantic import JsonValue
from sqlalchemy import Boolean, Index, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from notifications.declarative import ID, Model


class Person(Model):
    """An account. A deleted one stays as an empty row, so that late facts cannot bring it back."""

    __tablename__ = "person"
    __table_args__ = (Index("ix_person_staff", "id", postgresql_where=text("staff")),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(Text, server_default="")
    username: Mapped[str] = mapped_column(Text, server_default="")
    email: Mapped[str] = mapped_column(Text, server_default="")
    avatar: Mapped[str] = mapped_column(Text, server_default="")
    language: Mapped[str] = mapped_column(Text, server_default="english")
    """In which mails and alerts are written (contracts.events.identity.Language)."""
    mail_token: Mapped[str | None] = mapped_column(Text, unique=True)
    """The secret of the links by which the account's owner stops mails; made with the first such mail."""
    onboarded: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    """A provider whose profile is complete."""
    staff: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    """One of the people who run the house."""
    suspended: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    """By the staff: it cannot sign in, and hears of nothing but that and its appointments."""
    channels: Mapped[dict[str, JsonValue]] = mapped_column(JSONB, server_default="{}")
    """Kind of news -> channel -> wanted; what is missing is wanted."""
    deleted: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    account_revision: Mapped[int] = mapped_column(server_default="0")
    profile_revision: Mapped[int] = mapped_column(server_default="0")
    avatar_revision: Mapped[int] = mapped_column(server_default="0")
    channels_revision: Mapped[int] = mapped_column(server_default="0")
    standing_revision: Mapped[int] = mapped_column(server_default="0")


class Block(Model):
    """Whether one account blocks another; a lifted block stays as a row with its revision."""

    __tablename__ = "block"
    __table_args__ = (Index("ix_block_blocked_id_blocker_id", "blocked_id", "blocker_id"),)

    blocker_id: Mapped[str] = mapped_column(ID, primary_key=True)
    blocked_id: Mapped[str] = mapped_column(ID, primary_key=True)
    blocked: Mapped[bool]
    revision: Mapped[int]


class Interest(Model):
    """Whether an account holds a provider in its circle; tells a new interest from a repeated fact."""

    __tablename__ = "interest"
    __table_args__ = (Index("ix_interest_provider_id", "provider_id"),)

    account_id: Mapped[str] = mapped_column(ID, primary_key=True)
    provider_id: Mapped[str] = mapped_column(ID, primary_key=True)
    interest: Mapped[bool]
    revision: Mapped[int]
