"""One row for each provider who can be found: everything a search asks for, without accents, in one place."""

from typing import Final

from sqlalchemy import Column, DateTime, Index, Integer, Numeric, Table, Text
from sqlalchemy.dialects.postgresql import ARRAY, TSVECTOR

from profiles.model import metadata

search_entry: Final = Table(
    "search_entry",
    metadata,
    Column("provider_id", Text, primary_key=True),
    Column("words", Text, nullable=False),  # for typing errors: name, expertise, services, skills
    Column("document", TSVECTOR, nullable=False),  # for ranking: the same and place and bio, weighted
    Column("category", Text, nullable=False),
    Column("country_code", Text, nullable=False),
    Column("city", Text, nullable=False),  # without accents, in lower case
    Column("delivery_modes", ARRAY(Text), nullable=False),
    Column("languages", ARRAY(Text), nullable=False),
    Column(
        "cheapest", Numeric, nullable=False
    ),  # whole units of the service's own currency; no service: 1e15
    Column("rating", Numeric(4, 2), nullable=False),
    Column("reviews", Integer, nullable=False),
    Column("listed_at", DateTime(timezone=True), nullable=False),
    Index("ix_search_entry_document", "document", postgresql_using="gin"),
    Index("ix_search_entry_words", "words", postgresql_using="gin", postgresql_ops={"words": "gin_trgm_ops"}),
    Index("ix_search_entry_rating", "rating", "provider_id"),
    Index("ix_search_entry_cheapest", "cheapest", "provider_id"),
    Index("ix_search_entry_listed_at", "listed_at", "provider_id"),
    Index("ix_search_entry_category_rating", "category", "rating", "provider_id"),
    Index("ix_search_entry_country_code_city", "country_code", "city"),
)
