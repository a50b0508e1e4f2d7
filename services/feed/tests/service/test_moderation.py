"""A post that the staff hide disappears, can be restored, and stays as evidence after its deletion."""

import json
from datetime import timedelta
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.ids import new_id
from contracts.events.feed import PostChanged, PostEvidenceKept, PostPublished, PostRemoved
from contracts.events.profiles_moderation import (
    ContentRemoved,
    PostStandingChanged,
    ReportClosed,
    ReportFiled,
    StandingChanged,
)
from feed.jobs import publish_scheduled, release_evidence, sweep_orphans
from feed.settings import FeedSettings
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens

from services.feed.tests.conftest import Marketplace, Member, MovableClock

pytestmark = [pytest.mark.service]


def post_standing(card: dict[str, Any], *, hidden: bool, revision: int) -> PostStandingChanged:
    """The staff's decision about a post."""
    return PostStandingChanged(
        post_id=card["post_id"], owner_id=card["owner_id"], hidden=hidden, title="Spam", note="",
        revision=revision,
    )  # fmt: skip


def standing(member: Member, *, suspended: bool, revision: int) -> StandingChanged:
    """The staff's decision about an account."""
    return StandingChanged(
        account_id=member.id, suspended=suspended, title="Spam", note="", revision=revision
    )


def report(card: dict[str, Any], reporter: Member, *, owner_id: str = "") -> ReportFiled:
    """A report of a post."""
    return ReportFiled(
        report_id=new_id(), reporter_id=reporter.id, reported_id=owner_id or card["owner_id"],
        report_type="posts", issue_id=card["post_id"], title="Spam & Manipulation",
        filed_at=utc_now(),
    )  # fmt: skip


async def sees(viewer: Member, owner: Member, card: dict[str, Any], tag: str) -> set[str]:
    """The surfaces on which the viewer meets the post."""
    post_id = card["post_id"]

    async def listed(path: str, **query: str | int) -> bool:
        answer = (await viewer.get(path, **query)).json()
        return post_id in [each["post_id"] for each in answer["data"] or []]

    found = {
        "feed": await listed("/api/get_feed_posts"),
        "tag": await listed("/api/get_feed_posts", tag=tag),
        "category": await listed("/api/get_feed_posts", category="food_catering"),
        "profile": await listed(f"/api/get_profile_posts/{owner.id}"),
        "bookmarks": await listed("/api/get_bookmarked_posts"),
        "alone": (await viewer.get(f"/api/get_feed_post/{post_id}")).status_code == 200,
        "history": (await viewer.get(f"/api/get_feed_post_comment_and_repost_history/{post_id}")).status_code
        == 200,
    }
    return {name for name, shown in found.items() if shown}


async def later(settings: FeedSettings, clock: MovableClock) -> None:
    """Run the jobs that delete evidence and sweep pictures, at a later time."""
    database = Database(settings.database_url)
    for work in (release_evidence, sweep_orphans(settings.media_url)):
        async with database.writing() as tx:
            await work(tx, clock())
    await database.close()


async def come_out(settings: FeedSettings, clock: MovableClock) -> None:
    """Publish the scheduled posts that are due."""
    database = Database(settings.database_url)
    async with database.writing() as tx:
        await publish_scheduled(tx, clock())
    await database.close()


EVERYWHERE = {"feed", "tag", "category", "profile", "bookmarks", "alone", "history"}


async def test_a_hidden_post_is_its_owners_alone_until_it_is_shown_again(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    card = await samira.publish("Six croissants #crumbs")
    await ivo.post("add_new_bookmark", iv_bookmark_value=card["post_id"], iv_bookmark_type="post")
    assert await sees(ivo, samira, card, "crumbs") == EVERYWHERE
    hide = post_standing(card, hidden=True, revision=1)
    for _ in range(2):
        await published.tell(hide)
    assert await sees(ivo, samira, card, "crumbs") == set()
    own = (await samira.get(f"/api/get_profile_posts/{samira.id}")).json()["data"]
    assert [(each["post_id"], each["status"]) for each in own] == [(card["post_id"], "hidden")]
    assert len(await published.wait_for(PostRemoved)) == 1
    await published.tell(post_standing(card, hidden=False, revision=2))
    await published.tell(post_standing(card, hidden=True, revision=1))  # late news of before
    assert await sees(ivo, samira, card, "crumbs") == EVERYWHERE
    assert len(await published.wait_for(PostChanged)) == 1


async def test_everything_of_a_suspended_account_vanishes_and_comes_back(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    nadia = await marketplace.provider("Nadia")
    card = await samira.publish("Six croissants #crumbs")
    other = await nadia.publish("Five loaves")
    again = {"iv_post_id": card["post_id"], "iv_original_avatar": "", "iv_repost_brief": "Look"}
    repost = (await nadia.post("create_repost_feed_content", **again)).json()["data"]["repost_data"]
    await ivo.post("add_new_bookmark", iv_bookmark_value=card["post_id"], iv_bookmark_type="post")
    await marketplace.met(samira, nadia)
    below = {"iv_post_id": other["post_id"], "iv_post_comment": "Mine are better"}
    assert (await samira.post("create_post_feed_comment", **below)).json()["status"]

    await published.tell(standing(samira, suspended=True, revision=1))
    assert await sees(ivo, samira, card, "crumbs") == set()
    assert await ivo.feed() == [other["post_id"]]
    assert repost["post_id"] not in await nadia.feed()
    history = await ivo.get(f"/api/get_feed_post_comment_and_repost_history/{other['post_id']}")
    assert history.json()["data"]["comments"] == []
    refused = await samira.post("create_new_feed_content", iv_post_brief="More", iv_media_base=["x"])
    assert refused.status_code == 403

    await published.tell(standing(samira, suspended=False, revision=2))
    await published.tell(standing(samira, suspended=True, revision=1))
    assert await sees(ivo, samira, card, "crumbs") == EVERYWHERE
    assert set(await ivo.feed()) == {other["post_id"], card["post_id"], repost["post_id"]}

    async def reposters() -> list[str]:
        answer = await ivo.get(f"/api/get_feed_post_comment_and_repost_history/{card['post_id']}")
        return [each["name"] for each in answer.json()["data"]["all_reposts"]]

    assert await reposters() == ["Nadia"]
    await published.tell(standing(nadia, suspended=True, revision=1))
    assert await reposters() == []


async def test_a_scheduled_post_of_a_suspended_account_waits(
    marketplace: Marketplace, published: EventRecorder, settings: FeedSettings, clock: MovableClock
) -> None:
    samira = await marketplace.provider("Samira")
    soon = (clock() + timedelta(minutes=5)).isoformat()
    waiting = await samira.publish("Later", iv_post_active="schedule", iv_post_date=soon)
    await published.tell(standing(samira, suspended=True, revision=1))
    clock.ahead = timedelta(minutes=6)
    await come_out(settings, clock)
    nadia = await marketplace.provider("Nadia")
    other = await nadia.publish("Five loaves")
    assert [event.post.post_id for event in await published.wait_for(PostPublished)] == [other["post_id"]]
    await published.tell(standing(samira, suspended=False, revision=2))
    await come_out(settings, clock)
    event = await published.wait_for(PostPublished, 2)
    assert [each.post.post_id for each in event] == [other["post_id"], waiting["post_id"]]


async def test_a_hidden_post_does_not_come_out(
    marketplace: Marketplace, published: EventRecorder, settings: FeedSettings, clock: MovableClock
) -> None:
    samira, nadia = await marketplace.provider("Samira"), await marketplace.provider("Nadia")
    soon = (clock() + timedelta(minutes=5)).isoformat()
    hidden = await samira.publish("Later", iv_post_active="schedule", iv_post_date=soon)
    await published.tell(post_standing(hidden, hidden=True, revision=1))
    clock.ahead = timedelta(minutes=6)
    await come_out(settings, clock)
    other = await nadia.publish("Five loaves")
    assert [event.post.post_id for event in await published.wait_for(PostPublished)] == [other["post_id"]]
    assert not published.of(PostRemoved), "nobody was told of it, so nobody hears that it is hidden"


async def test_what_was_reported_outlives_its_post(
    marketplace: Marketplace, published: EventRecorder, tokens: Tokens, client: httpx.AsyncClient,
    settings: FeedSettings, clock: MovableClock,
) -> None:  # fmt: skip
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    card = await samira.publish("Six croissants #crumbs")
    filed = report(card, ivo)
    await published.tell(filed)
    await published.tell(filed)
    (event,) = await published.wait_for(PostEvidenceKept)
    assert event.report_id == filed.report_id
    kept = event.evidence
    assert (kept["owner_id"], kept["post_brief"], kept["owner_name"]) == (
        samira.id, "Six croissants #crumbs", "Samira",
    )  # fmt: skip
    images = kept["images"]
    assert isinstance(images, list)
    address = str(images[0])
    await samira.post("feed_post_delete_archive_restore", iv_post_id=card["post_id"], iv_action="delete")
    await later(settings, clock)
    staff = {"Authorization": f"Bearer {tokens.staff('staff')}"}
    assert (await client.get(address, headers=staff)).status_code == 200
    for headers in ({}, samira.headers, ivo.headers):
        assert (await client.get(address, headers=headers)).status_code == 404

    closed = ReportClosed(
        report_id=filed.report_id, reporter_id=ivo.id, reported_id=samira.id, report_type="posts",
        title="Spam & Manipulation", outcome="action_taken", closed_at=clock(),
    )  # fmt: skip
    await published.tell(closed)
    for days, status in ((89, 200), (91, 404)):
        clock.ahead = timedelta(days=days)
        await later(settings, clock)
        assert (await client.get(address, headers=staff)).status_code == status


async def test_evidence_is_kept_as_long_as_one_report_needs_it(
    marketplace: Marketplace, published: EventRecorder, tokens: Tokens, client: httpx.AsyncClient,
    settings: FeedSettings, clock: MovableClock,
) -> None:  # fmt: skip
    samira, ivo, fay = [
        await marketplace.provider("Samira"),
        await marketplace.member("Ivo"),
        await marketplace.member("Fay"),
    ]
    card = await samira.publish("Six croissants")
    (address,) = json.loads(card["media_name"])
    reports = [report(card, ivo), report(card, fay)]
    await published.tell(*reports)
    await samira.post("feed_post_delete_archive_restore", iv_post_id=card["post_id"], iv_action="delete")
    staff = {"Authorization": f"Bearer {tokens.staff('staff')}"}
    for filed, days, status in ((reports[0], 91, 200), (reports[1], 182, 404)):
        closed = ReportClosed(
            report_id=filed.report_id, reporter_id=filed.reporter_id, reported_id=samira.id,
            report_type="posts", title="Spam & Manipulation", outcome="action_taken", closed_at=clock(),
        )  # fmt: skip
        await published.tell(closed)
        clock.ahead = timedelta(days=days)
        await later(settings, clock)
        assert (await client.get(address, headers=staff)).status_code == status


async def test_the_evidence_of_a_repost_shows_the_original(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    nadia = await marketplace.provider("Nadia")
    card = await samira.publish("Six croissants")
    again = {"iv_post_id": card["post_id"], "iv_original_avatar": "", "iv_repost_brief": "Look"}
    repost = (await nadia.post("create_repost_feed_content", **again)).json()["data"]["repost_data"]
    await published.tell(report(card, ivo), report(repost, ivo))
    kept = {each.evidence["post_id"]: each.evidence for each in await published.wait_for(PostEvidenceKept, 2)}
    original, of_repost = kept[card["post_id"]], kept[repost["post_id"]]
    assert original["images"]
    shown = {name: of_repost[name] for name in ("owner_id", "post_brief", "repost_brief", "images")}
    assert shown == {
        "owner_id": nadia.id, "post_brief": "Six croissants", "repost_brief": "Look",
        "images": original["images"],
    }  # fmt: skip


async def test_only_reports_of_posts_are_answered_here(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    card = await samira.publish("Six croissants")
    other = report(card, ivo).model_copy(update={"report_type": "appointments"})
    post = report(card, ivo)
    await published.tell(other, post)
    assert [event.report_id for event in await published.wait_for(PostEvidenceKept)] == [post.report_id]


async def test_a_report_of_what_is_not_there_has_no_evidence(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    card = await samira.publish("Six croissants")
    await published.tell(report({"post_id": "nothing", "owner_id": samira.id}, ivo))
    await published.tell(report(card, samira, owner_id=ivo.id))  # somebody else's post under my name
    events = await published.wait_for(PostEvidenceKept, 2)
    assert [each.evidence for each in events] == [{}, {}]


async def test_a_reported_comment_is_kept_as_it_was_and_removed_by_the_staff(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    await marketplace.met(ivo, samira)
    card = await samira.publish()
    written = await ivo.post(
        "create_post_feed_comment", iv_post_id=card["post_id"], iv_post_comment="You fool"
    )
    comment_id = written.json()["data"]["comment_data"]["post_comments_id"]
    filed = report(card, samira, owner_id=ivo.id).model_copy(
        update={"report_type": "comments", "issue_id": comment_id}
    )
    await published.tell(filed)
    evidence = (await published.first(PostEvidenceKept)).evidence
    assert (evidence["text"], evidence["owner_id"], evidence["owner_name"]) == ("You fool", ivo.id, "Ivo")
    assert evidence["post_brief"] == "Six croissants"
    foreign = filed.model_copy(update={"event_id": new_id(), "report_id": new_id(), "reported_id": samira.id})
    await published.tell(foreign)
    assert (await published.wait_for(PostEvidenceKept, 2))[1].evidence == {}

    async def comments() -> list[str]:
        path = f"/api/get_feed_post_comment_and_repost_history/{card['post_id']}"
        return [each["comment"] for each in (await samira.get(path)).json()["data"]["comments"]]

    removed = ContentRemoved(content_type="comments", content_id=comment_id, owner_id=samira.id)
    await published.tell(removed)
    assert await comments() == ["You fool"], "somebody else's comment stays"
    for _ in range(2):
        await published.tell(removed.model_copy(update={"event_id": new_id(), "owner_id": ivo.id}))
    assert await comments() == []
    (shown,) = (await samira.get("/api/get_feed_posts")).json()["data"]
    assert shown["comment_count"] == 0
