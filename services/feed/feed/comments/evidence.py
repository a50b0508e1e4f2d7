"""What a reported comment was, kept for the staff when the report came (product.md 7.2)."""

from chassis.db import Transaction
from contracts.event import Instant
from pydantic import BaseModel, JsonValue

from feed.comments.store import Comment
from feed.posts.store import post_of
from feed.projections.store import Author, author_of


class CommentEvidence(BaseModel):
    """A comment as it stood, and the beginning of what it was written below."""

    comment_id: str
    post_id: str
    owner_id: str
    owner_name: str
    text: str
    post_brief: str
    created_at: Instant


async def comment_evidence_of(tx: Transaction, comment: Comment) -> dict[str, JsonValue]:
    """The comment, whole (product.md 7.2)."""
    post = await post_of(tx, comment.post_id)
    author: Author | None = await author_of(tx, comment.author_id)
    return CommentEvidence(
        comment_id=comment.id,
        post_id=comment.post_id,
        owner_id=comment.author_id,
        owner_name=author.name if author else "",
        text=comment.words,
        post_brief=post.brief if post else "",
        created_at=comment.created_at,
    ).model_dump(mode="json")
