"""Pictures that nobody shows any more and that a job will remove from the store."""

from typing import Final

from sqlalchemy import Column, DateTime, Index, Table, Text

from profiles.model import metadata

discarded_file: Final = Table(
    "discarded_file",
    metadata,
    Column("key", Text, primary_key=True),  # where it lies in the store
    Column("discarded_at", DateTime(timezone=True), nullable=False),
    Index("ix_discarded_file_discarded_at", "discarded_at"),
)
