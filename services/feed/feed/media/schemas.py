"""What goes into the call that takes a picture."""

from chassis.media.uploads import Upload
from pydantic import BaseModel, ConfigDict


class NewPicture(BaseModel):
    """One picture as a data URL or as base64."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_media_base: Upload
