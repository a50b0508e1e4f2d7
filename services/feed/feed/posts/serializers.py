"""A post in the form in which events carry it."""

from datetime import datetime
from typing import Protocol

from contracts.events.feed import PostFacts

from feed.posts.rules import Audience, beginning_of


class _Post(Protocol):
    """What of a post the other services may know."""

    @property
    def id(self) -> str: ...
    @property
    def owner_id(self) -> str: ...
    @property
    def original_id(self) -> str | None: ...
    @property
    def audience(self) -> Audience: ...
    @property
    def mature(self) -> bool: ...
    @property
    def tags(self) -> list[str]: ...
    @property
    def publish_at(self) -> datetime | None: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def brief(self) -> str: ...
    @property
    def revision(self) -> int: ...


def post_facts(post: _Post) -> PostFacts:
    """The post as the other services may know it."""
    return PostFacts(
        post_id=post.id,
        owner_id=post.owner_id,
        post_type="repost" if post.original_id else "post",
        audience=post.audience,
        mature=post.mature,
        tags=post.tags,
        published_at=post.publish_at or post.created_at,
        brief=beginning_of(post.brief),
        revision=post.revision,
    )
