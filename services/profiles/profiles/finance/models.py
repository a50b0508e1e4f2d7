"""How a provider wants to be paid. The currency is the profile's."""

from sqlalchemy import ARRAY, CheckConstraint, Text
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class FinanceSettingsRow(Model):
    """A row of `finance_settings`."""

    __tablename__ = "finance_settings"
    __table_args__ = (CheckConstraint("fee_policy IN ('negotiable', 'non-negotiable')", name="fee_policy"),)

    account_id: Mapped[str] = mapped_column(Text, primary_key=True)
    fee_policy: Mapped[str] = mapped_column(Text)
    payment_methods: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    payment_note: Mapped[str] = mapped_column(Text, server_default="")
