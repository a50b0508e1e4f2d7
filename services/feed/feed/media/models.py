"""Which stored pictures belong to which post, and which may have to go."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from feed.model import ID, Model


class Picture(Model):
    """A picture of a post. `digest` names its content in the store."""

    __tablename__ = "picture"
    __table_args__ = (Index("ix_picture_digest", "digest"),)

    post_id: Mapped[str] = mapped_column(ID, ForeignKey("post.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(Text)


class Stray(Model):
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
