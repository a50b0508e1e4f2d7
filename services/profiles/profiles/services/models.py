"""Services. A deleted one stays without its texts, so that a replay can publish its deletion."""

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    Index,
    Integer,
    SmallInteger,
    Text,
    func,
    literal_column,
)
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
        Index(
            "ix_service_provider_id_service_id",
            "provider_id",
            "service_id",
            postgresql_where=literal_column("status <> 'deleted'"),
        ),
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
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    revision: Mapped[int] = mapped_column(BigInteger)
