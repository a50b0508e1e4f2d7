"""Reposting (api.md 5). Undoing it is deleting the repost."""

from chassis.clock import Clock
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from feed.projections.confirmed_callers import ConfirmedAccount
from feed.reposts.schemas import NewRepost, RepostStored
from feed.reposts.service import repost_content

router = APIRouter(tags=["reposts"], route_class=Route)


@router.post("/api/create_repost_feed_content")
async def create_repost_feed_content(
    new: NewRepost, caller: ConfirmedAccount, tx: Writing, clock: Clock
) -> Answer[RepostStored]:
    """Repost somebody else's post that everybody may see, once; of a repost, its original is reposted."""
    return done(await repost_content(tx, caller.id, new, clock()))
