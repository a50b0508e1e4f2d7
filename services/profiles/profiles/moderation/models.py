"""The standing of posts, and what the staff did. An account's standing is a part of `account`."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, DateTime, Index, Table, Text, text

from profiles.model import metadata

# A post that was shown again stays as a row, so that its revision counts on.
post_standing: Final = Table(
    "post_standing",
    metadata,
    Column("post_id", Text, primary_key=True),
    Column("owner_id", Text, nullable=False),
    Column("hidden", Boolean, nullable=False),
    Column("changed_at", DateTime(timezone=True), nullable=False),
    Column("revision", BigInteger, nullable=False),
    Index("ix_post_standing_owner_id", "owner_id"),
)

# Only ever added to: a trigger refuses all else (migration 0003). It holds ids, no names, and so stays when
# an account is erased.
staff_act: Final = Table(
    "staff_act",
    metadata,
    Column("act_id", Text, primary_key=True),
    Column("staff_id", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("account_id", Text, nullable=False),  # whom it was about; '' for a guest
    Column("thing_id", Text, nullable=False),  # the post or request it was about; '' for the account itself
    Column("report_id", Text, nullable=False),  # the report that it decided; '' for none
    Column("note", Text, nullable=False),
    Column("done_at", DateTime(timezone=True), nullable=False),
)
Index("ix_staff_act_account_id", staff_act.c.account_id, staff_act.c.act_id.desc())
Index(
    "ix_staff_act_report_id",
    staff_act.c.report_id,
    postgresql_where=text("report_id <> ''"),
)
