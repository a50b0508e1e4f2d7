"""Writing posts: who may, with which content, and how posts end."""

import base64
import io
import json
from datetime import timedelta
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.outbox import wake_other_processes
from contracts.events.feed import PostChanged, PostPublished, PostRemoved
from feed.jobs import publish_scheduled
from feed.replays import all_posts
from feed.settings import FeedSettings
from feed.timeline.schemas import PostCard
from PIL import Image
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from testkit.event_recorder import EventRecorder

from services.feed.tests.conftest import PICTURE, Marketplace, MovableClock, picture

pytestmark = pytest.mark.service


async def test_a_post_is_a_card_with_its_authors_standing(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira = await marketplace.provider("Samira Okafor")
    card = await samira.publish("Six croissants #Pastry #berlin", iv_tags='["pastry", "Saturday"]')
    PostCard.model_validate(card)
    assert card["post_brief"] == "Six croissants #Pastry #berlin"
    assert json.loads(card["tags"]) == ["pastry", "Saturday", "berlin"]
    assert (card["name"], card["username"], card["expertise"]) == (
        "Samira Okafor",
        "samira_okafor",
        "Pastry classes",
    )
    assert (card["status"], card["post_type"], card["category"]) == ("active", "post", "food_catering")
    event = await published.first(PostPublished)
    assert (event.post.post_id, event.post.audience, event.post.post_type) == (card["post_id"], "all", "post")
    assert await samira.feed() == [card["post_id"]]


async def test_pictures_are_cut_encoded_and_kept_for_ever(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    upload = f"data:image/jpeg;base64,{picture(3000, 2000, 'JPEG')}"
    card = await samira.publish(iv_media_base=json.dumps([upload, PICTURE]))
    paths = json.loads(card["media_name"])
    assert len(paths) == 2
    sizes: dict[str, tuple[int, int]] = {}
    for rendition in ("card.webp", "card.jpg", "full.webp", "full.jpg"):
        answer = await marketplace.client.get(paths[0].replace("card.webp", rendition))
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        with Image.open(io.BytesIO(answer.content)) as shown:
            sizes[rendition] = shown.size
            assert not shown.getexif()
    assert sizes == {
        "card.webp": (650, 500),
        "card.jpg": (650, 500),
        "full.webp": (1300, 1000),
        "full.jpg": (1300, 1000),
    }
    again = await marketplace.client.get(paths[1], headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 200
    same = await marketplace.client.get(paths[1], headers={"If-None-Match": again.headers["etag"]})
    assert same.status_code == 304


@pytest.mark.parametrize("path", ["x/card.webp", "0" * 40 + "/card.webp", "0" * 40 + "/..%2f..%2fetc"])
async def test_what_is_no_picture_is_not_found(marketplace: Marketplace, path: str) -> None:
    assert (await marketplace.client.get(f"/media/posts/{path}")).status_code == 404


@pytest.mark.parametrize(
    ("image", "status"),
    [
        ("bm90IGFuIGltYWdl", 415),
        ("%%%", 415),
        (base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>").decode(), 415),
        (picture()[:200], 415),
        ("A" * (14 * 1024 * 1024), 413),
        (picture(6000, 6000), 413),
    ],
)
async def test_what_is_no_image_is_refused_whole(marketplace: Marketplace, image: str, status: int) -> None:
    samira = await marketplace.provider("Samira")
    answer = await samira.post(
        "create_new_feed_content", iv_post_brief="Look", iv_media_base=[PICTURE, image]
    )
    assert answer.status_code == status
    assert "iv_media_base" in answer.json()["message"]["iv_msg"]
    assert await samira.feed() == []


@pytest.mark.parametrize(
    ("fields", "main", "field"),
    [
        ({"iv_post_brief": ""}, "You need to compose a post and upload an image to post your content.", None),
        ({"iv_media_base": []}, "You need to compose a post and upload an image to post your content.", None),
        ({"iv_media_base": "empty"}, "You need to compose a post and upload an image", None),
        ({"iv_post_brief": "x" * 501}, "", "iv_post_brief"),
        ({"iv_media_base": [PICTURE] * 9}, "", "iv_media_base"),
        ({"iv_post_active": "schedule"}, "", "iv_post_date"),
        ({"iv_post_active": "schedule", "iv_post_date": "2020-01-01T00:00:00Z"}, "", "iv_post_date"),
        ({"iv_post_active": "schedule", "iv_post_date": "tomorrow"}, "", "iv_post_date"),
        ({"iv_access": "friends"}, "", "iv_access"),
        ({"iv_mature_content": "maybe"}, "", "iv_mature_content"),
        ({"iv_tags": 7}, "", "iv_tags"),
        ({"iv_media_base": {"a": 1}}, "", "iv_media_base"),
    ],
)
async def test_bad_posts_are_refused(
    marketplace: Marketplace, fields: dict[str, Any], main: str, field: str | None
) -> None:
    samira = await marketplace.provider("Samira")
    sent = {"iv_post_brief": "Look", "iv_media_base": [PICTURE], **fields}
    answer = await samira.post("create_new_feed_content", **sent)
    body = answer.json()
    assert (answer.status_code, body["status"]) == (200, False)
    assert body["message"]["main_msg"].startswith(main)
    if field:
        assert field in body["message"]["iv_msg"]
    assert await samira.feed() == []


async def test_only_providers_post(marketplace: Marketplace, guest: dict[str, str]) -> None:
    ivo = await marketplace.member("Ivo")
    refused = await ivo.post("create_new_feed_content", iv_post_brief="Hi", iv_media_base=[PICTURE])
    assert refused.status_code == 403
    assert refused.json()["message"]["main_msg"].startswith("You can only post content if you become")
    for headers in ({}, guest):
        answer = await marketplace.client.post("/api/create_new_feed_content", json={}, headers=headers)
        assert answer.status_code == 401


async def test_a_draft_and_a_scheduled_post_are_the_owners_until_their_time(
    marketplace: Marketplace, published: EventRecorder, clock: MovableClock, settings: FeedSettings
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    draft = await samira.publish("A draft", iv_post_active="draft")
    at = utc_now() + timedelta(hours=1)
    later = await samira.publish("Later", iv_post_active="schedule", iv_post_date=at.isoformat())
    assert (draft["status"], draft["post_active"]) == ("draft", "draft")
    assert (later["status"], later["post_active"]) == ("active", "schedule")
    assert await ivo.feed() == await samira.feed() == []
    assert (await ivo.get(f"/api/get_feed_post/{later['post_id']}")).status_code == 404
    own = (await samira.get(f"/api/get_profile_posts/{samira.id}")).json()["data"]
    assert {card["post_id"] for card in own} == {draft["post_id"], later["post_id"]}
    assert published.of(PostPublished) == []
    clock.ahead = timedelta(hours=2)
    assert await ivo.feed() == [later["post_id"]]
    database = Database(settings.database_url)
    for _ in range(2):
        async with database.writing() as tx:
            await publish_scheduled(tx, clock())
            await wake_other_processes(tx)
    await database.close()
    await published.wait_for(PostPublished)
    newest = await samira.publish("The newest")
    events = await published.wait_for(PostPublished, 2)
    assert [each.post.post_id for each in events] == [later["post_id"], newest["post_id"]]


async def test_archive_restore_delete(marketplace: Marketplace, published: EventRecorder) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    draft = await samira.publish("Nobody was told of this", iv_post_active="draft")
    removed = {"iv_post_id": draft["post_id"], "iv_action": "delete"}
    assert (await samira.post("feed_post_delete_archive_restore", **removed)).json()["status"]
    card = await samira.publish()
    post_id = card["post_id"]

    async def act(action: str, who: Any = samira) -> httpx.Response:
        return await who.post("feed_post_delete_archive_restore", iv_post_id=post_id, iv_action=action)

    assert (await act("archive", ivo)).status_code == 403
    assert (await act("restore")).json()["status"] is False
    assert (await act("archive")).json()["data"] == {"post_id": post_id, "status": "archived"}
    assert await ivo.feed() == []
    assert (await act("archive", ivo)).status_code == 404
    assert (await act("restore")).json()["data"]["status"] == "active"
    assert await ivo.feed() == [post_id]
    assert (await act("delete")).json()["data"]["status"] == "deleted"
    assert (await act("delete")).status_code == 404
    empty = (await act("")).json()
    assert empty["message"]["iv_msg"] == {"iv_action": "Select an action from the drop down."}
    await published.wait_for(PostRemoved, 2)
    assert [event.post.revision for event in published.of(PostRemoved)] == [2, 4]
    assert [event.post.revision for event in published.of(PostChanged)] == [3]


async def test_a_replay_has_what_others_know_of(
    marketplace: Marketplace, published: EventRecorder, settings: FeedSettings
) -> None:
    samira = await marketplace.provider("Samira")
    out, archived = [(await samira.publish(brief))["post_id"] for brief in ("Out", "Archived")]
    await samira.publish("A draft", iv_post_active="draft")
    action = {"iv_post_id": archived, "iv_action": "archive"}
    assert (await samira.post("feed_post_delete_archive_restore", **action)).json()["status"]
    original = (await published.wait_for(PostPublished, 2))[0]
    database = Database(settings.database_url)
    async with database.writing() as tx:
        events = [event async for event in all_posts(tx)]
    await database.close()
    assert [type(event) for event in events] == [PostChanged]
    assert [event.post for event in events if isinstance(event, PostChanged)] == [original.post]
    assert original.post.post_id == out


async def test_the_database_refuses_a_wrong_state(marketplace: Marketplace, settings: FeedSettings) -> None:
    await (await marketplace.provider("Samira")).publish()
    database = Database(settings.database_url)
    with pytest.raises(IntegrityError):
        async with database.writing() as tx:
            await tx.session.execute(text("UPDATE post SET state = 'draft', publish_at = NULL"))
    await database.close()
