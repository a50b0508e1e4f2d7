"""`python -m <service> make-renditions`: makes the renditions by width of pictures that lack them.

To be run once after the release that brought them. Safe to stop and to run again.
"""

import argparse
import os
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from chassis.cli import Command
from chassis.db import Connection, Database
from chassis.media.storage import Media, open_media
from chassis.media.validation import ImageTooLarge, NotAnImage
from chassis.settings import ServiceSettings

log = structlog.get_logger()

P = TypeVar("P")
Find = Callable[[Connection, P | None], Awaitable[P | None]]
"""The next picture after another one, or the first; None at the end."""
Make = Callable[[Database, Media, P], Awaitable[bool]]
"""Makes the renditions of a picture; False when its file is missing. Raises what reading a picture raises."""
MakeAll = Callable[[Database, Media], Awaitable[tuple[int, int]]]


async def make_missing(database: Database, media: Media, find: Find[P], make: Make[P]) -> tuple[int, int]:
    """Make them one by one; returns how many were made, and how many pictures could not be read."""
    made = unreadable = 0
    picture: P | None = None
    while True:
        async with database.reading() as tx:
            picture = await find(tx, picture)
        if picture is None:
            return made, unreadable
        try:
            is_made = await make(database, media, picture)
        except (NotAnImage, ImageTooLarge):
            is_made = False
        made, unreadable = made + is_made, unreadable + (not is_made)


def make_renditions_command(make_all: MakeAll) -> Command[ServiceSettings]:
    """The command of a service whose missing renditions `make_all` makes."""

    async def run(settings: ServiceSettings, _: argparse.Namespace) -> None:
        os.nice(10)  # whoever waits for an answer comes first
        database = Database(settings.command_database_url, pool_size=1)
        try:
            made, unreadable = await make_all(database, open_media(settings.media_url))
        finally:
            await database.close()
        log.info("renditions made", pictures=made, unreadable=unreadable)

    summary = "make the renditions of pictures that were stored without them"
    return Command("make-renditions", summary, _declare, run)


def _declare(_: argparse.ArgumentParser) -> None:
    """It takes no arguments."""
