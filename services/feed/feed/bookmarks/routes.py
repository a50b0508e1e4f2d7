"""Calls about bookmarks (api.md 5)."""

from typing import Final

from chassis.clock import Clock
from chassis.errors import NotFound, Unauthenticated
from chassis.http.callers import Account, Anyone
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from contracts.rules.messages import ACTION_MESSAGES
from fastapi import APIRouter

from feed.bookmarks import store
from feed.bookmarks.schemas import BookmarkInfo, Bookmarks, BookmarkStored, BookmarkWanted
from feed.timeline.store import bookmarked_ids, is_visible
from feed.timeline.visibility import NO_POST

router = APIRouter(tags=["bookmarks"], route_class=Route)

MOST_AT_START: Final = 1000
"""How many bookmarks the app loads when it starts (get_user_fav_data)."""


@router.post("/api/add_new_bookmark")
async def add_new_bookmark(
    wanted: BookmarkWanted, caller: Anyone, tx: Writing, clock: Clock
) -> Answer[BookmarkStored]:
    """Bookmark a post that the caller may see. Guests have no bookmarks."""
    if caller is None or caller.kind != "account":
        raise Unauthenticated(ACTION_MESSAGES["guest_cannot_bookmark"])
    if not await is_visible(tx, caller.id, wanted.iv_bookmark_value, clock()):
        raise NotFound(NO_POST)
    await store.add_bookmark(tx, caller.id, wanted.iv_bookmark_value, clock())
    return done(BookmarkStored(bookmark_info=_info(wanted.iv_bookmark_value)))


@router.post("/api/remove_existing_bookmark")
async def remove_existing_bookmark(
    wanted: BookmarkWanted, caller: Account, tx: Writing
) -> Answer[BookmarkStored]:
    """Remove a bookmark, also of a post that can no longer be seen."""
    await store.remove_bookmark(tx, caller.id, wanted.iv_bookmark_value)
    return done(BookmarkStored(bookmark_info=_info(wanted.iv_bookmark_value)))


@router.get("/internal/bookmarks")
async def list_bookmarks(caller: Account, tx: Reading, clock: Clock) -> Answer[Bookmarks]:
    """The caller's bookmarks of what can still be seen: a part of the gateway's get_user_fav_data."""
    marked = await bookmarked_ids(tx, caller.id, clock(), MOST_AT_START)
    return done(Bookmarks(bookmark_info=[_info(post_id) for post_id in marked]))


def _info(post_id: str) -> BookmarkInfo:
    return BookmarkInfo(bookmark_value=post_id, bookmark_type="post")
