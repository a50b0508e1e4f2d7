"""What is searched: one row for each provider who can be found, and the words that any of them uses."""

from typing import Final

from sqlalchemy import Column, DateTime, Double, Index, Integer, Numeric, Table, Text
from sqlalchemy.dialects.postgresql import ARRAY, TSVECTOR

from profiles.model import metadata

search_listing: Final = Table(
    "search_listing",
    metadata,
    Column("provider_id", Text, primary_key=True),
    Column("document", TSVECTOR, nullable=False),  # weighted words and filter marks (see listings.py)
    Column("facets", ARRAY(Text), nullable=False),  # 'category:legal', 'city:A Coruña', 'min_rating:4', ...
    Column("cheapest", Numeric, nullable=False),  # whole units of its own currency; no service: 1e15
    Column("currency", Text, nullable=False),  # of `cheapest`; the provider's own without services
    Column("rating", Numeric(4, 2), nullable=False),
    Column("reviews", Integer, nullable=False),
    Column("trusted_by", Integer, nullable=False),
    Column("quality", Double, nullable=False),  # ratings, trust and verification: 0 to about 2
    Column("listed_at", DateTime(timezone=True), nullable=False),
    Index("ix_search_listing_document", "document", postgresql_using="gin"),
    Index("ix_search_listing_quality", "quality", "provider_id"),
    Index("ix_search_listing_rating", "rating", "provider_id"),
    Index("ix_search_listing_cheapest", "cheapest", "provider_id"),
    Index("ix_search_listing_listed_at", "listed_at", "provider_id"),
)

search_word: Final = Table(
    "search_word",
    metadata,
    Column("word", Text(collation="C"), primary_key=True),
    Index("ix_search_word_word", "word", postgresql_using="gin", postgresql_ops={"word": "gin_trgm_ops"}),
)
"""Every word that some listing holds."""
