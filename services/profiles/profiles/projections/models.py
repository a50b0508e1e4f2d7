"""What profiles keeps of identity and booking: accounts, rating summaries, appointments."""

from datetime import datetime
from decimal import Decimal

from sqlalchemy import BigInteger, Boolean, Computed, DateTime, Index, Integer, Numeric, Text, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class AccountRow(Model):
    """An account of identity, and its standing with the staff.

    A deleted one stays as a bare mark, so that no late event revives it.
    """

    __tablename__ = "account"
    __table_args__ = (
        Index(
            "ix_account_suspended", "account_id", postgresql_where=literal_column("suspended_at IS NOT NULL")
        ),
        Index(
            "ix_account_lower_username",
            literal_column("lower(username)"),
            postgresql_where=literal_column("username <> ''"),
        ),
        Index(
            "ix_account_lower_name",
            literal_column("lower(name)"),
            postgresql_where=literal_column("NOT deleted"),
        ),
        Index(
            "ix_account_lookup",
            "lookup",
            postgresql_using="gin",
            postgresql_ops={"lookup": "gin_trgm_ops"},
            postgresql_where=literal_column("NOT deleted"),
        ),
        Index(
            "ix_account_suspended_at",
            literal_column("suspended_at DESC"),
            postgresql_where=literal_column("suspended_at IS NOT NULL"),
        ),
    )

    account_id: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(Text, server_default="")
    username: Mapped[str] = mapped_column(Text, server_default="")
    email: Mapped[str] = mapped_column(Text, server_default="")
    verified: Mapped[bool] = mapped_column(Boolean, server_default="false")
    created_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    deleted: Mapped[bool] = mapped_column(Boolean, server_default="false")
    revision: Mapped[int] = mapped_column(BigInteger, server_default="-1")
    staff: Mapped[bool] = mapped_column(Boolean, server_default="false")
    suspended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """Null: in good standing."""
    standing_revision: Mapped[int] = mapped_column(BigInteger, server_default="0")
    lookup: Mapped[str | None] = mapped_column(
        Text, Computed("lower(name || ' ' || username || ' ' || email)", persisted=True)
    )


class RatingSummaryRow(Model):
    """A provider's rating summary; booking owns it."""

    __tablename__ = "rating_summary"

    provider_id: Mapped[str] = mapped_column(Text, primary_key=True)
    average: Mapped[Decimal] = mapped_column(Numeric(4, 2))
    reviews: Mapped[int] = mapped_column(Integer)
    revision: Mapped[int] = mapped_column(BigInteger)


class AppointmentRow(Model):
    """Booking's orders, as far as it matters who met whom. `client_id` is '' for a guest.

    `status` is '' where booking has not told it yet.
    """

    __tablename__ = "appointment"
    __table_args__ = (
        Index("ix_appointment_provider_id", "provider_id"),
        Index("ix_appointment_client_id", "client_id"),
    )

    order_id: Mapped[str] = mapped_column(Text, primary_key=True)
    provider_id: Mapped[str] = mapped_column(Text)
    client_id: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text, server_default="")
    revision: Mapped[int] = mapped_column(BigInteger)
