"""What goes in and out of the call that passes a post on."""

from contracts.rules import DeviceData, RepostBrief
from pydantic import BaseModel, Field

from feed.alert_preview import NotificationData
from feed.posts.fields import Ignored, PostId
from feed.timeline.schemas import PostCard


class NewRepost(BaseModel):
    """A post to be passed on, with words of one's own or without."""

    iv_post_id: PostId
    iv_repost_brief: RepostBrief = ""
    iv_original_avatar: Ignored = None
    iv_device_data: DeviceData = Field(default_factory=dict)


class RepostStored(BaseModel):
    """The repost as a card, and the news for the original's owner."""

    repost_data: PostCard
    notification_data: NotificationData | None
