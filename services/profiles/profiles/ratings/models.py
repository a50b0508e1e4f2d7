"""A provider's rating summary as booking tells of it."""

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, Numeric, Table, Text

from profiles.model import metadata

rating_summary: Final = Table(
    "rating_summary",
    metadata,
    Column("provider_id", Text, primary_key=True),
    Column("average", Numeric(4, 2), nullable=False),
    Column("reviews", Integer, nullable=False),
    Column("revision", BigInteger, nullable=False),
)
