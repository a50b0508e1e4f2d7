"""`python -m profiles make-renditions`: makes the renditions by width of pictures that lack them.

To be run once after the release that brought them; until then such pictures come in one size. The picture
gets a new media path by it, which the other services hear of. Safe to stop and to run again.
"""

import argparse
import asyncio
import os
from typing import Final

import structlog
from chassis.cli import Command
from chassis.clock import utc_now
from chassis.db import Database
from chassis.media.storage import Media, open_media
from chassis.media.validation import ImageTooLarge, NotAnImage

from profiles.avatar import store
from profiles.avatar.renditions import square
from profiles.avatar.rules import MEDIA
from profiles.avatar.service import keep_picture, show_picture
from profiles.profile.store import lock_avatar
from profiles.settings import ProfilesSettings

log = structlog.get_logger()


async def _run(settings: ProfilesSettings, _: argparse.Namespace) -> None:
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
    account_id = ""
    while True:
        async with database.reading() as tx:
            found = await store.picture_without_renditions(tx, account_id)
        if found is None:
            return made, unreadable
        account_id = found.account_id
        if await _make(database, media, found):
            made += 1
        else:
            unreadable += 1


async def _make(database: Database, media: Media, found: store.Picture) -> bool:
    content = await media.get(found.avatar.removeprefix(MEDIA))
    if content is None:
        return False
    try:
        files = await asyncio.to_thread(square, content)
    except (NotAnImage, ImageTooLarge):
        return False
    async with database.writing() as tx:
        if await lock_avatar(tx, found.account_id) == found.avatar:  # neither changed nor erased meanwhile
            avatar = await keep_picture(media, found.account_id, files)
            await show_picture(tx, found.account_id, avatar, now=utc_now())
    return True


def _declare(_: argparse.ArgumentParser) -> None:
    """It takes no arguments."""


COMMAND: Final = Command(
    "make-renditions", "make the renditions of pictures that were stored without them", _declare, _run
)
