"""The table of business hours: one row for each provider who has set them."""

from typing import Final

from sqlalchemy import Column, Integer, Table, Text, text
from sqlalchemy.dialects.postgresql import JSONB

from booking.declarative import metadata

hours: Final = Table(
    "hours",
    metadata,
    Column("provider_id", Text, primary_key=True),
    Column("timezone", Text, nullable=False),
    Column("days", JSONB, nullable=False),  # seven objects, Monday first: see hours.store
    Column("revision", Integer, nullable=False),
    Column("minimum_notice", Integer, nullable=False, server_default=text("0")),  # minutes
    Column("booking_horizon", Integer, nullable=False, server_default=text("0")),  # days, 0: no limit
    Column("overrides", JSONB, nullable=False, server_default=text("'[]'")),  # days that differ
)
