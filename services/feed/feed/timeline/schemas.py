"""A post as a card (product.md 6.1). The database builds this JSON; a test holds the two together."""

from typing import Annotated, Literal

from chassis.http.paging import DEFAULT_LIMIT, MAX_LIMIT
from contracts.event import Instant
from contracts.rules.numbers import PlainWhole
from pydantic import BaseModel, ConfigDict, Field

from feed.posts.schemas import StoredPicture


class FeedAsked(BaseModel):
    """Which page of the feed, of which part; what is empty does not narrow."""

    category: str | None = Field(default=None, max_length=80)
    tag: str | None = Field(default=None, max_length=80)
    limit: Annotated[int, PlainWhole] = Field(default=DEFAULT_LIMIT, ge=1, le=MAX_LIMIT)
    cursor: str | None = Field(default=None, max_length=512)


class PostCard(BaseModel):
    """A post, or a repost with its original as proxy.

    `name`, `username` and `avatar` are the owner's. Expertise, rating and verification are those of whom one
    would book: of a repost, the original's owner. `tags` and `media_name` are JSON lists in a string;
    `media_name` is 'none' without pictures, else media paths ending in card.webp, beside which lie card.jpg,
    full.webp and full.jpg. `pictures` says more of those of them that have renditions by width.
    """

    model_config = ConfigDict(extra="forbid")

    post_id: str
    post_type: Literal["post", "repost"]
    original_post_id: str
    owner_id: str
    name: str
    username: str
    avatar: str
    onboardProfile: bool  # noqa: N815 - the contract's name
    expertise: str
    manual_verification: Literal["unverified", "verified"]
    rating_all_avg: float
    rating_client_size: int
    proxy_owner_id: str
    proxy_owner_name: str
    proxy_owner_username: str
    proxy_owner_avatar: str
    post_brief: str
    repost_brief: str
    tags: str
    media_name: str
    pictures: list[StoredPicture]
    category: str
    status: Literal["active", "archived", "bookmarked", "draft", "hidden"]
    post_active: Literal["now", "schedule", "draft"]
    post_date: Instant
    created_date: Instant
    post_audience: Literal["all", "interests", "trusted"]
    post_mature: Literal["no", "yes"]
    comment_count: int
    repost_count: int
    bookmark_count: int
