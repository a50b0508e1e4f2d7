"""Removed posts, and where the pages of the sitemap begin."""

from datetime import datetime

from chassis.sitemap import SitemapPageColumns
from sqlalchemy import DateTime, Index
from sqlalchemy.orm import Mapped, mapped_column

from feed.declarative import ID, Model


class RemovedPostRow(Model):
    """A deleted post that everybody could see: only its id, so that its page can answer that it is gone."""

    __tablename__ = "removed_post"
    __table_args__ = (Index("ix_removed_post_removed_at", "removed_at"),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    removed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class SitemapPageRow(SitemapPageColumns, Model):
    """The first post of a page of the sitemap."""

    __tablename__ = "sitemap_page"

    first_id: Mapped[str] = mapped_column(ID)
