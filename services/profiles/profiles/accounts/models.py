"""Accounts as identity tells of them, and their standing with the staff.

A deleted one stays as a bare mark, so that no late news revives it.
"""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Computed, DateTime, Index, Table, Text, func, text

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
    Column("staff", Boolean, nullable=False, server_default=text("false")),
    Column("suspended_at", DateTime(timezone=True)),  # null: in good standing
    Column("standing_revision", BigInteger, nullable=False, server_default=text("0")),
    Column("lookup", Text, Computed("lower(name || ' ' || username || ' ' || email)", persisted=True)),
)
Index(
    "ix_account_lower_username",
    func.lower(account.c.username),
    postgresql_where=text("username <> ''"),
)
Index(
    "ix_account_lookup",
    account.c.lookup,
    postgresql_using="gin",
    postgresql_ops={"lookup": "gin_trgm_ops"},
    postgresql_where=text("NOT deleted"),
)
Index(
    "ix_account_suspended_at",
    account.c.suspended_at.desc(),
    postgresql_where=text("suspended_at IS NOT NULL"),
)
