"""What this service knows of accounts: projections of other services' facts, newest revision wins."""

from sqlalchemy import Boolean, Double, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from feed.declarative import ID, Model


class AuthorRow(Model):
    """An account as a card shows it. A deleted one stays as an empty row: late facts cannot bring it back."""

    __tablename__ = "author"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(Text, server_default="")
    username: Mapped[str] = mapped_column(Text, server_default="")
    avatar: Mapped[str] = mapped_column(Text, server_default="")
    expertise: Mapped[str] = mapped_column(Text, server_default="")
    category: Mapped[str] = mapped_column(Text, server_default="")
    provider: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """The profile is complete: this account may post."""
    confirmed: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """Whether the mail address is confirmed (product.md 1.5)."""
    verified: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """manual_verification of a card."""
    rating: Mapped[float] = mapped_column(Double, server_default="0")
    reviews: Mapped[int] = mapped_column(server_default="0")
    deleted: Mapped[bool] = mapped_column(Boolean, server_default="false")
    suspended: Mapped[bool] = mapped_column(Boolean, server_default="false")
    standing_revision: Mapped[int] = mapped_column(server_default="0")
    account_revision: Mapped[int] = mapped_column(server_default="0")
    profile_revision: Mapped[int] = mapped_column(server_default="0")
    avatar_revision: Mapped[int] = mapped_column(server_default="0")
    rating_revision: Mapped[int] = mapped_column(server_default="0")


class CircleRow(Model):
    """Whether an account holds a provider in its circle, and trusts it."""

    __tablename__ = "circle"
    __table_args__ = (Index("ix_circle_provider_id", "provider_id"),)

    account_id: Mapped[str] = mapped_column(ID, primary_key=True)
    provider_id: Mapped[str] = mapped_column(ID, primary_key=True)
    interest: Mapped[bool]
    trusted: Mapped[bool]
    revision: Mapped[int]


class BlockRow(Model):
    """Whether one account blocks another; a lifted block stays as a row with its revision."""

    __tablename__ = "block"
    __table_args__ = (Index("ix_block_blocked_id_blocker_id", "blocked_id", "blocker_id"),)

    blocker_id: Mapped[str] = mapped_column(ID, primary_key=True)
    blocked_id: Mapped[str] = mapped_column(ID, primary_key=True)
    blocked: Mapped[bool]
    revision: Mapped[int]


class CompletedPairRow(Model):
    """A client who had a completed session with a provider, and so may comment."""

    __tablename__ = "completed_pair"
    __table_args__ = (Index("ix_completed_pair_client_id", "client_id"),)

    provider_id: Mapped[str] = mapped_column(ID, primary_key=True)
    client_id: Mapped[str] = mapped_column(ID, primary_key=True)
