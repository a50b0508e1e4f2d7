"""Requests to the staff."""

from datetime import datetime

from sqlalchemy import DateTime, Index, Text, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class UserRequestRow(Model):
    """A row of `user_request`."""

    __tablename__ = "user_request"
    __table_args__ = (
        Index(
            "ix_user_request_account_id", "account_id", postgresql_where=literal_column("account_id <> ''")
        ),
        Index(
            "ix_user_request_guest_answered_at",
            "answered_at",
            postgresql_where=literal_column("account_id = ''"),
        ),
        Index("ix_user_request_open", "request_id", postgresql_where=literal_column("answered_at IS NULL")),
    )

    request_id: Mapped[str] = mapped_column(Text, primary_key=True)
    account_id: Mapped[str] = mapped_column(Text)
    """'' for a guest."""
    name: Mapped[str] = mapped_column(Text)
    email: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(Text)
    topic: Mapped[str] = mapped_column(Text)
    question: Mapped[str] = mapped_column(Text)
    filed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    answer: Mapped[str] = mapped_column(Text, server_default="")
    answered_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
