"""Events of feed: posts, comments and reposts."""

from typing import ClassVar, Literal

from pydantic import Field

from contracts.event import Audience, DataExportCollected, Event, EvidenceKept, Facts, Instant, register


class PostFacts(Facts):
    """Enough of a post to announce it; clients fetch the rest from feed."""

    post_id: str
    owner_id: str
    post_type: Literal["post", "repost"]
    audience: Literal["all", "interests", "trusted"]
    mature: bool
    tags: list[str]
    published_at: Instant
    brief: str = ""
    """The beginning of its text: at most 80 characters, on one line."""
    revision: int


class PostEvent(Event):
    """An event of one post."""

    post: PostFacts

    @property
    def aggregate(self) -> str:
        return f"post:{self.post.post_id}"


@register
class PostPublished(PostEvent):
    """A post became visible. Only a post for everybody is broadcast (api.md 7)."""

    key: ClassVar[str] = "feed.post.published"
    audience: ClassVar[Audience] = Audience.EVERYONE

    hidden_from: list[str] = Field(default_factory=list)
    """Accounts with a block between them and the owner, or the owner of the reposted post."""


@register
class PostChanged(PostEvent):
    """A post was changed or restored."""

    key: ClassVar[str] = "feed.post.changed"


@register
class PostRemoved(PostEvent):
    """A post was archived or deleted. Only one that was for everybody is broadcast (api.md 7)."""

    key: ClassVar[str] = "feed.post.removed"
    audience: ClassVar[Audience] = Audience.EVERYONE


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
    """Accounts with a block between them and the post's owner or the comment's author."""

    @property
    def aggregate(self) -> str:
        return f"post:{self.post.post_id}"


@register
class RepostAdded(Event):
    """Somebody reposted a post to their own followers."""

    key: ClassVar[str] = "feed.repost.added"

    post: PostFacts
    original_owner_id: str
    author_name: str
    original_id: str = ""
    original_brief: str = ""
    """The beginning of the reposted post's text; see `PostFacts.brief`."""

    @property
    def aggregate(self) -> str:
        return f"post:{self.post.post_id}"


@register
class PostEvidenceKept(EvidenceKept):
    """A reported post with pictures that outlive it, or a reported comment as it was written."""

    key: ClassVar[str] = "feed.evidence.kept"


@register
class FeedDataCollected(DataExportCollected):
    """Feed has collected its part of an account's export."""

    key: ClassVar[str] = "feed.data_export.collected"
