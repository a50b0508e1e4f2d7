"""Services. A deleted one stays without its texts, so that a replay can publish its deletion."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    DateTime,
    Index,
    Integer,
    SmallInteger,
    Text,
    func,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class ServiceRow(Model):
    """A row of `service`."""

    __tablename__ = "service"
    __table_args__ = (
        CheckConstraint("status IN ('active', 'archived', 'deleted')", name="status"),
        CheckConstraint("duration_minutes BETWEEN 5 AND 1435", name="duration"),
        CheckConstraint("cost_minor >= 0", name="cost"),
        CheckConstraint("delivery_mode IN ('in-person', 'remote', 'hybrid')", name="delivery_mode"),
        CheckConstraint("buffer_before BETWEEN 0 AND 240 AND buffer_after BETWEEN 0 AND 240", name="buffers"),
        CheckConstraint("minimum_notice BETWEEN 0 AND 43200", name="minimum_notice"),
        CheckConstraint("booking_horizon BETWEEN 1 AND 730", name="booking_horizon"),
        CheckConstraint("most_per_day BETWEEN 1 AND 100 AND most_per_week BETWEEN 1 AND 500", name="most"),
        CheckConstraint("offered_days BETWEEN 1 AND 127", name="offered_days"),
        CheckConstraint("confirmation IN ('request', 'known', 'instant')", name="confirmation"),
        CheckConstraint("price_kind IN ('fixed', 'from', 'free', 'on_request')", name="price_kind"),
        CheckConstraint("taxes_included IN ('', 'yes', 'no')", name="taxes_included"),
        CheckConstraint("free_cancellation_hours BETWEEN 0 AND 720", name="free_cancellation_hours"),
        CheckConstraint("late_cancellation IN ('allowed', 'refused')", name="late_cancellation"),
        CheckConstraint("travel_before BETWEEN 0 AND 240 AND travel_after BETWEEN 0 AND 240", name="travel"),
        Index("ix_service_provider_id", "provider_id", "service_id"),
    )

    service_id: Mapped[str] = mapped_column(Text, primary_key=True)
    provider_id: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    duration_minutes: Mapped[int] = mapped_column(Integer)
    cost_minor: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(Text)
    """'EUR-DE'."""
    minor_digits: Mapped[int] = mapped_column(SmallInteger)
    """Decimal digits of the currency."""
    delivery_mode: Mapped[str] = mapped_column(Text)
    brief: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text)
    buffer_before: Mapped[int] = mapped_column(Integer, server_default="0")
    """Minutes before each session that nobody else may have."""
    buffer_after: Mapped[int] = mapped_column(Integer, server_default="0")
    minimum_notice: Mapped[int | None] = mapped_column(Integer)
    """Minutes; None as the provider's hours say."""
    booking_horizon: Mapped[int | None] = mapped_column(Integer)
    """Days; None as the provider's hours say."""
    most_per_day: Mapped[int | None] = mapped_column(Integer)
    """Sessions that start on one day of the provider's zone; None without a limit."""
    most_per_week: Mapped[int | None] = mapped_column(Integer)
    """The same of a week, from Monday."""
    offered_days: Mapped[int] = mapped_column(SmallInteger, server_default="127")
    """A bit for each weekday on which it is offered: Monday is 1, Sunday 64."""
    confirmation: Mapped[str] = mapped_column(Text, server_default="request")
    price_kind: Mapped[str] = mapped_column(Text, server_default="fixed")
    """What the cost means; it is 0 where the service is free or its price on request."""
    taxes_included: Mapped[str] = mapped_column(Text, server_default="")
    """'' says nothing about taxes."""
    free_cancellation_hours: Mapped[int | None] = mapped_column(Integer)
    """Until how many hours before the start a client cancels freely; None without terms."""
    late_cancellation: Mapped[str] = mapped_column(Text, server_default="allowed")
    cancellation_words: Mapped[str] = mapped_column(Text, server_default="")
    """What is said to a client who cancels late."""
    place_ids: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """The provider's places at which it is offered; none means at all of them."""
    questions: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    """What clients are asked when they book it, as `IntakeQuestion` each, in order."""
    at_client: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """Whether it is held at the client's address, where it is held in person."""
    travel_before: Mapped[int] = mapped_column(Integer, server_default="0")
    """Minutes of travel before each session at a client's."""
    travel_after: Mapped[int] = mapped_column(Integer, server_default="0")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    revision: Mapped[int] = mapped_column(BigInteger)
