"""The tables of changes of orders, and of when an account last looked at them."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index
from sqlalchemy.orm import Mapped, mapped_column

from booking.declarative import Model


class ChangeRow(Model):
    """An order of the account was moved or cancelled, and not by the account itself.

    That an order was placed is not written here: the order says it, and placing one is to write no more.
    """

    __tablename__ = "schedule_change"
    __table_args__ = (
        CheckConstraint("kind IN ('moved', 'cancelled')", name="kind"),
        Index("ix_schedule_change_account_id_changed_at", "account_id", "changed_at"),
        Index("ix_schedule_change_changed_at", "changed_at"),
    )

    account_id: Mapped[str] = mapped_column(primary_key=True)
    order_id: Mapped[str] = mapped_column(primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True)
    """The order's revision that the change made."""
    kind: Mapped[str]
    changed_at: Mapped[datetime]
    former_start: Mapped[datetime | None]
    """When the order began before it was moved; null for a cancelled one."""


class LookRow(Model):
    """Which changes an account has seen, on whatever device: those until then."""

    __tablename__ = "schedule_look"

    account_id: Mapped[str] = mapped_column(primary_key=True)
    seen_until: Mapped[datetime]
