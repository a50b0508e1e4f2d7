"""Reads and writes views of pages (product.md 3.11)."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction
from sqlalchemy import ARRAY, Date, Integer, Text, any_, bindparam, func, select
from sqlalchemy.dialects.postgresql import insert

from profiles.page_views.models import PageViewRow
from profiles.page_views.rules import counted_days
from profiles.profile.models import ProfileRow

FIND_ZONES: Final = Statement(
    select(ProfileRow.account_id, ProfileRow.timezone).where(
        ProfileRow.account_id == any_(bindparam("provider_ids", type_=ARRAY(Text))),
        ProfileRow.completed_at.is_not(None),
    )
)
_rows = (
    func.unnest(
        bindparam("provider_ids", type_=ARRAY(Text)),
        bindparam("days", type_=ARRAY(Date)),
        bindparam("views", type_=ARRAY(Integer)),
    )
    .table_valued("provider_id", "day", "views")
    .render_derived()
)
_added = insert(PageViewRow).from_select(
    ["provider_id", "day", "views"], select(_rows.c.provider_id, _rows.c.day, _rows.c.views)
)
ADD: Final = Statement(
    _added.on_conflict_do_update(
        index_elements=["provider_id", "day"],
        set_={"views": PageViewRow.views + _added.excluded.views},
    )
)
FIND: Final = Statement(
    select(PageViewRow.day, PageViewRow.views)
    .where(
        PageViewRow.provider_id == bindparam("provider_id"),
        PageViewRow.day.between(bindparam("first"), bindparam("last")),
    )
    .order_by(PageViewRow.day)
)


async def add_views(tx: Transaction, views: Mapping[str, int], now: datetime) -> None:
    """Add views to the day that it is in each provider's zone. Of pages that are no provider's none are kept.

    Rows are written in the order of their providers, so that two processes do not wait for each other.
    """
    found = await FIND_ZONES.all(tx, provider_ids=list(views))
    rows = counted_days(views, {row["account_id"]: row["timezone"] for row in found}, now)
    if rows:
        provider_ids, days, counts = (list(column) for column in zip(*rows, strict=True))
        await ADD.run(tx, provider_ids=provider_ids, days=days, views=counts)


async def views_of(tx: Connection, provider_id: str, first: date, last: date) -> dict[date, int]:
    """The views of a provider's page on each day that had some."""
    rows = await FIND.all(tx, provider_id=provider_id, first=first, last=last)
    return {row["day"]: row["views"] for row in rows}
