"""What goes in and out of the calls that write posts."""

from typing import Annotated, Literal

from contracts.rules import DeviceData, Tags, Text, YesOrNo
from contracts.rules.checks import Required, TextMax
from contracts.rules.messages import ACTION, ACTION_MESSAGES, NOT_A_DATE, NOT_TEXT
from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)

from feed.media.rules import MOST_IMAGES, images_in

_DATE: TypeAdapter[AwareDatetime] = TypeAdapter(AwareDatetime)


def _date(typed: object) -> AwareDatetime | None:
    if typed in (None, "", "none"):
        return None
    try:
        return _DATE.validate_python(typed)
    except ValidationError as error:
        raise ValueError(NOT_A_DATE) from error


def _images(typed: object) -> list[str]:
    read = images_in(typed)
    if not isinstance(read, list) or not all(isinstance(each, str) for each in read):
        raise ValueError(NOT_TEXT)
    if len(read) > MOST_IMAGES:
        raise ValueError(ACTION_MESSAGES["too_many_images"])
    return read


def _chosen(typed: object) -> object:
    if typed in (None, ""):
        raise ValueError(ACTION)
    return typed


Brief = Annotated[str, Text(TextMax(500))]
"""A caption; that it must not be empty is said together with the missing image."""
When = Annotated[AwareDatetime | None, BeforeValidator(_date)]
Images = Annotated[list[str], BeforeValidator(_images)]
"""At most 8 data URLs, base64 texts or `media_name`s of one's own, as a list or a JSON string of one."""


class NewPost(BaseModel):
    """A post to be published now, later, or kept as a draft."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_post_brief: Brief = ""
    iv_post_active: Literal["now", "schedule", "draft"] = "now"
    iv_post_date: When = None
    iv_access: Literal["all", "interests", "trusted"] = "all"
    iv_mature_content: YesOrNo = "no"
    iv_tags: Tags = Field(default_factory=list)
    iv_media_type: Literal["image"] = "image"
    iv_media_base: Images = Field(default_factory=list)
    iv_device_data: DeviceData = Field(default_factory=dict)


class EditedPost(NewPost):
    """A draft or a scheduled post as it is to be from now on, its pictures included."""

    iv_post_id: Annotated[str, Text(Required(), TextMax(64))]


class PostAction(BaseModel):
    """What is to become of an own post."""

    iv_post_id: Annotated[str, Text(Required(), TextMax(64))]
    iv_action: Annotated[Literal["delete", "archive", "restore"], BeforeValidator(_chosen)]


class PostState(BaseModel):
    """What became of it: active, archived or deleted."""

    post_id: str
    status: Literal["active", "archived", "deleted"]
