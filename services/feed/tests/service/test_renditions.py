"""Pictures of posts by width: as AVIF and WebP, never enlarged, with a placeholder; older ones too."""

import base64
import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from chassis.db import Database
from chassis.media.storage import open_media
from feed.media.missing_renditions import make_missing_renditions
from feed.media.models import StoredPictureRow
from feed.posts.models import PostRow
from feed.settings import FeedSettings
from PIL import Image
from sqlalchemy import delete, update

from services.feed.tests.conftest import PICTURE, Marketplace, Member, picture
from services.feed.tests.service.test_sweep import delete as delete_post
from services.feed.tests.service.test_sweep import stored_files, sweep

pytestmark = pytest.mark.service


def halves(size: tuple[int, int], kind: str = "PNG", mode: str = "RGB", turned: int = 1) -> str:
    """A picture as base64: red on the left, blue on the right."""
    image = Image.new("RGB", size, "red")
    image.paste("blue", (size[0] // 2, 0, *size))
    exif = Image.Exif()
    exif[0x0112] = turned
    exif[0x010F] = "A camera"
    target = io.BytesIO()
    image.convert(mode).save(target, kind, **({"exif": exif} if kind == "JPEG" else {}))
    return base64.b64encode(target.getvalue()).decode()


async def shown(owner: Member, image: str) -> dict[str, Any]:
    """What the card of a new post says of its picture."""
    (said,) = (await owner.publish(iv_media_base=[image]))["pictures"]
    return said


def colours(placeholder: str, *places: tuple[int, int]) -> list[tuple[int, ...]]:
    """The colours of a placeholder at these places, counted from the end where they are negative."""
    head, content = placeholder.split(",")
    assert head == "data:image/webp;base64"
    with Image.open(io.BytesIO(base64.b64decode(content)), formats=["WEBP"]) as tiny:
        picture = tiny.convert("RGB")
        found = [picture.getpixel((x % picture.width, y % picture.height)) for x, y in places]
    return [each for each in found if isinstance(each, tuple)]


async def check_files(marketplace: Marketplace, said: dict[str, Any], *, large: bool = True) -> None:
    """Every rendition that a card names is served: of its type and size, bare, and of the right colours."""
    for width in said["widths"]:
        for kind in ("avif", "webp"):
            answer = await marketplace.client.get(said["media_name"].replace("card.webp", f"{width}.{kind}"))
            assert (answer.status_code, answer.headers["content-type"]) == (200, f"image/{kind}")
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            with Image.open(io.BytesIO(answer.content), formats=[kind.upper()]) as served:
                assert served.size == (width, max(1, round(said["height"] * width / said["width"])))
                assert not served.info.keys() & {"exif", "icc_profile", "xmp"}
                if large:
                    left, right = (served.convert("RGB").getpixel((x, 9)) for x in (9, width - 9))
                    assert isinstance(left, tuple)
                    assert isinstance(right, tuple)
                    assert left[0] > 200 > left[2]
                    assert right[2] > 200 > right[0]


@pytest.mark.parametrize(
    ("size", "widths", "height"),
    [
        ((3000, 2000), [390, 650, 975, 1300], 1000),
        ((700, 540), [390, 650, 700], 538),
        ((400, 400), [390, 400], 308),
        ((60, 3), [4], 3),
        ((1, 1), [1], 1),
    ],
)
async def test_no_picture_is_enlarged(
    marketplace: Marketplace, size: tuple[int, int], widths: list[int], height: int
) -> None:
    samira = await marketplace.provider("Samira")
    said = await shown(samira, halves(size))
    assert (said["widths"], said["width"], said["height"]) == (widths, widths[-1], height)
    await check_files(marketplace, said, large=size[0] > 60)


async def test_the_placeholder_is_the_picture_in_few_bytes(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    said = await shown(samira, halves((1300, 1000)))
    assert len(said["placeholder"]) < 200
    left, right = colours(said["placeholder"], (1, 4), (-2, 4))
    assert left[0] > 180 > left[2]
    assert right[2] > 180 > right[0]


@pytest.mark.parametrize(
    "image",
    [
        halves((1300, 1000), "GIF"), halves((1300, 1000), "PNG", "P"), halves((1300, 1000), "PNG", "RGBA"),
        halves((1300, 1000), "JPEG", "CMYK"), halves((1300, 1000), "WEBP"),
    ],
)  # fmt: skip
async def test_odd_pictures_have_renditions_like_any_other(marketplace: Marketplace, image: str) -> None:
    samira = await marketplace.provider("Samira")
    said = await shown(samira, image)
    assert said["widths"] == [390, 650, 975, 1300]
    await check_files(marketplace, said)


async def test_a_turned_picture_is_upright_in_every_width(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    said = await shown(samira, halves((1000, 1300), "JPEG", turned=6))
    assert (said["width"], said["height"]) == (1300, 1000)
    path = said["media_name"].replace("card.webp", "390.avif")
    with Image.open(io.BytesIO((await marketplace.client.get(path)).content)) as served:
        top, foot = (served.convert("RGB").getpixel((200, y)) for y in (9, 290))
        assert isinstance(top, tuple)
        assert isinstance(foot, tuple)
        assert top[0] > 200 > top[2]
        assert foot[2] > 200 > foot[0]


async def test_answers_say_what_there_is(marketplace: Marketplace) -> None:
    """The upload, each list of posts, a repost, and a post that was edited; in the order of `media_name`."""
    samira, jonas = await marketplace.provider("Samira"), await marketplace.provider("Jonas")
    sent = (await samira.post("upload_feed_media", iv_media_base=picture(1400, 1100))).json()["data"]
    assert sent["widths"] == [390, 650, 975, 1300]
    card = await samira.publish(iv_media_base=[PICTURE, sent["media_name"]])
    assert [each["media_name"] for each in card["pictures"]] == json.loads(card["media_name"])
    assert card["pictures"][1] == sent
    post_id = card["post_id"]
    repost = (
        await jonas.post("create_repost_feed_content", iv_post_id=post_id, iv_repost_brief="See")
    ).json()
    assert repost["status"], repost
    for path in ("get_feed_posts", f"get_profile_posts/{samira.id}", f"get_profile_posts/{jonas.id}"):
        for found in (await marketplace.client.get(f"/api/{path}")).json()["data"]:
            assert found["pictures"] == card["pictures"]
    one = (await marketplace.client.get(f"/api/get_feed_post/{post_id}")).json()["data"]
    assert one["pictures"] == card["pictures"]
    draft = await samira.publish("Draft", iv_post_active="draft")
    edited = await samira.post(
        "update_feed_content",
        iv_post_id=draft["post_id"],
        iv_post_brief="Draft",
        iv_post_active="draft",
        iv_media_base=[sent["media_name"]],
    )
    assert edited.json()["data"]["pictures"] == [sent]


async def test_nobody_sees_a_rendition_who_may_not_see_the_post(marketplace: Marketplace) -> None:
    samira, jonas = await marketplace.provider("Samira"), await marketplace.provider("Jonas")
    draft = await samira.publish("Draft", iv_post_active="draft")
    path = draft["pictures"][0]["media_name"].replace("card.webp", "390.avif")
    assert (await marketplace.client.get(path)).status_code == 404
    assert (await jonas.get(path)).status_code == 404
    own = await samira.get(path)
    assert (own.status_code, own.headers["cache-control"]) == (200, "private, max-age=300")


def remove_by_width(store: Path) -> None:
    """Remove the renditions by width from this folder."""
    for file in store.rglob("*.*"):
        if file.stem.isdigit():
            file.unlink()


async def as_of_older_code(settings: FeedSettings, database: Database) -> None:
    """Make all pictures such as older code stored them: card and full alone, and nothing known of them."""
    remove_by_width(Path(urlsplit(settings.media_url).path))
    async with database.writing() as tx:
        await tx.session.execute(delete(StoredPictureRow))
        await tx.session.execute(update(PostRow).values(pictures=[]))


async def test_older_pictures_work_and_get_their_renditions_by_a_command(
    marketplace: Marketplace, settings: FeedSettings
) -> None:
    samira = await marketplace.provider("Samira")
    large = await samira.publish(iv_media_base=[halves((1500, 1200)), PICTURE])
    await samira.publish("The same", iv_media_base=json.loads(large["media_name"])[:1])
    database, media = Database(settings.database_url), open_media(settings.media_url)
    await as_of_older_code(settings, database)
    card, same = (await marketplace.client.get("/api/get_feed_posts")).json()["data"][::-1]
    assert (card["media_name"], card["pictures"], same["pictures"]) == (large["media_name"], [], [])
    assert await make_missing_renditions(database, media) == (2, 0)
    card, same = (await marketplace.client.get("/api/get_feed_posts")).json()["data"][::-1]
    assert [each["widths"] for each in card["pictures"]] == [[390, 650, 975, 1300], [390, 650, 700]]
    assert same["pictures"] == card["pictures"][:1]
    await check_files(marketplace, card["pictures"][0])
    assert await make_missing_renditions(database, media) == (0, 0)
    await as_of_older_code(settings, database)
    await media.remove_folder("posts")
    assert await make_missing_renditions(database, media) == (0, 2)
    await delete_post(samira, card["post_id"])
    await database.close()


async def test_making_renditions_does_not_bring_back_what_was_swept(
    marketplace: Marketplace, settings: FeedSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    samira = await marketplace.provider("Samira")
    card = await samira.publish(iv_media_base=[PICTURE])
    database, media = Database(settings.database_url), open_media(settings.media_url)
    await as_of_older_code(settings, database)
    read = media.get

    async def read_and_delete(key: str) -> bytes | None:
        content = await read(key)
        await delete_post(samira, card["post_id"])
        await sweep(settings, timedelta(minutes=1))
        return content

    monkeypatch.setattr(media, "get", read_and_delete)
    await make_missing_renditions(database, media)
    assert stored_files(settings) == 0
    await database.close()
