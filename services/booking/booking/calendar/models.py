"""Who has a subscription feed open. Its address comes of generation and key: no secret is kept."""

from typing import Final

from sqlalchemy import Boolean, Column, Integer, Table, Text

from booking.declarative import metadata

calendar_feed: Final = Table(
    "calendar_feed",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("generation", Integer, nullable=False),  # rises whenever an address shall end
    Column("open", Boolean, nullable=False),
)
