"""The table of the staff's log."""

from datetime import datetime

from chassis.database_roles import INSERT_ONLY
from sqlalchemy import (
    BigInteger,
    DateTime,
    FetchedValue,
    Index,
    LargeBinary,
    Text,
    UniqueConstraint,
    literal_column,
)
from sqlalchemy.orm import Mapped, mapped_column

from profiles.declarative import Model


class StaffActRow(Model):
    """What a member of the staff did. Rows are only added: a trigger refuses all else (migration 0003).

    A row holds ids and no names, and so stays when an account is erased. Each row carries the hash of all
    rows before it, so that a row that was changed or removed all the same is noticed
    (`profiles.audit_log.chain`).
    """

    __tablename__ = "staff_act"
    __table_args__ = (
        Index("ix_staff_act_account_id", "account_id", literal_column("act_id DESC")),
        Index(
            "ix_staff_act_report_id",
            "report_id",
            postgresql_where=literal_column("report_id <> ''"),
        ),
        Index("ix_staff_act_staff_id", "staff_id", "thing_id", "done_at"),
        UniqueConstraint("number", name="uq_staff_act_number"),
        {"info": {INSERT_ONLY: True}},
    )

    act_id: Mapped[str] = mapped_column(Text, primary_key=True)
    staff_id: Mapped[str] = mapped_column(Text)
    act: Mapped[str] = mapped_column(Text)
    account_id: Mapped[str] = mapped_column(Text)
    """Whom it was about; '' for a guest."""
    thing_id: Mapped[str] = mapped_column(Text)
    """The post, request or order it was about, the report or account that was read (in the
    archive, a username's digest); '' for the account itself."""
    report_id: Mapped[str] = mapped_column(Text)
    """The report that it decided; '' for none."""
    note: Mapped[str] = mapped_column(Text)
    done_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    number: Mapped[int] = mapped_column(BigInteger, server_default=FetchedValue())
    """Counts from 1 without a gap. A trigger sets it, and the hash (migration 0009)."""
    hash: Mapped[bytes] = mapped_column(LargeBinary, server_default=FetchedValue())
