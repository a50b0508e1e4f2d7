"""Taking in a picture and letting one go."""

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

import structlog
from chassis.db import Transaction
from chassis.jobs import Job, job
from chassis.media.storage import Media, open_media
from chassis.outbox import emit
from contracts.events.profiles import AvatarChanged

from profiles.avatar import store
from profiles.avatar.rules import SIDE, key_of, keys_of, path_of
from profiles.profile.service import own_profile
from profiles.profile.store import save

KEPT_FOR: Final = timedelta(minutes=10)
"""How long a picture outlives its use: other services still name it for a moment."""
log = structlog.get_logger()


async def keep_picture(media: Media, account_id: str, files: Mapping[str, bytes]) -> str:
    """Put the files of a picture into the store and answer its media path."""
    key = key_of(account_id, files[f"{SIDE}.webp"])
    await asyncio.gather(*(media.put(f"{key}-{name}", content) for name, content in files.items()))
    return path_of(key)


async def show_picture(tx: Transaction, account_id: str, avatar: str, *, now: datetime) -> None:
    """Make `avatar` (a media path, or '' for the drawn one) the account's picture, and announce it."""
    before = await own_profile(tx, account_id)
    if before.avatar == avatar:
        return
    after = await save(tx, account_id, avatar=avatar)
    await store.reuse(tx, keys_of(avatar))
    await store.discard(tx, keys_of(before.avatar), now)
    await emit(tx, AvatarChanged(account_id=account_id, avatar=avatar, revision=after.revision))


def remove_discarded_pictures(media_url: str) -> Job:
    """The job that removes what nobody shows any more."""

    @job(every=timedelta(minutes=5))
    async def remove_discarded(tx: Transaction, now: datetime) -> None:
        keys = await store.take_discarded(tx, now - KEPT_FOR)
        if keys:
            media = open_media(media_url)
            for key in keys:
                await media.remove(key)
            log.info("pictures removed", count=len(keys))

    return remove_discarded
