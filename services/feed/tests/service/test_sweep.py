"""Pictures are deleted from the store when no post shows them, and never before."""

import json
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from chassis.clock import utc_now
from chassis.db import Database
from contracts.events.identity import AccountDeleted
from feed.jobs import sweep_orphans
from feed.media.models import OrphanPictureRow
from feed.settings import FeedSettings
from sqlalchemy import func, select
from testkit.event_recorder import EventRecorder

from services.feed.tests.conftest import Marketplace, Member, picture

pytestmark = pytest.mark.service


async def sweep(settings: FeedSettings, ahead: timedelta) -> int:
    """Sweep as of a later time; returns how many unused pictures are still recorded."""
    database = Database(settings.database_url)
    async with database.writing() as tx:
        await sweep_orphans(settings.media_url)(tx, utc_now() + ahead)
    async with database.reading() as tx:
        left = await tx.session.scalar(select(func.count()).select_from(OrphanPictureRow))
    await database.close()
    return left or 0


def stored_files(settings: FeedSettings) -> int:
    """How many files the media store holds."""
    folder = Path(urlsplit(settings.media_url).path)
    return sum(each.is_file() for each in folder.rglob("*"))


async def delete(owner: Member, post_id: str) -> None:
    """Delete a post."""
    await owner.post("feed_post_delete_archive_restore", iv_post_id=post_id, iv_action="delete")


async def test_a_picture_goes_with_its_last_post(marketplace: Marketplace, settings: FeedSettings) -> None:
    samira = await marketplace.provider("Samira")
    one, two = await samira.publish("One"), await samira.publish("Two")
    path = json.loads(one["media_name"])[0]
    assert one["media_name"] == two["media_name"]
    assert await sweep(settings, timedelta(hours=2)) == 0
    assert (await marketplace.client.get(path)).status_code == 200
    await delete(samira, one["post_id"])
    await sweep(settings, timedelta(minutes=1))
    assert (await marketplace.client.get(path)).status_code == 200
    assert stored_files(settings) == 10, "card and full, as WebP and JPEG; and three widths as AVIF and WebP"
    await delete(samira, two["post_id"])
    assert await sweep(settings, timedelta(minutes=1)) == 0
    assert (await marketplace.client.get(path)).status_code == 404
    assert stored_files(settings) == 0


async def test_a_picture_waits_a_day_for_its_post(marketplace: Marketplace, settings: FeedSettings) -> None:
    samira = await marketplace.provider("Samira")
    names = [
        (await samira.post("upload_feed_media", iv_media_base=picture(colour=colour))).json()["data"][
            "media_name"
        ]
        for colour in ("red", "blue")
    ]
    draft = await samira.publish("Draft", iv_post_active="draft", iv_media_base=[names[0]])
    assert await sweep(settings, timedelta(hours=23)) == 1
    assert await sweep(settings, timedelta(hours=25)) == 0
    assert [(await samira.get(name)).status_code for name in names] == [200, 404]
    gone = await samira.post("create_new_feed_content", iv_post_brief="Late", iv_media_base=[names[1]])
    assert list(gone.json()["message"]["iv_msg"]) == ["iv_media_base"]
    other = {
        "iv_post_id": draft["post_id"],
        "iv_post_brief": "Draft",
        "iv_media_base": [picture(colour="green")],
    }
    assert (await samira.post("update_feed_content", **other, iv_post_active="draft")).json()["status"]
    await sweep(settings, timedelta(minutes=1))
    assert (await samira.get(names[0])).status_code == 404


async def test_what_was_sent_goes_with_its_account(
    marketplace: Marketplace, settings: FeedSettings, published: EventRecorder
) -> None:
    samira = await marketplace.provider("Samira")
    await samira.post("upload_feed_media", iv_media_base=picture())
    await published.tell(AccountDeleted(account_id=samira.id))
    assert await sweep(settings, timedelta(minutes=1)) == 0


async def test_an_upload_that_came_to_nothing_is_swept(
    marketplace: Marketplace, settings: FeedSettings
) -> None:
    samira = await marketplace.provider("Samira")
    good, bad = picture(colour="red"), "bm90IGFuIGltYWdl"
    await samira.post("create_new_feed_content", iv_post_brief="Look", iv_media_base=[good, bad])
    assert await sweep(settings, timedelta()) == 0
