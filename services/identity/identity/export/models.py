"""The newest export of each account."""

from datetime import datetime

from sqlalchemy import DateTime, ForeignKey, Index, Text, literal_column
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from identity.declarative import Model


class DataExportRow(Model):
    """An export that every service collects its part of. The parts lie with the services."""

    __tablename__ = "data_export"

    account_id: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), primary_key=True)
    export_id: Mapped[str] = mapped_column(Text, unique=True)
    requested_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    """When the parts are removed."""
    sizes: Mapped[dict[str, int]] = mapped_column(JSONB, server_default="{}")
    """The bytes of each part that was collected, by its service."""
    ready_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """When the last part was collected."""
    failed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """When it was given up, because a part did not come."""

    __table_args__ = (
        Index(
            "ix_data_export_collecting",
            "requested_at",
            postgresql_where=literal_column("ready_at IS NULL AND failed_at IS NULL"),
        ),
    )
