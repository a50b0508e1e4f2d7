"""The tables of alerts."""

from datetime import datetime
from typing import Final

from pydantic import JsonValue
from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    DateTime,
    ForeignKey,
    Index,
    Text,
    UniqueConstraint,
    func,
    literal_column,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from notifications.declarative import ID, Model

_IS_ACTIVE: Final = "status = 'active'"


class AlertRow(Model):
    """One alert of one account. Its sentence is made of `kind` and `words` when it is read.

    `source` names the fact, not its delivery: the unique constraint holds against redelivery and replay.
    An alert with a `group_key` grows by what is alike while it is unread (product.md 5.2). Its facts are in
    `AlertFactRow`; actor, words and url are those of the newest fact.
    """

    __tablename__ = "alert"
    __table_args__ = (
        UniqueConstraint("source", "receiver_id", "kind"),
        CheckConstraint("status IN ('active', 'read')", name="status"),
        Index("ix_alert_receiver_id_place", "receiver_id", literal_column("coalesce(moved_id, id) DESC")),
        Index(
            "ix_alert_receiver_id_active", "receiver_id", postgresql_where=literal_column("status = 'active'")
        ),
        Index("ix_alert_actor_id", "actor_id", postgresql_where=literal_column("actor_id IS NOT NULL")),
        Index(
            "uq_alert_growing",
            "receiver_id",
            "group_key",
            unique=True,
            postgresql_where=literal_column(f"{_IS_ACTIVE} AND group_key IS NOT NULL"),
        ),
        Index(
            "ix_alert_receiver_id_group_key",
            "receiver_id",
            "group_key",
            postgresql_where=literal_column("group_key IS NOT NULL"),
        ),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    source: Mapped[str] = mapped_column(Text)
    receiver_id: Mapped[str] = mapped_column(ID)
    kind: Mapped[str] = mapped_column(Text)
    actor_id: Mapped[str | None] = mapped_column(ID)
    """The account that caused it; null for a guest and for the system."""
    words: Mapped[dict[str, JsonValue]] = mapped_column(JSONB)
    url: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text, server_default="active")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    group_key: Mapped[str | None] = mapped_column(Text)
    count: Mapped[int] = mapped_column(server_default="1")
    moved_id: Mapped[str | None] = mapped_column(ID)
    """A later id, which sorts a grown alert above older ones."""
    pushed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    @classmethod
    def by_place(cls) -> ColumnElement[str]:
        """The order of the list, written as in its index."""
        return func.coalesce(cls.moved_id, cls.id)


class AlertFactRow(Model):
    """One fact of an alert with a group. It is counted once, however often it is delivered."""

    __tablename__ = "alert_fact"
    __table_args__ = (
        Index("ix_alert_fact_alert_id_id", "alert_id", literal_column("id DESC")),
        Index(
            "ix_alert_fact_receiver_id_actor_id",
            "receiver_id",
            "actor_id",
            postgresql_where=literal_column("actor_id IS NOT NULL"),
        ),
    )

    source: Mapped[str] = mapped_column(Text, primary_key=True)
    receiver_id: Mapped[str] = mapped_column(ID, primary_key=True)
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    id: Mapped[str] = mapped_column(ID)
    """Grows with time."""
    actor_id: Mapped[str | None] = mapped_column(ID)
    alert_id: Mapped[str | None] = mapped_column(ID, ForeignKey("alert.id", ondelete="CASCADE"))
    """Null inside the transaction that writes the fact, until its alert is known."""
