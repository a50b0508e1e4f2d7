"""Processes uploads (`iv_media_base`): in threads, a few at a time, so that memory stays bounded."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from contracts.rules.messages import NOT_TEXT, REQUIRED
from pydantic import BeforeValidator

from chassis.errors import TooLarge, UnsupportedMedia
from chassis.media.validation import ImageTooLarge, NotAnImage, bytes_of

T = TypeVar("T")

AT_ONCE: Final = 2
NOT_AN_IMAGE: Final = "This file is not an image that can be used. Choose a JPEG, PNG, WebP or GIF."
TOO_LARGE: Final = "This image is too large: at most 10 MB and 25 megapixels."


def _typed(value: object) -> str:
    if value is None or value == "":
        raise ValueError(REQUIRED)
    if not isinstance(value, str):
        raise ValueError(NOT_TEXT)
    return value


Upload = Annotated[str, BeforeValidator(_typed)]
"""An image upload as data URL or base64. The decoder checks its size."""

_slots: Final = asyncio.Semaphore(AT_ONCE)


async def taken_in(typed: str, make: Callable[[bytes], T]) -> T:
    """The result of `make` for the upload's bytes. Raises `UnsupportedMedia` or `TooLarge` for its field."""
    async with _slots:
        try:
            return await asyncio.to_thread(lambda: make(bytes_of(typed)))
        except ImageTooLarge as error:
            raise TooLarge(TOO_LARGE, fields={"iv_media_base": TOO_LARGE}) from error
        except NotAnImage as error:
            raise UnsupportedMedia(NOT_AN_IMAGE, fields={"iv_media_base": NOT_AN_IMAGE}) from error
