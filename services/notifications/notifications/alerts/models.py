"""The table of alerts."""

from datetime import datetime

from pydantic import JsonValue
from sqlalchemy import CheckConstraint, DateTime, Index, Text, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from notifications.model import ID, Model


class Alert(Model):
    """One thing that one account hears of once. Its text is made of `kind` and `words` when it is read.

    `source` names the fact (not its delivery): the unique constraint holds against redelivery and replay.
    """

    __tablename__ = "alert"
    __table_args__ = (
        UniqueConstraint("source", "receiver_id", "kind"),
        CheckConstraint("status IN ('active', 'read')", name="status"),
        Index("ix_alert_receiver_id_id", "receiver_id", text("id DESC")),
        Index("ix_alert_receiver_id_active", "receiver_id", postgresql_where=text("status = 'active'")),
        Index("ix_alert_actor_id", "actor_id", postgresql_where=text("actor_id IS NOT NULL")),
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
