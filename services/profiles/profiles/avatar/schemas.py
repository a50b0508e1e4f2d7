"""Requests and answers about avatars."""

from typing import Annotated

from contracts.rules.messages import NOT_TEXT, REQUIRED
from pydantic import BaseModel, BeforeValidator, ConfigDict


def _typed(value: object) -> str:
    if value is None or value == "":
        raise ValueError(REQUIRED)
    if not isinstance(value, str):
        raise ValueError(NOT_TEXT)
    return value


class AvatarUpdate(BaseModel):
    """A data URL or bare base64 of a picture; 'none' goes back to the drawn one."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_media_base: Annotated[str, BeforeValidator(_typed)]


class AvatarSaved(BaseModel):
    """The media path of the picture as it now is; a JPEG lies beside a WebP under the same name."""

    avatar: str
