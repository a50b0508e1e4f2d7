"""`python -m feed make-renditions`: makes the renditions by width of pictures that lack them.

To be run once after the release that brought them; until then answers say nothing of such pictures but
their names. Safe to stop and to run again.
"""

import argparse
import asyncio
import os
from typing import Final

import structlog
from chassis.cli import Command
from chassis.db import Database
from chassis.media.storage import Media, open_media
from chassis.media.validation import ImageTooLarge, NotAnImage

from feed.media import store
from feed.media.renditions import renditions_by_width
from feed.media.rules import folder_of
from feed.media.uploads import put_files
from feed.settings import FeedSettings

log = structlog.get_logger()


async def _run(settings: FeedSettings, _: argparse.Namespace) -> None:
    os.nice(10)  # whoever waits for an answer comes first
    database = Database(settings.database_url, pool_size=1)
    try:
        made, unreadable = await make_missing_renditions(database, open_media(settings.media_url))
    finally:
        await database.close()
    log.info("renditions made", pictures=made, unreadable=unreadable)


async def make_missing_renditions(database: Database, media: Media) -> tuple[int, int]:
    """Make them one by one; answers how many were made, and how many pictures could not be read."""
    made = unreadable = 0
    digest: str | None = ""
    while True:
        async with database.reading() as tx:
            digest = await store.picture_without_facts(tx, digest)
        if digest is None:
            return made, unreadable
        if await _make(database, media, digest):
            made += 1
        else:
            unreadable += 1


async def _make(database: Database, media: Media, digest: str) -> bool:
    full = await media.get(f"{folder_of(digest)}/full.webp")
    if full is None:
        return False
    try:
        renditions = await asyncio.to_thread(renditions_by_width, full)
    except (NotAnImage, ImageTooLarge):
        return False
    await put_files(media, digest, renditions)
    async with database.writing() as tx:
        if await store.is_kept(tx, digest):
            await store.keep_facts(tx, digest, renditions)
            await store.say_of_posts_showing(tx, digest)
            return True
    await media.remove_folder(folder_of(digest))  # swept meanwhile
    return True


def _declare(_: argparse.ArgumentParser) -> None:
    """It takes no arguments."""


COMMAND: Final = Command(
    "make-renditions", "make the renditions of pictures that were stored without them", _declare, _run
)
