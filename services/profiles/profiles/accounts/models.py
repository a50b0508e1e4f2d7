"""Accounts as identity tells of them. A deleted one stays as a bare mark, so that no late news revives it."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, DateTime, Index, Table, Text, func, text

from profiles.model import metadata

account: Final = Table(
    "account",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("name", Text, nullable=False, server_default=""),
    Column("username", Text, nullable=False, server_default=""),
    Column("email", Text, nullable=False, server_default=""),
    Column("verified", Boolean, nullable=False, server_default=text("false")),
    Column("created_at", DateTime(timezone=True)),
    Column("deleted", Boolean, nullable=False, server_default=text("false")),
    Column("revision", BigInteger, nullable=False, server_default=text("-1")),
)
Index(
    "ix_account_lower_username",
    func.lower(account.c.username),
    postgresql_where=text("username <> ''"),
)
