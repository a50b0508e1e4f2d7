"""Pictures that stay in the store for a report's sake."""

from datetime import datetime

from sqlalchemy import DateTime, Index, Text
from sqlalchemy import text as sql
from sqlalchemy.orm import Mapped, mapped_column

from feed.model import ID, Model


class EvidencePicture(Model):
    """A picture of a reported post: kept, whatever becomes of the post, for some time after the decision."""

    __tablename__ = "evidence_picture"
    __table_args__ = (
        Index("ix_evidence_picture_digest", "digest"),
        Index("ix_evidence_picture_owner_id", "owner_id"),
        Index("ix_evidence_picture_release_at", "release_at", postgresql_where=sql("release_at IS NOT NULL")),
    )

    report_id: Mapped[str] = mapped_column(ID, primary_key=True)
    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    owner_id: Mapped[str] = mapped_column(ID)
    release_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """When it is kept no longer; null while the report is open."""
