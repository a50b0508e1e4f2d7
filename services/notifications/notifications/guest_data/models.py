"""The table of links by which guests are given their data."""

from datetime import datetime

from sqlalchemy import DateTime, Text
from sqlalchemy.orm import Mapped, mapped_column

from notifications.declarative import Model


class GuestDataGrantRow(Model):
    """A key that was mailed to a guest, and whose data it opens until when. Both are kept as digests only."""

    __tablename__ = "guest_data_grant"

    key_digest: Mapped[str] = mapped_column(Text, primary_key=True)
    address_digest: Mapped[str] = mapped_column(Text)
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
