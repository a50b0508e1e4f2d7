"""The profile of an account. It becomes a provider's when it is complete."""

from datetime import date, datetime

from contracts.rules.options import CONTACT_AUDIENCES
from sqlalchemy import ARRAY, BigInteger, Boolean, CheckConstraint, Date, DateTime, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model

_AUDIENCES = ", ".join(f"'{audience}'" for audience in CONTACT_AUDIENCES)


class ProfileRow(Model):
    """A row of `profile`."""

    __tablename__ = "profile"
    __table_args__ = (
        CheckConstraint(
            "completed_at IS NULL"
            " OR (category <> '' AND expertise <> '' AND currency <> '' AND delivery_mode <> '')",
            name="complete",
        ),
        CheckConstraint(f"phone_shown_to IN ({_AUDIENCES})", name="phone_shown_to"),
        CheckConstraint(f"street_shown_to IN ({_AUDIENCES})", name="street_shown_to"),
        CheckConstraint("delivery_mode IN ('', 'in-person', 'remote', 'hybrid')", name="delivery_mode"),
        CheckConstraint("(away_until IS NULL) = (away_ends_at IS NULL)", name="away_ends_at"),
    )

    account_id: Mapped[str] = mapped_column(Text, primary_key=True)
    completed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """Null: not a provider yet."""
    category: Mapped[str] = mapped_column(Text, server_default="")
    expertise: Mapped[str] = mapped_column(Text, server_default="")
    contact_phone: Mapped[str] = mapped_column(Text, server_default="")
    phone_shown_to: Mapped[str] = mapped_column(Text, server_default="booked")
    country: Mapped[str] = mapped_column(Text, server_default="")
    """'Peru-PE'."""
    city: Mapped[str] = mapped_column(Text, server_default="")
    currency: Mapped[str] = mapped_column(Text, server_default="")
    """'PEN-PE'."""
    location_address: Mapped[str] = mapped_column(Text, server_default="")
    street_shown_to: Mapped[str] = mapped_column(Text, server_default="booked")
    delivery_mode: Mapped[str] = mapped_column(Text, server_default="")
    bio: Mapped[str] = mapped_column(Text, server_default="")
    timezone: Mapped[str] = mapped_column(Text, server_default="UTC")
    languages: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    skills: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    policy_perks: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    avatar: Mapped[str] = mapped_column(Text, server_default="")
    """A media path; '' is drawn from the name."""
    manually_verified: Mapped[bool] = mapped_column(Boolean, server_default="false")
    away: Mapped[bool] = mapped_column(Boolean, server_default="false")
    """Takes no bookings (product.md 3.10). It stays true when the pause is over: `away_ends_at` decides."""
    away_until: Mapped[date | None] = mapped_column(Date)
    """The first day back, in `timezone`. Null: until they say so."""
    away_ends_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """When that day begins."""
    away_message: Mapped[str] = mapped_column(Text, server_default="")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    revision: Mapped[int] = mapped_column(BigInteger, server_default="0")
    """Of profile and avatar alike."""
