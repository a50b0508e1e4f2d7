"""Taking in the pictures of a post: decoded in threads, a few at a time, stored by their content's name."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from chassis.database import Database
from chassis.errors import TooLarge, UnsupportedMedia

from feed.media import store
from feed.media.encoding import renditions_of
from feed.media.library import Media
from feed.media.rules import ImageTooLarge, NotAnImage, bytes_of, digest_of

AT_ONCE: Final = 2
NOT_AN_IMAGE: Final = "This file is not an image that can be used. Choose a JPEG, PNG, WebP or GIF."
TOO_LARGE: Final = "This image is too large: at most 10 MB and 25 megapixels."
UNUSED_FOR: Final = timedelta(hours=1)
"""How long an upload may wait for its post to be committed."""

_turns: Final = asyncio.Semaphore(AT_ONCE)


async def take_in(
    database: Database, media: Media, owner_id: str, typed: Sequence[str], now: datetime
) -> list[str]:
    """Store the pictures and answer their digests, in order.

    What is about to be stored is written down first, in a transaction of its own: if the post does not come
    to be, the sweep finds them. Raises `UnsupportedMedia` or `TooLarge`, and then nothing is stored.
    """
    pictures = [await _decoded(owner_id, each) for each in typed]
    digests = [digest for digest, _ in pictures]
    async with database.writing() as session:
        await store.expect(session, digests, now + UNUSED_FOR)
    for digest, renditions in pictures:
        puts = [media.put(f"posts/{digest}/{name}", content) for name, content in renditions.items()]
        await asyncio.gather(*puts)
    return digests


async def _decoded(owner_id: str, typed: str) -> tuple[str, dict[str, bytes]]:
    async with _turns:
        try:
            return await asyncio.to_thread(_decode, owner_id, typed)
        except ImageTooLarge as error:
            raise TooLarge(TOO_LARGE, fields={"iv_media_base": TOO_LARGE}) from error
        except NotAnImage as error:
            raise UnsupportedMedia(NOT_AN_IMAGE, fields={"iv_media_base": NOT_AN_IMAGE}) from error


def _decode(owner_id: str, typed: str) -> tuple[str, dict[str, bytes]]:
    upload = bytes_of(typed)
    return digest_of(owner_id, upload), renditions_of(upload)
