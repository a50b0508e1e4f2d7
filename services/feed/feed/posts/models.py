"""Posts, reposts among them, and their tags."""

from datetime import datetime

from pydantic import JsonValue
from sqlalchemy import Boolean, CheckConstraint, DateTime, ForeignKey, Index, Text, literal_column
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from feed.declarative import ID, Model


class PostRow(Model):
    """A post, or the passing on of one (`original_id`), which shows the original's content.

    Whether it can be seen is decided when it is looked at: active, and its time has come. `announced` says
    that the system was told.
    """

    __tablename__ = "post"
    __table_args__ = (
        CheckConstraint("state IN ('draft', 'active', 'archived')", name="state"),
        CheckConstraint("audience IN ('all', 'interests', 'trusted')", name="audience"),
        CheckConstraint("(state = 'draft') = (publish_at IS NULL)", name="time"),
        Index(
            "ix_post_wall",
            literal_column("publish_at DESC"),
            literal_column("id DESC"),
            postgresql_where=literal_column("state = 'active'"),
        ),
        Index(
            "ix_post_wall_category",
            "category",
            literal_column("publish_at DESC"),
            literal_column("id DESC"),
            postgresql_where=literal_column("state = 'active'"),
        ),
        Index("ix_post_owner_id_id", "owner_id", literal_column("id DESC")),
        Index(
            "uq_post_original_id_owner_id",
            "original_id",
            "owner_id",
            unique=True,
            postgresql_where=literal_column("original_id IS NOT NULL"),
        ),
        Index(
            "ix_post_owner_out",
            "owner_id",
            literal_column("publish_at DESC"),
            literal_column("id DESC"),
            postgresql_where=literal_column("state = 'active'"),
        ),
        Index(
            "ix_post_kept_back",
            "owner_id",
            literal_column("id DESC"),
            postgresql_where=literal_column("state <> 'active' OR NOT announced"),
        ),
        Index(
            "ix_post_listed",
            "id",
            postgresql_where=literal_column(
                "state = 'active' AND audience = 'all' AND NOT mature AND original_id IS NULL AND NOT hidden"
                " AND NOT owner_suspended"
            ),
        ),
        Index(
            "ix_post_due", "publish_at", postgresql_where=literal_column("state = 'active' AND NOT announced")
        ),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    owner_id: Mapped[str] = mapped_column(ID)
    original_id: Mapped[str | None] = mapped_column(ID, ForeignKey("post.id", ondelete="CASCADE"))
    brief: Mapped[str] = mapped_column(Text)
    """The caption; of a repost, what the passing account added."""
    tags: Mapped[list[str]] = mapped_column(JSONB, server_default="[]")
    images: Mapped[list[str]] = mapped_column(JSONB, server_default="[]")
    """Media paths, in the order in which they are shown."""
    pictures: Mapped[list[dict[str, JsonValue]]] = mapped_column(JSONB, server_default="[]")
    """What the card says of these images: a copy of `stored_picture`, so that no card looks it up."""
    category: Mapped[str] = mapped_column(Text)
    """The owner's (of a repost, the original owner's) business category."""
    audience: Mapped[str] = mapped_column(Text)
    mature: Mapped[bool]
    state: Mapped[str] = mapped_column(Text)
    publish_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    device: Mapped[dict[str, JsonValue]] = mapped_column(JSONB, server_default="{}")
    hidden: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """The staff keep it from everybody but its owner."""
    owner_suspended: Mapped[bool] = mapped_column(Boolean, server_default="false")
    standing_revision: Mapped[int] = mapped_column(server_default="0")
    announced: Mapped[bool] = mapped_column(Boolean, server_default="false")
    comments: Mapped[int] = mapped_column(server_default="0")
    reposts: Mapped[int] = mapped_column(server_default="0")
    bookmarks: Mapped[int] = mapped_column(server_default="0")
    revision: Mapped[int] = mapped_column(server_default="1")


class PostTagRow(Model):
    """A tag of a post in lower case, with the post's time: the feed of one tag reads it in order."""

    __tablename__ = "post_tag"
    __table_args__ = (
        Index(
            "ix_post_tag_tag_publish_at_post_id",
            "tag",
            literal_column("publish_at DESC"),
            literal_column("post_id DESC"),
        ),
    )

    post_id: Mapped[str] = mapped_column(ID, ForeignKey("post.id", ondelete="CASCADE"), primary_key=True)
    tag: Mapped[str] = mapped_column(Text, primary_key=True)
    publish_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
