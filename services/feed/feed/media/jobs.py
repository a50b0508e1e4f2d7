"""Sweeping pictures that no post shows: of posts that went, and of uploads that came to nothing."""

from datetime import datetime, timedelta

from chassis.db import Transaction
from chassis.jobs import Job, job
from chassis.media.storage import open_media

from feed.media import store
from feed.media.rules import keys_of


def sweeping(media_url: str) -> Job:
    """The job that removes strays from the store at `media_url`."""

    @job(every=timedelta(minutes=1))
    async def sweep_pictures(tx: Transaction, now: datetime) -> None:
        strays = await store.due(tx, now)
        media = open_media(media_url) if strays else None
        for stray in strays:
            if media and not await store.is_needed(tx, stray.digest):
                for key in keys_of(stray.digest):
                    await media.remove(key)
            await store.forget(tx, stray.digest)

    return sweep_pictures
