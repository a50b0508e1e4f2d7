"""A provider's figures on the wire (api.md 4): booking counts them, the gateway adds views of the page.

Amounts are units of their currency.
"""

from datetime import date
from typing import Literal

from pydantic import BaseModel

Unit = Literal["day", "week", "month"]
"""Into what a range of days is cut."""


class Range(BaseModel):
    """Days, both included."""

    from_date: date
    to_date: date


class Income(BaseModel):
    """What completed appointments cost in one currency, like 'EUR-DE'."""

    currency: str
    amount: float


class Cancelled(BaseModel):
    """Who cancelled; `unknown` counts orders that were cancelled before that was kept."""

    by_provider: int
    by_client: int
    by_system: int
    unknown: int


class Figures(BaseModel):
    """What a range of days adds up to (product.md 4.18)."""

    bookings: int
    completed: int
    minutes: int
    income: list[Income]
    new_clients: int
    returning_clients: int
    no_shows: int
    cancelled: Cancelled
    declined: int
    requests: int
    """Orders placed on these days, whenever they take place."""
    views: int | None
    """How often the page was opened; null where it is not known."""


class FiguresOfPart(BaseModel):
    """The figures of one day, week or month; `starts` is its first day in the range."""

    starts: date
    bookings: int
    completed: int
    minutes: int
    income: list[Income]
    no_shows: int
    cancelled: int
    requests: int
    views: int | None


class BookedService(BaseModel):
    """How often a service was booked; `name` is the newest that it was ordered by."""

    service_id: str
    name: str
    bookings: int
    former_bookings: int


class BusyHour(BaseModel):
    """How many sessions began in an hour of the week; weekday 0 is Monday."""

    weekday: int
    hour: int
    sessions: int


class FiguresAnswer(BaseModel):
    """The figures of a range and of the one before it."""

    timezone: str
    unit: Unit
    range: Range
    former_range: Range
    figures: Figures
    former_figures: Figures
    series: list[FiguresOfPart]
    former_series: list[FiguresOfPart]
    services: list[BookedService]
    """The ten that were booked most in the range."""
    hours: list[BusyHour]
    """Without those in which nothing began."""
