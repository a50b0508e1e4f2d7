"""Everything this service holds about the caller: a part of the gateway's export_account_data."""

from chassis.http.callers import Account
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from feed.export.account_data import HeldByFeed, held_by_feed

router = APIRouter(tags=["account"], route_class=Route)


@router.get("/internal/export")
async def export_feed(caller: Account, tx: Reading) -> Answer[HeldByFeed]:
    """Posts, reposts, comments and bookmarks (api.md 2)."""
    return done(await held_by_feed(tx, caller.id))
