"""The table of views."""

from datetime import date

from sqlalchemy import CheckConstraint, Date, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class PageViewRow(Model):
    """How often a provider's page was opened on a day of the provider's zone."""

    __tablename__ = "page_view"
    __table_args__ = (
        CheckConstraint("views > 0", name="views"),
        Index("ix_page_view_day", "day"),
    )

    provider_id: Mapped[str] = mapped_column(Text, primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    views: Mapped[int]
