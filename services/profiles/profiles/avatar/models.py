"""Pictures that nobody shows any more and that a job will remove from the store."""

from datetime import datetime

from sqlalchemy import DateTime, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class DiscardedFileRow(Model):
    """A row of `discarded_file`."""

    __tablename__ = "discarded_file"
    __table_args__ = (Index("ix_discarded_file_discarded_at", "discarded_at"),)

    key: Mapped[str] = mapped_column(Text, primary_key=True)
    """Where it lies in the store."""
    discarded_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
