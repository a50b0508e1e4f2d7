"""How a provider wants to be paid. The currency is the profile's."""

from typing import Final

from sqlalchemy import ARRAY, CheckConstraint, Column, Table, Text, text

from profiles.model import metadata

finance_settings: Final = Table(
    "finance_settings",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("fee_policy", Text, nullable=False),
    Column("payment_methods", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    Column("payment_note", Text, nullable=False, server_default=""),
    CheckConstraint("fee_policy IN ('negotiable', 'non-negotiable')", name="fee_policy"),
)
