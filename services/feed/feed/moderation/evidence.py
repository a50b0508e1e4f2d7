"""What a reported post was, kept for the staff when the report came (product.md 7.2)."""

from chassis.db import Transaction
from contracts.event import Instant
from pydantic import BaseModel, JsonValue

from feed.posts.store import Post, post_of
from feed.projections.store import Author, author_of


class PostEvidence(BaseModel):
    """A post as it stood: of a repost, the caption and pictures of the original beside what was added."""

    post_id: str
    owner_id: str
    owner_name: str
    post_type: str
    post_brief: str
    repost_brief: str
    tags: list[str]
    images: list[str]
    post_date: Instant
    audience: str
    mature: bool
    state: str


async def evidence_of(tx: Transaction, post: Post) -> dict[str, JsonValue]:
    """The post, whole."""
    original = await post_of(tx, post.original_id) if post.original_id else None
    content = original or post
    owner: Author | None = await author_of(tx, post.owner_id)
    return PostEvidence(
        post_id=post.id,
        owner_id=post.owner_id,
        owner_name=owner.name if owner else "",
        post_type="repost" if post.original_id else "post",
        post_brief=content.brief,
        repost_brief=post.brief if original else "",
        tags=content.tags,
        images=content.images,
        post_date=post.publish_at or post.created_at,
        audience=post.audience,
        mature=content.mature,
        state=post.state,
    ).model_dump(mode="json")
