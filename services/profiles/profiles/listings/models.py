"""What is searched: one row for each provider who can be found, and the words that any of them uses."""

from datetime import datetime
from decimal import Decimal

from sqlalchemy import DateTime, Double, Index, Integer, Numeric, SmallInteger, Text, func
from sqlalchemy.dialects.postgresql import ARRAY, TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class SearchListingRow(Model):
    """A row of `search_listing`."""

    __tablename__ = "search_listing"
    __table_args__ = (
        Index("ix_search_listing_document", "document", postgresql_using="gin"),
        Index("ix_search_listing_quality", "quality", "provider_id"),
        Index("ix_search_listing_rating", "rating", "provider_id"),
        Index("ix_search_listing_cheapest", "cheapest", "provider_id"),
        Index("ix_search_listing_listed_at", "listed_at", "provider_id"),
        Index("ix_search_listing_edition", "edition", "provider_id"),
    )

    provider_id: Mapped[str] = mapped_column(Text, primary_key=True)
    document: Mapped[str] = mapped_column(TSVECTOR)
    """Weighted words and filter marks (see listings.py)."""
    facets: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """'category:legal', 'city:A Coruña', 'min_rating:4', ...."""
    cheapest: Mapped[Decimal] = mapped_column(Numeric)
    """Whole units of its own currency; no service: 1e15."""
    currency: Mapped[str] = mapped_column(Text)
    """Of `cheapest`; the provider's own without services."""
    rating: Mapped[Decimal] = mapped_column(Numeric(4, 2))
    reviews: Mapped[int] = mapped_column(Integer)
    trusted_by: Mapped[int] = mapped_column(Integer)
    quality: Mapped[float] = mapped_column(Double)
    """Ratings, trust and verification: 0 to about 2."""
    listed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    changed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    """When what the provider's page shows last changed, for the sitemap (product.md 2.9)."""
    edition: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    """Which edition of listings.py made it."""


class SearchWordRow(Model):
    """A row of `search_word`."""

    __tablename__ = "search_word"
    __table_args__ = (
        Index("ix_search_word_word", "word", postgresql_using="gin", postgresql_ops={"word": "gin_trgm_ops"}),
    )

    word: Mapped[str] = mapped_column(Text(collation="C"), primary_key=True)
