"""Pictures of posts: uploaded before the post, and served only to who may see one of their posts."""

import base64
import io
import json
from datetime import timedelta

import httpx
import pytest
from chassis.clock import utc_now
from feed.media import routes
from PIL import Image

from services.feed.tests.conftest import PICTURE, Marketplace, Member, MovableClock, picture

pytestmark = pytest.mark.service


async def sent(owner: Member, image: str = PICTURE) -> str:
    """Send a picture alone; its name."""
    answer = (await owner.post("upload_feed_media", iv_media_base=image)).json()
    assert answer["status"], answer
    return answer["data"]["media_name"]


def noise() -> str:
    """A picture that takes megabytes, as photographs do."""
    target = io.BytesIO()
    Image.effect_noise((1300, 1000), 90).convert("RGB").save(target, "PNG")
    return base64.b64encode(target.getvalue()).decode()


async def test_a_photograph_is_no_word_of_twenty_thousand_letters(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    assert len(noise()) > 1_000_000
    name = await sent(samira, noise())
    assert (await samira.get(name)).status_code == 200
    for typed in (7, ["a"], "", None):
        answer = (await samira.post("upload_feed_media", iv_media_base=typed)).json()
        assert (answer["status"], list(answer["message"]["iv_msg"])) == (False, ["iv_media_base"])


async def test_a_picture_is_sent_first_and_shown_by_its_name(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    name = await sent(samira, picture(1400, 1100))
    assert (await marketplace.client.get(name)).status_code == 404
    assert (await samira.get(name)).status_code == 200
    other = f"data:image/png;base64,{picture(colour='red')}"
    card = await samira.publish(iv_media_base=json.dumps([name, other, name]))
    names = json.loads(card["media_name"])
    assert (names[0], names[2], len(set(names))) == (name, name, 2)
    for each in names:
        assert (await marketplace.client.get(each)).status_code == 200
    again = await samira.publish("Once more", iv_media_base=[name])
    assert json.loads(again["media_name"]) == [name]


async def test_only_providers_send_pictures_and_only_pictures(
    marketplace: Marketplace, guest: dict[str, str]
) -> None:
    ivo, samira = await marketplace.member("Ivo"), await marketplace.provider("Samira")
    assert (await ivo.post("upload_feed_media", iv_media_base=PICTURE)).status_code == 403
    for headers in ({}, guest):
        answer = await marketplace.client.post("/api/upload_feed_media", json={}, headers=headers)
        assert answer.status_code == 401
    empty = (await samira.post("upload_feed_media")).json()
    assert (empty["status"], list(empty["message"]["iv_msg"])) == (False, ["iv_media_base"])
    wrong = await samira.post("upload_feed_media", iv_media_base="bm90IGFuIGltYWdl")
    assert wrong.status_code == 415


async def test_only_so_many_pictures_wait(marketplace: Marketplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "MOST_WAITING", 2)
    samira = await marketplace.provider("Samira")
    names = [await sent(samira, picture(colour=colour)) for colour in ("red", "blue")]
    refused = (await samira.post("upload_feed_media", iv_media_base=PICTURE)).json()
    assert refused["message"]["iv_msg"] == {"iv_media_base": routes.TOO_MANY_WAIT}
    await samira.publish(iv_media_base=names)
    assert (await samira.get(await sent(samira))).status_code == 200


@pytest.mark.parametrize("status", ["draft", "scheduled", "archived"])
async def test_nobody_elses_pictures_can_be_named(marketplace: Marketplace, status: str) -> None:
    """Neither of posts nor of uploads; and naming them does not make them one's own."""
    samira, jonas = await marketplace.provider("Samira"), await marketplace.provider("Jonas")
    theirs = {"uploaded": await sent(samira), "unknown": f"/media/posts/{'0' * 40}/card.webp"}
    theirs[status] = json.loads((await kept_back(samira, status))["media_name"])[0]
    for name in theirs.values():
        answer = (
            await jonas.post("create_new_feed_content", iv_post_brief="Mine", iv_media_base=[name])
        ).json()
        assert list(answer["message"]["iv_msg"]) == ["iv_media_base"]
        assert (await jonas.get(name)).status_code == 404
        assert (await marketplace.client.get(name)).status_code == 404
    assert (await samira.get(theirs["uploaded"])).status_code == 200
    assert await jonas.feed() == []


async def test_a_single_upload_of_somebody_else_cannot_be_named(marketplace: Marketplace) -> None:
    samira, jonas = await marketplace.provider("Samira"), await marketplace.provider("Jonas")
    name = await sent(samira)
    answer = await jonas.post("create_new_feed_content", iv_post_brief="Mine", iv_media_base=[name])
    assert list(answer.json()["message"]["iv_msg"]) == ["iv_media_base"]
    assert (await jonas.get(name)).status_code == 404
    assert (await samira.get(name)).status_code == 200


async def kept_back(owner: Member, status: str) -> dict[str, str]:
    """A post of the owner's that nobody else sees."""
    fields: dict[str, object] = {"iv_media_base": [picture(colour=status_colours[status])]}
    if status == "draft":
        return await owner.publish(status, **fields, iv_post_active="draft")
    if status == "scheduled":
        at = (utc_now() + timedelta(hours=1)).isoformat()
        return await owner.publish(status, **fields, iv_post_active="schedule", iv_post_date=at)
    card = await owner.publish(status, **fields)
    archive = {"iv_post_id": card["post_id"], "iv_action": "archive"}
    assert (await owner.post("feed_post_delete_archive_restore", **archive)).json()["status"]
    return card


status_colours = {"draft": "navy", "scheduled": "olive", "archived": "maroon"}


async def test_who_may_keep_a_picture(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    (name,) = json.loads((await samira.publish())["media_name"])
    public = await marketplace.client.get(name)
    assert public.headers["cache-control"] == "public, max-age=31536000, immutable"
    theirs = await samira.get(name)
    assert theirs.headers["cache-control"] == "private, max-age=300"
    assert public.headers["vary"] == theirs.headers["vary"] == "Authorization"
    refused = await marketplace.client.get(name, headers={"Authorization": "Bearer nonsense"})
    assert refused.status_code == 401


async def test_a_scheduled_posts_pictures_come_out_with_it(
    marketplace: Marketplace, clock: MovableClock
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    (name,) = json.loads((await kept_back(samira, "scheduled"))["media_name"])
    assert [(await each.get(name)).status_code for each in (samira, ivo)] == [200, 404]
    clock.ahead = timedelta(hours=2)
    answers: list[httpx.Response] = [await each.get(name) for each in (samira, ivo, marketplace.client)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
