"""Everything feed holds about an account (product.md 1.10)."""

from typing import Final

from chassis.db import Connection, Statement
from pydantic import BaseModel, JsonValue
from sqlalchemy import bindparam, select

from feed.bookmarks.store import bookmarks_of
from feed.comments.store import held_comments
from feed.media.models import OrphanPictureRow
from feed.posts.store import Post, posts_by
from feed.projections.models import AuthorRow

EVERYTHING: Final = 1_000_000
FIND_AUTHOR: Final = Statement(
    select(
        AuthorRow.name,
        AuthorRow.username,
        AuthorRow.avatar,
        AuthorRow.expertise,
        AuthorRow.category,
        AuthorRow.provider,
        AuthorRow.confirmed,
        AuthorRow.verified,
        AuthorRow.rating,
        AuthorRow.reviews,
        AuthorRow.suspended,
    ).where(AuthorRow.id == bindparam("account_id"), AuthorRow.deleted.is_(False))
)
FIND_UNUSED_PICTURES: Final = Statement(
    select(OrphanPictureRow.digest, OrphanPictureRow.sweep_after)
    .where(OrphanPictureRow.owner_id == bindparam("account_id"))
    .order_by(OrphanPictureRow.sweep_after)
)


class HeldByFeed(BaseModel):
    """What feed keeps of one account."""

    account: dict[str, JsonValue] | None
    posts: list[JsonValue]
    comments: list[JsonValue]
    bookmarks: list[str]
    unused_pictures: list[JsonValue]
    """Pictures that were sent and that no post shows; each is removed at its time."""


async def held_by_feed(tx: Connection, account_id: str) -> HeldByFeed:
    """The account as cards show it, posts, reposts, comments, bookmarks, and pictures that no post shows."""
    author = await FIND_AUTHOR.one(tx, account_id=account_id)
    return HeldByFeed(
        account=None if author is None else dict(author),
        posts=[_held(post) for post in await posts_by(tx, account_id)],
        comments=await held_comments(tx, account_id),
        bookmarks=await bookmarks_of(tx, account_id, EVERYTHING),
        unused_pictures=[
            {"picture": row.digest, "removed_after": row.sweep_after.isoformat()}
            for row in await FIND_UNUSED_PICTURES.all(tx, account_id=account_id)
        ],
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
