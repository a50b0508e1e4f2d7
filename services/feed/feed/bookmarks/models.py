"""Bookmarks."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, Index, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from feed.declarative import ID, Model


class BookmarkRow(Model):
    """A post that an account wants to find again; `id` orders them in time."""

    __tablename__ = "bookmark"
    __table_args__ = (
        Index("ix_bookmark_account_id_id", "account_id", literal_column("id DESC")),
        Index("ix_bookmark_post_id", "post_id"),
    )

    account_id: Mapped[str] = mapped_column(ID, primary_key=True)
    post_id: Mapped[str] = mapped_column(ID, ForeignKey("post.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[str] = mapped_column(ID)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
