"""Who holds whom in their circle. A removed interest stays as a row, so that its revision counts on."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, DateTime, Index, Table, Text, text

from profiles.model import metadata

interest: Final = Table(
    "interest",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("provider_id", Text, primary_key=True),
    Column("interest", Boolean, nullable=False),
    Column("trusted", Boolean, nullable=False),
    Column("changed_at", DateTime(timezone=True), nullable=False),
    Column("revision", BigInteger, nullable=False),
    CheckConstraint("account_id <> provider_id", name="not_own"),
    CheckConstraint("interest OR NOT trusted", name="trusted_is_interest"),
    Index("ix_interest_provider_id_trusted", "provider_id", postgresql_where=text("trusted")),
    Index("ix_interest_provider_id", "provider_id"),
)
