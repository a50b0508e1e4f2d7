"""Former usernames, and where the pages of the sitemap begin."""

from datetime import datetime

from chassis.sitemap import SitemapPageColumns
from sqlalchemy import DateTime, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class FormerUsernameRow(Model):
    """A username whose account was deleted: only a digest, so that its page can answer that it is gone."""

    __tablename__ = "former_username"
    __table_args__ = (Index("ix_former_username_gone_at", "gone_at"),)

    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    gone_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class SitemapPageRow(SitemapPageColumns, Model):
    """The first provider of a page of the sitemap."""

    __tablename__ = "sitemap_page"

    first_id: Mapped[str] = mapped_column(Text)
