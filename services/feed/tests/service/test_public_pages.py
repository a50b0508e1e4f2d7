"""A post's share card, the sitemap's pages, and posts that are gone."""

import io
from datetime import timedelta
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from contracts.events.identity import AccountDeleted
from contracts.events.profiles_moderation import PostStandingChanged, StandingChanged
from contracts.share_cards import post_card_path
from feed.jobs import forget_removed_posts
from feed.public_pages import store
from PIL import Image

from services.feed.tests.conftest import Marketplace, Member, MovableClock, picture

pytestmark = pytest.mark.service


async def gone(client: httpx.AsyncClient, post_id: str) -> bool:
    """Whether a post is gone."""
    return (await client.get(f"/internal/gone_post/{post_id}")).json()["data"]["gone"]


async def act(owner: Member, post: dict[str, Any], action: str) -> None:
    """Delete, archive or restore a post."""
    answer = await owner.post(
        "feed_post_delete_archive_restore", iv_post_id=post["post_id"], iv_action=action
    )
    assert answer.json()["status"], answer.text


async def test_a_card_shows_the_picture_and_follows_what_the_post_shows(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    post = await samira.publish(iv_media_base=[picture(colour="purple")])
    guest = (await marketplace.client.get(f"/api/get_feed_post/{post['post_id']}")).json()["data"]
    path = post_card_path(guest)
    answer = await marketplace.client.get(path)
    assert answer.status_code == 200, answer.text
    assert "immutable" in answer.headers["cache-control"]
    card = Image.open(io.BytesIO(answer.content)).convert("RGB")
    assert card.size == (1200, 630)
    red, green, blue = card.getpixel((1000, 300))  # pyright: ignore[reportGeneralTypeIssues] - three bands
    assert red > 100 < blue
    assert green < 30
    wrong = await marketplace.client.get(f"/media/post_cards/{post['post_id']}/0.jpg")
    assert (wrong.status_code, wrong.headers["location"]) == (302, path)


async def test_only_posts_that_guests_may_see_have_a_card(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    for fields in ({"iv_access": "trusted"}, {"iv_mature_content": "yes"}, {"iv_post_active": "draft"}):
        post = await samira.publish(**fields)
        path = f"/media/post_cards/{post['post_id']}/0.jpg"
        assert (await marketplace.client.get(path, headers=samira.headers)).status_code == 404, fields


async def test_a_post_is_gone_when_everybody_could_see_it_and_nobody_can(marketplace: Marketplace) -> None:
    client = marketplace.client
    samira, ivo = await marketplace.provider("Samira"), await marketplace.provider("Ivo")
    shown, hidden, private = (
        await samira.publish(),
        await samira.publish(),
        await samira.publish(iv_access="trusted"),
    )
    assert not await gone(client, shown["post_id"])
    await act(samira, shown, "archive")
    assert await gone(client, shown["post_id"])
    await act(samira, shown, "restore")
    assert not await gone(client, shown["post_id"])
    await act(samira, shown, "delete")
    await act(samira, private, "delete")
    assert await gone(client, shown["post_id"])
    assert not await gone(client, private["post_id"])
    standing = PostStandingChanged(
        post_id=hidden["post_id"], owner_id=samira.id, hidden=True, title="", note="", revision=1
    )
    await marketplace.published.tell(standing)
    assert await gone(client, hidden["post_id"])
    others = await ivo.publish()
    await marketplace.published.tell(
        StandingChanged(account_id=ivo.id, suspended=True, title="", note="", revision=1)
    )
    assert await gone(client, others["post_id"])
    await marketplace.published.tell(AccountDeleted(account_id=ivo.id))
    assert await gone(client, others["post_id"])


async def test_removed_posts_are_forgotten_after_a_while(marketplace: Marketplace, database_url: str) -> None:
    samira = await marketplace.provider("Samira")
    post = await samira.publish()
    await act(samira, post, "delete")
    database = Database(database_url)
    async with database.writing() as tx:
        await forget_removed_posts(tx, utc_now() + store.GONE_FOR - timedelta(days=1))
    assert await gone(marketplace.client, post["post_id"])
    async with database.writing() as tx:
        await forget_removed_posts(tx, utc_now() + store.GONE_FOR + timedelta(seconds=1))
    await database.close()
    assert not await gone(marketplace.client, post["post_id"])


async def test_the_sitemap_lists_what_everybody_may_see_page_by_page(
    marketplace: Marketplace, clock: MovableClock, database_url: str
) -> None:
    client = marketplace.client
    samira, ivo = await marketplace.provider("Samira"), await marketplace.provider("Ivo")
    public = [await samira.publish(f"Croissant {number}") for number in range(3)]
    later = await samira.publish(
        iv_post_active="schedule", iv_post_date=(utc_now() + timedelta(hours=2)).isoformat()
    )
    for fields in ({"iv_access": "trusted"}, {"iv_mature_content": "yes"}, {"iv_post_active": "draft"}):
        await samira.publish(**fields)
    await ivo.post("create_repost_feed_content", iv_post_id=public[0]["post_id"], iv_post_brief="Look")
    ids = [post["post_id"] for post in public]
    assert await listed(client, 1) == ids
    clock.ahead = timedelta(hours=3)
    assert await listed(client, 1) == [*ids, later["post_id"]]
    database = Database(database_url)
    async with database.writing() as tx:
        assert await store.PAGES.add_full_page(tx, entries=3)
        assert not await store.PAGES.add_full_page(tx, entries=3)
    await database.close()
    assert (await client.get("/internal/sitemap_size")).json()["data"] == {"pages": 2}
    assert [await listed(client, number) for number in (1, 2)] == [ids, [later["post_id"]]]
    assert (await client.get("/internal/sitemap_page/3")).status_code == 404


async def listed(client: httpx.AsyncClient, number: int) -> list[str]:
    """The posts on a page of the sitemap."""
    entries = (await client.get(f"/internal/sitemap_page/{number}")).json()["data"]["entries"]
    return [entry["post_id"] for entry in entries]
