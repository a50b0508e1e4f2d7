"""Drafts and scheduled posts: their owner lists and edits them until they are published."""

import json
from datetime import timedelta
from typing import Any

import pytest
from chassis.clock import utc_now
from contracts.events.feed import PostPublished
from feed.publishing.service import OUT_ALREADY, PICTURE_GONE
from testkit.event_recorder import EventRecorder

from services.feed.tests.conftest import PICTURE, Marketplace, Member, MovableClock, picture

pytestmark = pytest.mark.service

RED = picture(colour="red")


def later(hours: int = 1) -> str:
    """A time to come."""
    return (utc_now() + timedelta(hours=hours)).isoformat()


async def edit(owner: Member, post_id: str, **fields: Any) -> dict[str, Any]:
    """Edit a post; the whole answer."""
    values = {"iv_post_id": post_id, "iv_post_brief": "Edited", "iv_media_base": [PICTURE], **fields}
    return (await owner.post("update_feed_content", **values)).json()


async def test_a_draft_becomes_what_its_owner_wants(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    draft = await samira.publish("A #draft", iv_post_active="draft", iv_access="trusted")
    (first,) = json.loads(draft["media_name"])
    scheduled = await edit(
        samira, draft["post_id"], iv_media_base=[RED, first], iv_post_active="schedule", iv_post_date=later()
    )
    card = scheduled["data"]
    assert (card["post_brief"], card["post_active"], card["post_audience"]) == ("Edited", "schedule", "all")
    assert (json.loads(card["tags"]), json.loads(card["media_name"])[1]) == ([], first)
    assert await ivo.feed() == []
    again = (await edit(samira, card["post_id"], iv_post_active="draft", iv_media_base=[first]))["data"]
    assert (again["post_active"], json.loads(again["media_name"])) == ("draft", [first])
    assert published.of(PostPublished) == []
    out = (await edit(samira, card["post_id"], iv_post_brief="Out #now"))["data"]
    assert (out["post_active"], out["status"]) == ("now", "active")
    assert await ivo.feed(tag="now") == await ivo.feed() == [card["post_id"]]
    assert await ivo.feed(tag="draft") == []
    event = await published.first(PostPublished)
    assert (event.post.post_id, event.post.audience, event.post.tags) == (card["post_id"], "all", ["now"])


async def test_what_is_out_is_not_rewritten(marketplace: Marketplace, clock: MovableClock) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    out = await samira.publish("Out")
    archived = await samira.publish("Put away")
    await samira.post("feed_post_delete_archive_restore", iv_post_id=archived["post_id"], iv_action="archive")
    scheduled = await samira.publish("Soon", iv_post_active="schedule", iv_post_date=later())
    moved = await edit(
        samira, scheduled["post_id"], iv_post_brief="Soon", iv_post_active="schedule", iv_post_date=later(3)
    )
    assert moved["status"]
    clock.ahead = timedelta(hours=4)
    for post in (out, archived, scheduled):
        answer = await edit(samira, post["post_id"])
        assert (answer["status"], answer["message"]["main_msg"]) == (False, OUT_ALREADY)
    assert "Edited" not in [
        card["post_brief"] for card in (await ivo.get("/api/get_feed_posts")).json()["data"]
    ]


async def test_nobody_else_edits(marketplace: Marketplace, guest: dict[str, str]) -> None:
    samira, jonas = await marketplace.provider("Samira"), await marketplace.provider("Jonas")
    ivo = await marketplace.member("Ivo")
    draft, out = await samira.publish("Draft", iv_post_active="draft"), await samira.publish("Out")
    values = {"iv_post_brief": "Mine", "iv_media_base": [PICTURE]}
    for owner, post, status in ((jonas, draft, 404), (jonas, out, 403), (ivo, draft, 403)):
        answer = await owner.post("update_feed_content", iv_post_id=post["post_id"], **values)
        assert answer.status_code == status
    for headers in ({}, guest):
        answer = await marketplace.client.post("/api/update_feed_content", json=values, headers=headers)
        assert answer.status_code == 401


async def test_a_refused_edit_changes_nothing(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    draft = await samira.publish("As it was", iv_post_active="draft")
    refusals: list[tuple[dict[str, Any], str]] = [
        ({"iv_post_brief": "x" * 501}, "iv_post_brief"),
        ({"iv_post_active": "schedule", "iv_post_date": "2020-01-01T00:00:00Z"}, "iv_post_date"),
        ({"iv_media_base": [PICTURE] * 9}, "iv_media_base"),
        ({"iv_media_base": [f"/media/posts/{'a' * 40}/card.webp"]}, "iv_media_base"),
    ]
    for fields, field in refusals:
        answer = await edit(samira, draft["post_id"], **fields)
        assert (answer["status"], list(answer["message"]["iv_msg"])) == (False, [field])
    missing = await samira.post("update_feed_content", iv_post_brief="Look", iv_media_base=[PICTURE])
    assert list(missing.json()["message"]["iv_msg"]) == ["iv_post_id"]
    gone = await edit(samira, draft["post_id"], iv_media_base=[f"/media/posts/{'b' * 40}/card.webp"])
    assert gone["message"]["iv_msg"]["iv_media_base"] == PICTURE_GONE
    nothing = await edit(samira, draft["post_id"], iv_media_base=[])
    assert nothing["message"]["main_msg"].startswith("You need to compose a post and upload an image")
    (kept,) = (await samira.get(f"/api/get_profile_posts/{samira.id}")).json()["data"]
    assert (kept["post_brief"], kept["media_name"]) == ("As it was", draft["media_name"])


async def test_the_own_list_can_be_narrowed(marketplace: Marketplace) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    made = {
        "draft": await samira.publish("Draft", iv_post_active="draft"),
        "scheduled": await samira.publish("Soon", iv_post_active="schedule", iv_post_date=later()),
        "archived": await samira.publish("Put away"),
        "active": await samira.publish("Out"),
    }
    action = {"iv_post_id": made["archived"]["post_id"], "iv_action": "archive"}
    await samira.post("feed_post_delete_archive_restore", **action)

    async def listed(who: Member, **query: str) -> list[str]:
        answer = await who.get(f"/api/get_profile_posts/{samira.id}", **query)
        return [card["post_id"] for card in answer.json()["data"]]

    for status, card in made.items():
        assert await listed(samira, status=status) == [card["post_id"]]
        assert await listed(ivo, status=status) == ([card["post_id"]] if status == "active" else [])
    assert len(await listed(samira)) == 4
    wrong = (await samira.get(f"/api/get_profile_posts/{samira.id}", status="lost")).json()
    assert (wrong["status"], list(wrong["message"]["iv_msg"])) == (False, ["status"])


async def test_others_see_posts_in_the_order_in_which_they_came_out(marketplace: Marketplace) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    draft = await samira.publish("First a draft", iv_post_active="draft")
    others = [(await samira.publish(f"Post {number}"))["post_id"] for number in range(4)]
    assert (await edit(samira, draft["post_id"]))["status"]
    in_order = [draft["post_id"], *others[::-1]]

    async def paged(who: Member, **query: str) -> list[str]:
        seen: list[str] = []
        cursor: dict[str, str] = {}
        while True:
            answer = await who.get(f"/api/get_profile_posts/{samira.id}", limit=2, **query, **cursor)
            seen += [card["post_id"] for card in answer.json()["data"]]
            if "x-next-cursor" not in answer.headers:
                return seen
            cursor = {"cursor": answer.headers["x-next-cursor"]}

    assert await paged(ivo) == await paged(samira, status="active") == in_order
    assert await paged(samira) == [*in_order[1:], in_order[0]]
