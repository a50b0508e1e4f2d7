"""Ratings, one for each order at most, and each provider's summary of them."""

from typing import Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
)

from booking.declarative import metadata

rating: Final = Table(
    "rating",
    metadata,
    Column("order_id", Text, ForeignKey("booking_order.order_id"), primary_key=True),
    Column("provider_id", Text, nullable=False),
    Column("client_id", Text),  # null for a guest, and once the account is erased
    Column("name", Text, nullable=False),
    Column("stars", SmallInteger, nullable=False),
    Column("feedback", Text, nullable=False),
    Column("trusted", Boolean, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False),
    CheckConstraint("stars BETWEEN 1 AND 5", name="stars"),
    Index("ix_rating_provider_id_created_at_order_id", "provider_id", "created_at", "order_id"),
    Index("ix_rating_client_id", "client_id"),
)

# Kept beside the ratings so that reading it costs the same for ten and for a million of them.
rating_summary: Final = Table(
    "rating_summary",
    metadata,
    Column("provider_id", Text, primary_key=True),
    Column("one", Integer, nullable=False),
    Column("two", Integer, nullable=False),
    Column("three", Integer, nullable=False),
    Column("four", Integer, nullable=False),
    Column("five", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
)
