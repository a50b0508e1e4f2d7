"""Requests and answers about avatars."""

from chassis.media.uploads import Upload
from pydantic import BaseModel, ConfigDict


class AvatarUpdate(BaseModel):
    """A data URL or bare base64 of a picture; 'none' goes back to the drawn one."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_media_base: Upload


class AvatarSaved(BaseModel):
    """The media path of the picture as it now is; a JPEG lies beside a WebP under the same name.

    A path that ends in `-300.webp` says that the picture also lies there as `-96`, `-192` and `-300`, each
    `.avif` and `.webp`.
    """

    avatar: str
