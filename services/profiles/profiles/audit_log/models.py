"""The table of the staff's log."""

from datetime import datetime

from sqlalchemy import DateTime, Index, Text, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class StaffActRow(Model):
    """What a member of the staff did. Rows are only added: a trigger refuses all else (migration 0003).

    A row holds ids and no names, and so stays when an account is erased.
    """

    __tablename__ = "staff_act"
    __table_args__ = (
        Index("ix_staff_act_account_id", "account_id", literal_column("act_id DESC")),
        Index(
            "ix_staff_act_report_id",
            "report_id",
            postgresql_where=literal_column("report_id <> ''"),
        ),
    )

    act_id: Mapped[str] = mapped_column(Text, primary_key=True)
    staff_id: Mapped[str] = mapped_column(Text)
    act: Mapped[str] = mapped_column(Text)
    account_id: Mapped[str] = mapped_column(Text)
    """Whom it was about; '' for a guest."""
    thing_id: Mapped[str] = mapped_column(Text)
    """The post or request it was about; '' for the account itself."""
    report_id: Mapped[str] = mapped_column(Text)
    """The report that it decided; '' for none."""
    note: Mapped[str] = mapped_column(Text)
    done_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
