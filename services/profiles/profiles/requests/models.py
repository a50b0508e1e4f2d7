"""Requests to the staff."""

from typing import Final

from sqlalchemy import Column, DateTime, Index, Table, Text, text

from profiles.model import metadata

user_request: Final = Table(
    "user_request",
    metadata,
    Column("request_id", Text, primary_key=True),
    Column("account_id", Text, nullable=False),  # '' for a guest
    Column("name", Text, nullable=False),
    Column("email", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("topic", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("filed_at", DateTime(timezone=True), nullable=False),
    Column("answer", Text, nullable=False, server_default=""),
    Column("answered_at", DateTime(timezone=True)),
    Index("ix_user_request_account_id", "account_id", postgresql_where=text("account_id <> ''")),
    Index("ix_user_request_open", "request_id", postgresql_where=text("answered_at IS NULL")),
)
