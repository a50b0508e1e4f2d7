"""Comments on posts."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, Index, Text, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from feed.declarative import ID, Model


class CommentRow(Model):
    """What somebody wrote below a post."""

    __tablename__ = "comment"
    __table_args__ = (
        Index("ix_comment_post_id_id", "post_id", literal_column("id DESC")),
        Index("ix_comment_author_id", "author_id"),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    post_id: Mapped[str] = mapped_column(ID, ForeignKey("post.id", ondelete="CASCADE"))
    author_id: Mapped[str] = mapped_column(ID)
    words: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
