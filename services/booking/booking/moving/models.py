"""The table of what a provider may move without asking."""

from sqlalchemy import CheckConstraint, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model


class MoveTermsRow(Model):
    """A provider who moves appointments without asking. Who has no row always asks."""

    __tablename__ = "move_terms"
    __table_args__ = (CheckConstraint("told_until_hours BETWEEN 0 AND 720", name="hours"),)

    provider_id: Mapped[str] = mapped_column(primary_key=True)
    told_until_hours: Mapped[int] = mapped_column(SmallInteger)
    """Until how many hours before an appointment its client is told of another time and not asked."""
