"""The standing of posts and reviews, and what the staff did. An account's standing is a part of `account`."""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, DateTime, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class PostStandingRow(Model):
    """A post that was shown again stays as a row, so that its revision counts on."""

    __tablename__ = "post_standing"
    __table_args__ = (Index("ix_post_standing_owner_id", "owner_id"),)

    post_id: Mapped[str] = mapped_column(Text, primary_key=True)
    owner_id: Mapped[str] = mapped_column(Text)
    hidden: Mapped[bool] = mapped_column(Boolean)
    changed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    revision: Mapped[int] = mapped_column(BigInteger)


class ReviewStandingRow(Model):
    """A review, or an answer to one, that was taken down. One that was restored stays as a row, so that its
    revision counts on.
    """

    __tablename__ = "review_standing"
    __table_args__ = (Index("ix_review_standing_owner_id", "owner_id"),)

    review_id: Mapped[str] = mapped_column(Text, primary_key=True)
    owner_id: Mapped[str] = mapped_column(Text)
    removed: Mapped[bool] = mapped_column(Boolean)
    changed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    revision: Mapped[int] = mapped_column(BigInteger)
