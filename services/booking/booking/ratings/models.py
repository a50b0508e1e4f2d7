"""The table of rating summaries. A rating itself is a row of its order (`orders.models.RatingRow`)."""

from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model


class RatingSummaryRow(Model):
    """How often each number of stars was given to a provider.

    A table of its own, so that reading it costs the same for ten and for a million ratings.
    """

    __tablename__ = "rating_summary"

    provider_id: Mapped[str] = mapped_column(primary_key=True)
    one: Mapped[int]
    two: Mapped[int]
    three: Mapped[int]
    four: Mapped[int]
    five: Mapped[int]
    revision: Mapped[int]
