"""The table of business hours."""

from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model


class HoursRow(Model):
    """The hours of a provider who has set them. `hours.store` describes the JSON."""

    __tablename__ = "hours"

    provider_id: Mapped[str] = mapped_column(primary_key=True)
    timezone: Mapped[str]
    days: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    """Seven objects, Monday first."""
    revision: Mapped[int]
    minimum_notice: Mapped[int] = mapped_column(server_default="0")
    """Minutes."""
    booking_horizon: Mapped[int] = mapped_column(server_default="0")
    """Days; 0 means no limit."""
    answer_hours: Mapped[int] = mapped_column(server_default="48")
    """How long a request waits for an answer (product.md 4.10)."""
    flexible: Mapped[bool] = mapped_column(server_default="false")
    """Whether any of the days has flexible hours."""
    keep_gaps: Mapped[bool] = mapped_column(server_default="false")
    most_per_day: Mapped[int] = mapped_column(server_default="0")
    """Sessions that start on one day; 0 means no limit."""
    most_per_week: Mapped[int] = mapped_column(server_default="0")
    overrides: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    """Single days that differ from their weekday."""
