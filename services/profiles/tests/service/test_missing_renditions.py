"""Avatars that older code stored get their renditions by a command."""

import io
from pathlib import Path

import httpx
import pytest
from chassis.db import Database
from chassis.media.storage import open_media
from contracts.events.profiles import AvatarChanged
from PIL import Image
from profiles.avatar.missing_renditions import make_missing_renditions
from profiles.profile.models import ProfileRow
from sqlalchemy import update
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import NewPerson
from services.profiles.tests.service.test_avatar import encoded, picture

pytestmark = pytest.mark.service


async def test_an_older_avatar_gets_its_renditions(
    person: NewPerson, client: httpx.AsyncClient, published: EventRecorder, database_url: str, tmp_path: Path
) -> None:
    nadia, olu = await person(), await person()
    for each in (nadia, olu):
        await each.post("update_avatar", iv_media_base=encoded(picture("PNG")))
    older = f"/media/avatars/{'0' * 40}.webp"
    for kind, ending in (("WEBP", "webp"), ("JPEG", "jpg")):
        (tmp_path / "avatars" / f"{'0' * 40}.{ending}").write_bytes(picture(kind, (300, 300)))
    database = Database(database_url)
    async with database.writing() as tx:
        await tx.session.execute(
            update(ProfileRow).where(ProfileRow.account_id == nadia.id).values(avatar=older)
        )
    assert await make_missing_renditions(database, open_media(tmp_path.as_uri())) == (1, 0)
    avatar = (await nadia.get("/api/get_account_profile"))["account_data"]["avatar"]
    assert avatar.endswith("-300.webp")
    assert (await published.wait_for(AvatarChanged, 3))[-1].avatar == avatar
    answer = await client.get(avatar.replace("-300.webp", "-96.avif"))
    with Image.open(io.BytesIO(answer.content), formats=["AVIF"]) as served:
        assert served.size == (96, 96)
    assert (await client.get(older)).status_code == 200, "for a moment others still show it"
    assert await make_missing_renditions(database, open_media(tmp_path.as_uri())) == (0, 0)
    async with database.writing() as tx:
        await tx.session.execute(
            update(ProfileRow).where(ProfileRow.account_id == olu.id).values(avatar=older.replace("0", "1"))
        )
    assert await make_missing_renditions(database, open_media(tmp_path.as_uri())) == (0, 1)
    await database.close()
