"""The table of subscription feeds."""

from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model


class CalendarFeedRow(Model):
    """Whether an account has its subscription feed open. Its address follows from the generation and the
    service's key, so that no secret is stored.
    """

    __tablename__ = "calendar_feed"

    account_id: Mapped[str] = mapped_column(primary_key=True)
    generation: Mapped[int]
    """Rises whenever an address must stop working."""
    open: Mapped[bool]
