"""Everything profiles holds about an account (product.md 1.10)."""

from typing import Any

from chassis.db import Connection
from pydantic import BaseModel

from profiles.export.hot_sql import HELD


class ProfileExport(BaseModel):
    """Everything held about an account here, by the name of what it is."""

    account: list[dict[str, Any]]
    profile: list[dict[str, Any]]
    services: list[dict[str, Any]]
    finance_settings: list[dict[str, Any]]
    venue_settings: list[dict[str, Any]]
    places: list[dict[str, Any]]
    circle: list[dict[str, Any]]
    blocks: list[dict[str, Any]]
    reports: list[dict[str, Any]]
    requests: list[dict[str, Any]]
    hidden_posts: list[dict[str, Any]]
    page_views: list[dict[str, Any]]
    rating_summary: list[dict[str, Any]]


async def held_by_profiles(tx: Connection, account_id: str) -> ProfileExport:
    """Profile, services, settings, circle, blocks, reports and requests of the account."""
    return ProfileExport(**{name: await _rows(tx, name, account_id) for name in HELD})


async def _rows(tx: Connection, name: str, account_id: str) -> list[dict[str, Any]]:
    return await HELD[name].column(tx, account_id=account_id)
