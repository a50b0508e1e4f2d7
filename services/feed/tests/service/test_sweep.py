"""Pictures leave the store when no post shows them, and never before."""

import json
from datetime import timedelta

import pytest
from chassis.clock import utc_now
from chassis.database import Database
from feed.media.jobs import sweeping
from feed.media.models import Stray
from feed.settings import FeedSettings
from sqlalchemy import func, select

from services.feed.tests.conftest import Member, Village, picture

pytestmark = pytest.mark.service


async def sweep(settings: FeedSettings, ahead: timedelta) -> int:
    """Sweep as of a later time; how many strays are still known."""
    database = Database(settings.database_url)
    async with database.writing() as session:
        await sweeping(settings.media_url)(session, utc_now() + ahead)
    async with database.reading() as session:
        left = await session.scalar(select(func.count()).select_from(Stray))
    await database.close()
    return left or 0


async def delete(owner: Member, post_id: str) -> None:
    """Delete a post."""
    await owner.post("feed_post_delete_archive_restore", iv_post_id=post_id, iv_action="delete")


async def test_a_picture_goes_with_its_last_post(village: Village, settings: FeedSettings) -> None:
    samira = await village.provider("Samira")
    one, two = await samira.publish("One"), await samira.publish("Two")
    path = json.loads(one["media_name"])[0]
    assert one["media_name"] == two["media_name"]
    assert await sweep(settings, timedelta(hours=2)) == 0
    assert (await village.client.get(path)).status_code == 200
    await delete(samira, one["post_id"])
    await sweep(settings, timedelta(minutes=1))
    assert (await village.client.get(path)).status_code == 200
    await delete(samira, two["post_id"])
    assert await sweep(settings, timedelta(minutes=1)) == 0
    assert (await village.client.get(path)).status_code == 404


async def test_an_upload_that_came_to_nothing_is_swept(village: Village, settings: FeedSettings) -> None:
    samira = await village.provider("Samira")
    good, bad = picture(colour="red"), "bm90IGFuIGltYWdl"
    await samira.post("create_new_feed_content", iv_post_brief="Look", iv_media_base=[good, bad])
    assert await sweep(settings, timedelta()) == 0
