"""Projections of what other services own. The newest revision wins, whatever the order of arrival."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, DateTime, Index, Integer, SmallInteger, Table, Text, text

from booking.declarative import metadata

# An account as identity and profiles tell of it; `revision` is identity's, `avatar_revision` profiles'.
account: Final = Table(
    "account",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("name", Text, nullable=False, server_default=""),
    Column("email", Text, nullable=False, server_default=""),
    Column("username", Text, nullable=False, server_default=""),
    Column("avatar", Text, nullable=False, server_default=""),
    Column("deleted", Boolean, nullable=False, server_default=text("false")),
    Column("revision", Integer, nullable=False, server_default=text("-1")),
    Column("avatar_revision", Integer, nullable=False, server_default=text("-1")),
    Column("suspended", Boolean, nullable=False, server_default=text("false")),
    Column("standing_revision", BigInteger, nullable=False, server_default=text("0")),
)

provider: Final = Table(
    "provider",
    metadata,
    Column("provider_id", Text, primary_key=True),
    Column("completed", Boolean, nullable=False),
    Column("expertise", Text, nullable=False),
    Column("currency", Text, nullable=False),  # 'EUR-DE'
    Column("delivery_mode", Text, nullable=False),
    Column("location_address", Text, nullable=False),
    Column("timezone", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("suspended", Boolean, nullable=False, server_default=text("false")),  # as its account
)

service: Final = Table(
    "service",
    metadata,
    Column("service_id", Text, primary_key=True),
    Column("provider_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("minutes", Integer, nullable=False),
    Column("cost_minor", BigInteger, nullable=False),
    Column("currency", Text, nullable=False),
    Column("delivery_mode", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Index("ix_service_provider_id", "provider_id"),
)

block: Final = Table(
    "block",
    metadata,
    Column("blocker_id", Text, primary_key=True),
    Column("blocked_id", Text, primary_key=True),
    Column("blocked", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
)

# A guest who was mailed a code. `code_hash` is SHA-256, hex, of '<guest_id>:<code>'.
guest: Final = Table(
    "guest",
    metadata,
    Column("guest_id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("email", Text, nullable=False),
    Column("code_hash", Text, nullable=False),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    Column("tries", SmallInteger, nullable=False, server_default=text("0")),
    Index("ix_guest_expires_at", "expires_at"),
)
