"""The command that makes the renditions of posts' pictures that lack them.

Until then answers say nothing of such pictures but their names.
"""

import asyncio
from typing import Final

from chassis.db import Connection, Database
from chassis.media.storage import Media
from chassis.missing_renditions import make_missing, make_renditions_command

from feed.media import store
from feed.media.rules import folder_of
from feed.media.uploads import put_files


async def make_missing_renditions(database: Database, media: Media) -> tuple[int, int]:
    """Returns how many were made, and how many pictures could not be read."""
    return await make_missing(database, media, _next_picture, _make)


async def _next_picture(tx: Connection, digest: str | None) -> str | None:
    return await store.picture_without_facts(tx, digest or "")


async def _make(database: Database, media: Media, digest: str) -> bool:
    from feed.media.renditions import renditions_by_width  # noqa: PLC0415 - Pillow, for this command

    full = await media.get(f"{folder_of(digest)}/full.webp")
    if full is None:
        return False
    renditions = await asyncio.to_thread(renditions_by_width, full)
    await put_files(media, digest, renditions)
    async with database.writing() as tx:
        if await store.is_kept(tx, digest):
            await store.keep_facts(tx, digest, renditions)
            await store.say_of_posts_showing(tx, digest)
            return True
    await media.remove_folder(folder_of(digest))  # swept meanwhile
    return True


COMMAND: Final = make_renditions_command(make_missing_renditions)
