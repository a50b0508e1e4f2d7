"""What goes in and out of the calls about comments."""

from contracts.event import Instant
from contracts.rules import Comment as CommentText
from contracts.rules import DeviceData
from pydantic import BaseModel, Field

from feed.alert_preview import NotificationData
from feed.posts.fields import Ignored, PostId


class NewComment(BaseModel):
    """A comment on a post; one on a repost belongs to the original."""

    iv_post_id: PostId
    iv_post_comment: CommentText
    iv_owner_id: Ignored = None
    iv_post_type: Ignored = None
    iv_post_owner_id: Ignored = None
    iv_post_proxy_owner_id: Ignored = None
    iv_device_data: DeviceData = Field(default_factory=dict)


class CommentGone(BaseModel):
    """The comment that is to go."""

    iv_post_comments_id: PostId


class CommentShown(BaseModel):
    """A comment (product.md 6.1)."""

    post_comments_id: str
    post_id: str
    owner_id: str
    comment: str
    avatar: str
    username: str
    name: str
    onboardProfile: bool  # noqa: N815 - the contract's name
    created_date: Instant


class RepostShown(BaseModel):
    """Who passed the post on, and with which words."""

    post_id: str
    owner_id: str
    avatar: str
    username: str
    name: str
    onboardProfile: bool  # noqa: N815 - the contract's name
    repost_brief: str
    created_date: Instant


class CommentStored(BaseModel):
    """The comment as it was kept, and the news for the post's owner."""

    comment_data: CommentShown
    notification_data: NotificationData | None


class CommentDeleted(BaseModel):
    """The comment is deleted."""

    post_comments_id: str


class History(BaseModel):
    """Comments and reposts of a post, newest first; the cursor goes on with the comments.

    `may_comment`: whether the caller is the post's owner or has completed a session with them.
    """

    all_reposts: list[RepostShown]
    comments: list[CommentShown]
    may_comment: bool
    next_cursor: str | None
