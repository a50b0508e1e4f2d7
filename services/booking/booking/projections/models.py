"""Projections of what other services own. The newest revision wins, whatever the order of arrival."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import ARRAY, BigInteger, Index, SmallInteger, Text, literal_column
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model


class AccountRow(Model):
    """An account, as identity and profiles announce it. A deleted one stays as an empty row, so that late
    events cannot bring it back.
    """

    __tablename__ = "account"
    __table_args__ = (
        Index(
            "ix_account_proven_email",
            "email",
            postgresql_where=literal_column("email <> '' AND confirmed AND NOT deleted"),
        ),
    )

    account_id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(server_default="")
    email: Mapped[str] = mapped_column(server_default="")
    username: Mapped[str] = mapped_column(server_default="")
    avatar: Mapped[str] = mapped_column(server_default="")
    confirmed: Mapped[bool] = mapped_column(server_default="false")
    """Whether the mail address is confirmed (product.md 1.5)."""
    requested: Mapped[bool] = mapped_column(server_default="false")
    """Whether identity was told that the account has requested an appointment. Booking's own."""
    deleted: Mapped[bool] = mapped_column(server_default="false")
    revision: Mapped[int] = mapped_column(server_default="-1")
    """Identity's, of name, address and username."""
    avatar_revision: Mapped[int] = mapped_column(server_default="-1")
    """Profiles', of the picture."""
    suspended: Mapped[bool] = mapped_column(server_default="false")
    standing_revision: Mapped[int] = mapped_column(BigInteger, server_default="0")


class ProviderRow(Model):
    """A provider's profile, as much of it as booking needs."""

    __tablename__ = "provider"

    provider_id: Mapped[str] = mapped_column(primary_key=True)
    completed: Mapped[bool]
    expertise: Mapped[str]
    currency: Mapped[str]
    """Like 'EUR-DE'."""
    delivery_mode: Mapped[str]
    location_address: Mapped[str]
    street_shown_to: Mapped[str] = mapped_column(server_default="booked")
    contact_phone: Mapped[str] = mapped_column(server_default="")
    phone_shown_to: Mapped[str] = mapped_column(server_default="booked")
    payment: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    """How they want to be paid, as `PaymentTerms` has it."""
    venues: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    """Where their sessions are held, as `VenueTerms` has it."""
    timezone: Mapped[str]
    away_until: Mapped[date | None]
    """The first day back of a provider who is away, 'infinity' until they say so. Null: not away."""
    revision: Mapped[int]
    suspended: Mapped[bool] = mapped_column(server_default="false")
    """The same as its account's."""


class ServiceRow(Model):
    """A provider's service, also an archived or deleted one."""

    __tablename__ = "service"
    __table_args__ = (Index("ix_service_provider_id", "provider_id"),)

    service_id: Mapped[str] = mapped_column(primary_key=True)
    provider_id: Mapped[str]
    name: Mapped[str]
    minutes: Mapped[int]
    cost_minor: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str]
    delivery_mode: Mapped[str]
    brief: Mapped[str] = mapped_column(server_default="")
    status: Mapped[str]
    buffer_before: Mapped[int] = mapped_column(server_default="0")
    """Minutes before each session of it that nobody else may have."""
    buffer_after: Mapped[int] = mapped_column(server_default="0")
    minimum_notice: Mapped[int | None]
    """Minutes; None as the provider's hours say. The larger of both counts."""
    booking_horizon: Mapped[int | None]
    """Days; None as the provider's hours say. The nearer of both counts."""
    most_per_day: Mapped[int | None]
    """Sessions of it that start on one day of the provider's zone; None without a limit."""
    most_per_week: Mapped[int | None]
    """The same of a week, from Monday."""
    offered_days: Mapped[int] = mapped_column(SmallInteger, server_default="127")
    """A bit for each weekday on which it is offered: Monday is 1, Sunday 64."""
    confirmation: Mapped[str] = mapped_column(server_default="request")
    """request, known or instant, as `ServiceConfirmation` has it."""
    price_kind: Mapped[str] = mapped_column(server_default="fixed")
    """fixed, from, free or on_request, as `PriceKind` has it."""
    free_cancellation_hours: Mapped[int | None]
    """Until how many hours before the start a client cancels freely; None without terms."""
    late_cancellation: Mapped[str] = mapped_column(server_default="allowed")
    cancellation_words: Mapped[str] = mapped_column(server_default="")
    place_ids: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """The provider's places at which it is offered; none means at all of them."""
    questions: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default="[]")
    """What its clients are asked, as `IntakeQuestion` each."""
    at_client: Mapped[bool] = mapped_column(server_default="false")
    """Whether it is held at the client's address, where it is held in person."""
    travel_before: Mapped[int] = mapped_column(server_default="0")
    """Minutes of travel before each session at a client's."""
    travel_after: Mapped[int] = mapped_column(server_default="0")
    revision: Mapped[int]


class BlockRow(Model):
    """Whether one account blocks another."""

    __tablename__ = "block"
    __table_args__ = (Index("ix_block_blocked_id", "blocked_id"),)

    blocker_id: Mapped[str] = mapped_column(primary_key=True)
    blocked_id: Mapped[str] = mapped_column(primary_key=True)
    blocked: Mapped[bool]
    revision: Mapped[int]


class GuestRow(Model):
    """A guest who was mailed a code."""

    __tablename__ = "guest"
    __table_args__ = (Index("ix_guest_expires_at", "expires_at"),)

    guest_id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    email: Mapped[str]
    code_hash: Mapped[str]
    """SHA-256, in hex, of '<guest_id>:<code>'."""
    expires_at: Mapped[datetime]
    tries: Mapped[int] = mapped_column(SmallInteger, server_default="0")
