"""Reading cards."""

from collections.abc import Sequence

from chassis.db import Connection
from sqlalchemy import text

from profiles.cards.schemas import Card

_CARDS = text(
    """
    SELECT a.account_id AS owner_id, a.name, a.username, coalesce(p.avatar, '') AS avatar,
           coalesce(p.expertise, '') AS expertise, coalesce(p.category, '') AS category,
           coalesce(p.city, '') AS city, coalesce(p.country, '') AS country,
           coalesce(p.currency, '') AS currency, coalesce(p.delivery_mode, '') AS delivery_mode,
           p.completed_at IS NOT NULL AS "onboardProfile",
           CASE WHEN p.manually_verified THEN 'verified' ELSE 'unverified' END AS manual_verification,
           coalesce(r.average, 0)::float8 AS rating_all_avg, coalesce(r.reviews, 0) AS rating_client_size
    FROM account a
    LEFT JOIN profile p ON p.account_id = a.account_id
    LEFT JOIN rating_summary r ON r.provider_id = a.account_id
    WHERE a.account_id = ANY(:ids) AND NOT a.deleted AND a.suspended_at IS NULL
    """
)


async def cards_of(tx: Connection, ids: Sequence[str]) -> dict[str, Card]:
    """The cards of these accounts by id; who is unknown, suspended or gone has none."""
    if not ids:
        return {}
    rows = await tx.session.execute(_CARDS, {"ids": list(ids)})
    return {row["owner_id"]: Card.model_validate(dict(row)) for row in rows.mappings()}
