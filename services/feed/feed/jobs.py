"""Work by the clock: scheduled posts, orphaned pictures, evidence that nobody needs, pages of the sitemap."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.jobs import Job, job
from chassis.media.storage import open_media
from chassis.retention import prune

from feed.media import store as pictures
from feed.media.rules import folder_of
from feed.posts.store import SCHEDULED_QUEUE, announce_due, next_publication
from feed.public_pages import store as public_pages

BATCH: Final = 500


@job(every=timedelta(seconds=30), queue=SCHEDULED_QUEUE, next_due=next_publication)
async def publish_scheduled(tx: Transaction, now: datetime) -> None:
    """Announce the posts whose time has come, also while nothing ran (product.md 6.3)."""
    while await announce_due(tx, now, BATCH) == BATCH:
        continue


def sweep_orphans(media_url: str) -> Job:
    """The job that removes pictures that no post shows from the store at `media_url`."""

    @job(every=timedelta(minutes=1))
    async def sweep_pictures(tx: Transaction, now: datetime) -> None:
        orphans = await pictures.due_orphans(tx, now)
        media = open_media(media_url) if orphans else None
        for digest in orphans:
            if media and not await pictures.is_needed(tx, digest):
                await media.remove_folder(folder_of(digest))
                await pictures.forget_facts(tx, digest)
            await pictures.forget_orphan(tx, digest)

    return sweep_pictures


@job(every=timedelta(hours=6))
async def release_evidence(tx: Transaction, now: datetime) -> None:
    """Let go of pictures of reports that were decided long ago."""
    await pictures.release_evidence(tx, now)


@job(every=timedelta(minutes=10))
async def add_sitemap_pages(tx: Transaction, now: datetime) -> None:
    """Begin pages of the sitemap as they fill up (product.md 2.9)."""
    await public_pages.PAGES.add_pages(tx, now)


@job(every=timedelta(hours=12), prunes=public_pages.OLD_POSTS)
async def forget_removed_posts(tx: Transaction, now: datetime) -> bool:
    """Forget posts that were removed long ago."""
    return await prune(tx, public_pages.OLD_POSTS, now)
