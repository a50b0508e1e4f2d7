"""Processes uploads (`iv_media_base`): in threads, a few at a time, so that memory stays bounded."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Final, TypeVar

from contracts.rules.messages import NOT_TEXT, REQUIRED
from pydantic import BeforeValidator

from chassis.errors import TooLarge, Unavailable, UnsupportedMedia
from chassis.media.upload_body import UploadBody
from chassis.media.validation import ImageTooLarge, NotAnImage, bytes_of
from chassis.memory_budget import BUDGET, RETRY_AFTER, WAIT_SECONDS

T = TypeVar("T")

AT_ONCE: Final = 2
NOT_AN_IMAGE: Final = "This file is not an image that can be used. Choose a JPEG, PNG, WebP or GIF."
TOO_LARGE: Final = "This image is too large: at most 10 MB and 25 megapixels (WebP: 12)."


def _typed(value: object) -> str:
    if value is None or value == "":
        raise ValueError(REQUIRED)
    if not isinstance(value, str):
        raise ValueError(NOT_TEXT)
    return value


Upload = Annotated[str, BeforeValidator(_typed)]
"""An image upload as data URL or base64. The decoder checks its size."""

_turns: Final = asyncio.Semaphore(AT_ONCE)


async def taken_in(uploads: UploadBody, typed: str, make: Callable[[bytes], T], *, enough: int) -> T:
    """The result of `make` for a picture that came with the request, or whose base64 `typed` is.

    `make` runs in a thread, within the process's budget of memory, and decodes as `cut` does with `enough`.
    Raises `UnsupportedMedia` or `TooLarge` for its field, and `Unavailable` while others take all memory.
    """
    try:
        async with _turn():
            content = await asyncio.to_thread(_content_of, uploads, typed)
            needed = await asyncio.to_thread(_memory_for, content, enough)
            async with BUDGET.decoding(needed):
                return await asyncio.to_thread(make, content)
    except ImageTooLarge as error:
        raise TooLarge(TOO_LARGE, fields={"iv_media_base": TOO_LARGE}) from error
    except NotAnImage as error:
        raise UnsupportedMedia(NOT_AN_IMAGE, fields={"iv_media_base": NOT_AN_IMAGE}) from error


def _content_of(uploads: UploadBody, typed: str) -> bytes:
    taken = uploads.take(typed)
    if taken is None:
        return bytes_of(typed)
    uploads.forget(typed)
    return taken


def _memory_for(content: bytes, enough: int) -> int:
    from chassis.media.pictures import memory_for  # noqa: PLC0415 - Pillow, when a picture comes

    return memory_for(content, enough=enough)


@asynccontextmanager
async def _turn() -> AsyncGenerator[None]:
    """One of `AT_ONCE` turns. Raises `Unavailable` when none is free for a while."""
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            await _turns.acquire()
    except TimeoutError as error:
        raise Unavailable(retry_after=RETRY_AFTER) from error
    try:
        yield
    finally:
        _turns.release()
