"""What the calls about figures are asked; their answers are `contracts.figures`."""

from datetime import date

from pydantic import BaseModel, Field

from booking.hours.schemas import Zone
from booking.serialization import ViewDay


class FiguresAsked(BaseModel):
    """Which days; they are days of `timezone`, by default the zone of the caller's hours."""

    from_date: ViewDay
    to_date: ViewDay
    timezone: Zone | None = None


class PageViews(BaseModel):
    """How often the caller's page was opened on each day; None where nobody knows."""

    views: dict[date, int] | None = Field(default=None, max_length=5_000)
