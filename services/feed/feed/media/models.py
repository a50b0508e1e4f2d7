"""Stored pictures: what is known of them, which post shows them, which may go, which a report needs."""

from datetime import datetime

from sqlalchemy import ARRAY, DateTime, ForeignKey, Index, Integer, Text, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from feed.declarative import ID, Model


class PictureRow(Model):
    """A picture of a post. `digest` names its content in the store."""

    __tablename__ = "picture"
    __table_args__ = (Index("ix_picture_digest", "digest"),)

    post_id: Mapped[str] = mapped_column(ID, ForeignKey("post.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(Text)


class StoredPictureRow(Model):
    """What answers say of a picture in the store. Pictures stored by older code have none until the command
    `make-renditions` has run."""

    __tablename__ = "stored_picture"

    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    width: Mapped[int] = mapped_column(Integer)
    """Pixels of the widest rendition; so is `height`."""
    height: Mapped[int] = mapped_column(Integer)
    widths: Mapped[list[int]] = mapped_column(ARRAY(Integer))
    """Of the renditions by width, narrowest first."""
    placeholder: Mapped[str] = mapped_column(Text)
    """A data URI of a few pixels."""


class OrphanPictureRow(Model):
    """A stored picture that no post may show: swept after `sweep_after`, unless one shows it by then.

    Written before an upload is stored, so that a crash leaves nothing behind that is not known here.
    """

    __tablename__ = "stray"
    __table_args__ = (
        Index("ix_stray_sweep_after", "sweep_after"),
        Index("ix_stray_owner_id", "owner_id"),
    )

    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    owner_id: Mapped[str] = mapped_column(ID, server_default="")
    """Who sent it, and alone may see it and use it in a post."""
    sweep_after: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class EvidencePictureRow(Model):
    """A picture of a reported post: kept, whatever becomes of the post, for some time after the decision."""

    __tablename__ = "evidence_picture"
    __table_args__ = (
        Index("ix_evidence_picture_digest", "digest"),
        Index("ix_evidence_picture_owner_id", "owner_id"),
        Index(
            "ix_evidence_picture_release_at",
            "release_at",
            postgresql_where=literal_column("release_at IS NOT NULL"),
        ),
    )

    report_id: Mapped[str] = mapped_column(ID, primary_key=True)
    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    owner_id: Mapped[str] = mapped_column(ID)
    release_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """When it is kept no longer; null while the report is open."""
