"""Processes uploads (`iv_media_base`): in threads, a few at a time, so that memory stays bounded."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Annotated, Final, TypeVar

from contracts.rules.messages import NOT_TEXT, REQUIRED
from pydantic import BeforeValidator

from chassis.errors import TooLarge, Unavailable, UnsupportedMedia
from chassis.media.upload_body import TOO_LARGE as BODY_TOO_LARGE
from chassis.media.upload_body import UploadBody
from chassis.media.validation import ImageTooLarge, NotAnImage, bytes_of, is_pdf
from chassis.memory_budget import BUDGET, RETRY_AFTER, WAIT_SECONDS

T = TypeVar("T")

AT_ONCE: Final = 2
NOT_AN_IMAGE: Final = "This file is not an image that can be used. Choose a JPEG, PNG, WebP or GIF."
TOO_LARGE: Final = "This image is too large: at most 10 MB and 25 megapixels (WebP: 12)."
UNREADABLE: Final = "This file could not be read."
NOT_A_FILE: Final = "This file cannot be kept. Choose a JPEG, PNG, WebP, GIF or PDF."
FILE_TOO_LARGE: Final = "This file is too large: at most 10 MB, and for an image 25 megapixels (WebP: 12)."


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
    with _refusing(NOT_AN_IMAGE, TOO_LARGE):
        async with _turn():
            content = await asyncio.to_thread(_content_of, uploads, typed)
            return await _decoded(content, make, enough)


async def file_taken_in(
    uploads: UploadBody, typed: str, make: Callable[[bytes], T], *, enough: int
) -> bytes | T:
    """As `taken_in`, but a PDF is taken too, as the bytes that it is."""
    with _refusing(NOT_A_FILE, FILE_TOO_LARGE):
        async with _turn():
            content = await asyncio.to_thread(_content_of, uploads, typed)
            return content if is_pdf(content) else await _decoded(content, make, enough)


async def read_in(uploads: UploadBody, typed: str, read: Callable[[bytes], T]) -> T:
    """The result of `read` for the bytes that came with the request, or whose base64 `typed` is: at most
    10 MB, of any kind.

    `read` runs in a thread and bounds its own time. Raises what it raises, and what `taken_in` raises.
    """
    with _refusing(UNREADABLE, BODY_TOO_LARGE):
        async with _turn():
            content = await asyncio.to_thread(_content_of, uploads, typed)
            return await asyncio.to_thread(read, content)


@contextmanager
def _refusing(unusable: str, too_large: str) -> Generator[None]:
    """Raises the refusals beside the field of the upload, with these messages."""
    try:
        yield
    except ImageTooLarge as error:
        raise TooLarge(too_large, fields={"iv_media_base": too_large}) from error
    except NotAnImage as error:
        raise UnsupportedMedia(unusable, fields={"iv_media_base": unusable}) from error


async def _decoded(content: bytes, make: Callable[[bytes], T], enough: int) -> T:
    needed = await asyncio.to_thread(_memory_for, content, enough)
    async with BUDGET.decoding(needed):
        return await asyncio.to_thread(make, content)


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
