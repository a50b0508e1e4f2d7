"""Everything this service holds about the caller: a part of the gateway's export_account_data."""

from chassis.http.callers import Account
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter
from pydantic import BaseModel, JsonValue

from feed.bookmarks.store import bookmarks_of
from feed.comments.store import held_comments
from feed.posts.store import Post, posts_by

router = APIRouter(tags=["account"], route_class=Route)
EVERYTHING = 1_000_000


class HeldByFeed(BaseModel):
    """What feed keeps of one account."""

    posts: list[JsonValue]
    comments: list[JsonValue]
    bookmarks: list[str]


@router.get("/internal/export")
async def export_feed(caller: Account, tx: Reading) -> Answer[HeldByFeed]:
    """Posts, reposts, comments and bookmarks (api.md 2)."""
    return done(
        HeldByFeed(
            posts=[_held(post) for post in await posts_by(tx, caller.id)],
            comments=await held_comments(tx, caller.id),
            bookmarks=await bookmarks_of(tx, caller.id, EVERYTHING),
        )
    )


def _held(post: Post) -> JsonValue:
    return {
        "post_id": post.id,
        "repost_of": post.original_id,
        "caption": post.brief,
        "tags": list(post.tags),
        "images": list(post.images),
        "audience": post.audience,
        "mature": post.mature,
        "status": post.state,
        "publish_at": post.publish_at.isoformat() if post.publish_at else None,
        "created_at": post.created_at.isoformat(),
        "device": post.device,
    }
