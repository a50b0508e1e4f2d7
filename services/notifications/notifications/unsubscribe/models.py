"""The table of addresses that get no mails which nobody there has asked for."""

from datetime import datetime

from sqlalchemy import DateTime, Text
from sqlalchemy.orm import Mapped, mapped_column

from notifications.declarative import Model


class StoppedAddressRow(Model):
    """An address at which somebody stopped mails about appointments that others entered for it."""

    __tablename__ = "stopped_address"

    address_digest: Mapped[str] = mapped_column(Text, primary_key=True)
    """`contracts.guest_data.address_digest`: the address itself is not kept."""
    stopped_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
