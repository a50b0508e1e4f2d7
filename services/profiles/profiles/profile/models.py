"""The profile of an account. It becomes a provider's when it is complete."""

from typing import Final

from sqlalchemy import ARRAY, BigInteger, Boolean, CheckConstraint, Column, DateTime, Table, Text, func, text

from profiles.model import metadata

profile: Final = Table(
    "profile",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("completed_at", DateTime(timezone=True)),  # null: not a provider yet
    Column("category", Text, nullable=False, server_default=""),
    Column("expertise", Text, nullable=False, server_default=""),
    Column("contact_phone", Text, nullable=False, server_default=""),
    Column("country", Text, nullable=False, server_default=""),  # 'Peru-PE'
    Column("city", Text, nullable=False, server_default=""),
    Column("currency", Text, nullable=False, server_default=""),  # 'PEN-PE'
    Column("location_address", Text, nullable=False, server_default=""),
    Column("delivery_mode", Text, nullable=False, server_default=""),
    Column("bio", Text, nullable=False, server_default=""),
    Column("timezone", Text, nullable=False, server_default="UTC"),
    Column("languages", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    Column("skills", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    Column("policy_perks", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    Column("avatar", Text, nullable=False, server_default=""),  # a media path; '' is drawn from the name
    Column("manually_verified", Boolean, nullable=False, server_default=text("false")),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("revision", BigInteger, nullable=False, server_default=text("0")),  # of profile and avatar alike
    CheckConstraint(
        "completed_at IS NULL"
        " OR (category <> '' AND expertise <> '' AND currency <> '' AND delivery_mode <> '')",
        name="complete",
    ),
    CheckConstraint("delivery_mode IN ('', 'in-person', 'remote', 'hybrid')", name="delivery_mode"),
)
