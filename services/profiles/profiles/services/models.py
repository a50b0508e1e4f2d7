"""Services. A deleted one stays without its texts, so that its end can be told again."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    DateTime,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    func,
    text,
)

from profiles.model import metadata

service: Final = Table(
    "service",
    metadata,
    Column("service_id", Text, primary_key=True),
    Column("provider_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("duration_minutes", Integer, nullable=False),
    Column("cost_minor", BigInteger, nullable=False),
    Column("currency", Text, nullable=False),  # 'EUR-DE'
    Column("minor_digits", SmallInteger, nullable=False),  # decimal digits of the currency
    Column("delivery_mode", Text, nullable=False),
    Column("brief", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("revision", BigInteger, nullable=False),
    CheckConstraint("status IN ('active', 'archived', 'deleted')", name="status"),
    CheckConstraint("duration_minutes BETWEEN 5 AND 1435", name="duration"),
    CheckConstraint("cost_minor >= 0", name="cost"),
    CheckConstraint("delivery_mode IN ('in-person', 'remote', 'hybrid')", name="delivery_mode"),
    Index(
        "ix_service_provider_id_service_id",
        "provider_id",
        "service_id",
        postgresql_where=text("status <> 'deleted'"),
    ),
)
