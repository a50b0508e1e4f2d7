"""Storing the pictures of a post: cut, and named by their content."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Database
from chassis.media.storage import Media
from chassis.media.upload_body import UploadBody
from chassis.media.uploads import taken_in
from chassis.media.validation import content_name

from feed.media.rules import ENOUGH, Renditions, folder_of
from feed.media.store import expect_pictures, keep_facts

UNUSED_FOR: Final = timedelta(hours=1)
"""How long an upload may wait for the post that it came with to be committed."""
WAITS_FOR_POST: Final = timedelta(days=1)
"""How long a picture that was sent alone waits for its post to be written."""


async def store_uploads(
    database: Database,
    media: Media,
    uploads: UploadBody,
    owner_id: str,
    typed: Sequence[str],
    sweep_after: datetime,
) -> list[tuple[str, Renditions]]:
    """Store the pictures; answers their digests and renditions, in order.

    What is about to be stored is written down first, in a transaction of its own: if no post shows them
    by `sweep_after`, the sweep finds them.
    Raises `UnsupportedMedia`, `TooLarge` or `Unavailable`, and then nothing is stored.
    """

    def named(upload: bytes) -> tuple[str, Renditions]:
        from feed.media.renditions import renditions_of  # noqa: PLC0415 - Pillow, when a picture comes

        return content_name(owner_id, upload), renditions_of(upload)

    if not typed:
        return []
    pictures = [await taken_in(uploads, each, named, enough=ENOUGH) for each in typed]
    digests = [digest for digest, _ in pictures]
    async with database.writing() as tx:
        await expect_pictures(tx, owner_id, digests, sweep_after)
        for digest, renditions in pictures:
            await keep_facts(tx, digest, renditions)
    for digest, renditions in pictures:
        await put_files(media, digest, renditions)
    return pictures


async def put_files(media: Media, digest: str, renditions: Renditions) -> None:
    """Put the files of a picture into the store."""
    files = renditions.files.items()
    await asyncio.gather(*(media.put(f"{folder_of(digest)}/{name}", content) for name, content in files))
