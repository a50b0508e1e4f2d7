"""The command that makes the renditions of avatars that lack them.

Until then such pictures come in one size. A picture gets a new media path by it, of which the other services
hear.
"""

import asyncio
from typing import Final

from chassis.clock import utc_now
from chassis.db import Connection, Database
from chassis.media.storage import Media
from chassis.missing_renditions import make_missing, make_renditions_command

from profiles.avatar import store
from profiles.avatar.rules import MEDIA
from profiles.avatar.service import keep_picture, show_picture
from profiles.profile.store import lock_avatar


async def make_missing_renditions(database: Database, media: Media) -> tuple[int, int]:
    """Returns how many were made, and how many pictures could not be read."""
    return await make_missing(database, media, _next_picture, _make)


async def _next_picture(tx: Connection, last: store.Picture | None) -> store.Picture | None:
    return await store.picture_without_renditions(tx, last.account_id if last else "")


async def _make(database: Database, media: Media, found: store.Picture) -> bool:
    from profiles.avatar.renditions import square  # noqa: PLC0415 - Pillow, for this command

    content = await media.get(found.avatar.removeprefix(MEDIA))
    if content is None:
        return False
    files = await asyncio.to_thread(square, content)
    async with database.writing() as tx:
        if await lock_avatar(tx, found.account_id) == found.avatar:  # neither changed nor erased meanwhile
            avatar = await keep_picture(media, found.account_id, files)
            await show_picture(tx, found.account_id, avatar, now=utc_now())
    return True


COMMAND: Final = make_renditions_command(make_missing_renditions)
