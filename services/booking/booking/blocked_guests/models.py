"""The table of blocked guests."""

from datetime import datetime

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model


class GuestBlockRow(Model):
    """An address from which nobody can book with a provider. The address itself is not kept."""

    __tablename__ = "guest_block"
    __table_args__ = (Index("uq_guest_block_block_id", "block_id", unique=True),)

    provider_id: Mapped[str] = mapped_column(primary_key=True)
    address_digest: Mapped[str] = mapped_column(primary_key=True)
    """SHA-256, in hex, of '<provider_id>:<address>': the same address has another digest elsewhere."""
    block_id: Mapped[str]
    name: Mapped[str]
    """As the guest wrote it in the booking."""
    blocked_at: Mapped[datetime]
