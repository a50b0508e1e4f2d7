"""What goes in and out of the call that takes a picture."""

from typing import Annotated, Final

from contracts.rules import Text
from contracts.rules.checks import Required
from pydantic import BaseModel, ConfigDict

_LONGEST: Final = 15_000_000  # a picture of 10 MB as base64, and the beginning of a data URL


class NewPicture(BaseModel):
    """One picture as a data URL or as base64."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_media_base: Annotated[str, Text(Required(), most=_LONGEST)]


class PictureKept(BaseModel):
    """The name under which a post may show the picture."""

    media_name: str
