"""Reading the summaries in which accounts appear in lists."""

from collections.abc import Sequence
from typing import Final

from chassis.db import Connection, Record, Statement
from sqlalchemy import ARRAY, Double, Text, and_, any_, bindparam, case, cast, func, literal_column, select

from profiles.profile.models import ProfileRow
from profiles.projections.models import AccountRow, RatingSummaryRow
from profiles.summaries.schemas import ListedAccount

_away = and_(ProfileRow.away, func.coalesce(ProfileRow.away_ends_at > func.now(), literal_column("true")))
"""Null for an account without a profile. The pause is over when its last day is (product.md 3.10)."""
FIND: Final = Statement(
    select(
        AccountRow.account_id.label("owner_id"),
        AccountRow.name,
        AccountRow.username,
        func.coalesce(ProfileRow.avatar, "").label("avatar"),
        func.coalesce(ProfileRow.expertise, "").label("expertise"),
        func.coalesce(ProfileRow.category, "").label("category"),
        func.coalesce(ProfileRow.city, "").label("city"),
        func.coalesce(ProfileRow.country, "").label("country"),
        func.coalesce(ProfileRow.currency, "").label("currency"),
        func.coalesce(ProfileRow.delivery_mode, "").label("delivery_mode"),
        ProfileRow.completed_at.is_not(None).label("onboardProfile"),
        case((ProfileRow.manually_verified, "verified"), else_="unverified").label("manual_verification"),
        cast(func.coalesce(RatingSummaryRow.average, 0), Double).label("rating_all_avg"),
        func.coalesce(RatingSummaryRow.reviews, 0).label("rating_client_size"),
        func.coalesce(_away, literal_column("false")).label("away"),
        case(
            (_away, func.coalesce(cast(ProfileRow.away_until, Text), literal_column("''"))),
            else_=literal_column("''"),
        ).label("away_until"),
        case((_away, ProfileRow.away_message), else_=literal_column("''")).label("away_message"),
    )
    .outerjoin(ProfileRow, ProfileRow.account_id == AccountRow.account_id)
    .outerjoin(RatingSummaryRow, RatingSummaryRow.provider_id == AccountRow.account_id)
    .where(
        AccountRow.account_id == any_(bindparam("ids", type_=ARRAY(Text))),
        AccountRow.deleted.is_(False),
        AccountRow.suspended_at.is_(None),
    )
)


async def listed_accounts(tx: Connection, ids: Sequence[str]) -> dict[str, ListedAccount]:
    """The cards of these accounts by id; an unknown, suspended or deleted account has none."""
    rows = await listed_rows(tx, ids)
    return {account_id: ListedAccount.model_validate(dict(row)) for account_id, row in rows.items()}


async def listed_rows(tx: Connection, ids: Sequence[str]) -> dict[str, Record]:
    """The same with the fields of `ListedAccount` as the columns of rows."""
    return {row["owner_id"]: row for row in await FIND.all(tx, ids=list(ids))} if ids else {}
