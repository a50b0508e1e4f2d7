"""`python -m demo.renditions`: stores the demo's portraits and pictures in all sizes and formats.

It reads one JSON object from stdin: `at` (the moment at which the demo was begun), `portraits` and `pictures`
(the stores of profiles and feed) and `database` (feed's). A process of its own, with low priority: the app
answers meanwhile, and shows each picture as soon as it lies in the store.
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import Final

from chassis.db import Database
from chassis.media.pictures import cut, encoded
from chassis.media.storage import Media, open_media
from feed.media.missing_renditions import make_missing_renditions
from feed.media.rules import FULL, folder_of
from profiles.avatar.renditions import square

from demo.pictures import Picture, avatar_key, portrait_of
from demo.social import posts_of
from demo.world import Account, World

AT_ONCE: Final = 2


async def main() -> None:
    """Store everything, first what the first screens show; then make the posts' pictures in all widths."""
    os.nice(5)
    told: dict[str, str] = json.load(sys.stdin)
    world = World(datetime.fromisoformat(told["at"]))
    portraits, pictures = open_media(told["portraits"]), open_media(told["pictures"])
    await _each([partial(_store_portrait, portraits, each) for each in world.hosts])
    shown = [picture for each in posts_of(world, []) for picture in each.pictures]
    await _each([partial(_store_picture, pictures, each) for each in shown])
    await _each([partial(_store_portrait, portraits, each) for each in world.guests])
    database = Database(told["database"], pool_size=1)
    try:
        await make_missing_renditions(database, pictures)
    finally:
        await database.close()


async def _each(steps: list[Callable[[], Awaitable[None]]]) -> None:
    """Take these steps, some of them at once, the first ones first."""
    left = iter(steps)

    async def some() -> None:
        for step in left:
            await step()

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


async def _store_portrait(media: Media, account: Account) -> None:
    files = await asyncio.to_thread(square, portrait_of(account.email))
    key = avatar_key(account.id)
    for name, content in files.items():
        await media.put(f"{key}-{name}", content)


async def _store_picture(media: Media, picture: Picture) -> None:
    for name, content in (await asyncio.to_thread(named_files, picture.content)).items():
        await media.put(f"{folder_of(picture.digest)}/{name}", content)


def named_files(content: bytes) -> dict[str, bytes]:
    """What lies in the store for every picture (`feed.media.rules.NAMED`), of one of 1300 by 1000."""
    full = cut(content, lambda size: size, enough=max(FULL))
    card = full.reduce(2)
    return {
        "card.webp": encoded(card, "WEBP"),
        "card.jpg": encoded(card, "JPEG"),
        "full.webp": content,
        "full.jpg": encoded(full, "JPEG"),
    }


if __name__ == "__main__":
    asyncio.run(main())
