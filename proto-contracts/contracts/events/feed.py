"""What feed tells: posts, comments and reposts."""

from typing import ClassVar, Literal

from pydantic import Field

from contracts.event import Audience, Event, EvidenceKept, Facts, Instant, register


class PostFacts(Facts):
    """A post, enough to announce it: the screen asks feed for the rest."""

    post_id: str
    owner_id: str
    post_type: Literal["post", "repost"]
    audience: Literal["all", "interests", "trusted"]
    mature: bool
    tags: list[str]
    published_at: Instant
    brief: str = ""
    """How its words begin: at most 80 characters of them, on one line."""
    revision: int


class PostEvent(Event):
    """An event of one post."""

    post: PostFacts

    @property
    def aggregate(self) -> str:
        return f"post:{self.post.post_id}"


@register
class PostPublished(PostEvent):
    """A post can now be seen. Only one for everybody is broadcast (api.md section 7)."""

    key: ClassVar[str] = "feed.post.published"
    audience: ClassVar[Audience] = Audience.EVERYONE

    hidden_from: list[str] = Field(default_factory=list)
    """Accounts that a block keeps apart from its owner, or from the owner of the post that it passes on."""


@register
class PostChanged(PostEvent):
    """A post changed, or was restored."""

    key: ClassVar[str] = "feed.post.changed"


@register
class PostRemoved(PostEvent):
    """A post was archived or deleted."""

    key: ClassVar[str] = "feed.post.removed"


@register
class CommentAdded(Event):
    """Somebody commented on a post."""

    key: ClassVar[str] = "feed.comment.added"
    audience: ClassVar[Audience] = Audience.EVERYONE

    comment_id: str
    post: PostFacts
    author_id: str
    author_name: str
    text: str
    hidden_from: list[str] = Field(default_factory=list)
    """Accounts that a block keeps apart from the post's owner or the comment's author."""

    @property
    def aggregate(self) -> str:
        return f"post:{self.post.post_id}"


@register
class RepostAdded(Event):
    """Somebody passed a post on to their own followers."""

    key: ClassVar[str] = "feed.repost.added"

    post: PostFacts
    original_owner_id: str
    author_name: str
    original_id: str = ""
    original_brief: str = ""
    """How the words of the post that was passed on begin; see `PostFacts.brief`."""

    @property
    def aggregate(self) -> str:
        return f"post:{self.post.post_id}"


@register
class PostEvidenceKept(EvidenceKept):
    """A reported post: the names of a card, its comments count, and pictures that stay when it is deleted."""

    key: ClassVar[str] = "feed.evidence.kept"
