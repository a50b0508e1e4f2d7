"""Unread alerts of one kind become one alert; each fact is counted once; pages stay quick."""

import asyncio
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database, Statement
from chassis.ids import new_id
from contracts.event import Event
from contracts.events.booking import OrderRequested
from contracts.events.feed import CommentAdded, PostFacts, RepostAdded
from contracts.events.identity import AccountDeleted
from contracts.events.notifications import AlertRaised
from contracts.events.profiles import BlockChanged, CircleChanged
from notifications.alerts.store import COUNT_UNREAD, FIND_PAGE, FIND_PAGE_BEFORE
from sqlalchemy import text
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import OwnerUrl

from services.notifications.tests.conftest import NOON, Caller, kept_plan, order, registered

pytestmark = pytest.mark.service
As = Callable[[str], Caller]
BRIEF = "Six croissants and the art of folding them, step by step, for those who are not in a hurry"


def post_of(owner_id: str, **changed: object) -> PostFacts:
    """A post of somebody's."""
    facts: dict[str, object] = {
        "post_id": new_id(),
        "owner_id": owner_id,
        "post_type": "post",
        "audience": "all",
        "mature": False,
        "tags": [],
        "published_at": NOON,
        "brief": BRIEF[:80],
        "revision": 1,
    }
    return PostFacts.model_validate({**facts, **changed})


def comment(post: PostFacts, author_id: str, **changed: Any) -> CommentAdded:
    """A comment on it."""
    return CommentAdded(
        comment_id=new_id(), post=post, author_id=author_id, author_name="Somebody", text="Oh", **changed
    )


async def people(published: EventRecorder, *names: str) -> list[str]:
    """Accounts of these names."""
    ids = [new_id() for _ in names]
    await published.tell(*(registered(each, name) for each, name in zip(ids, names, strict=True)))
    return ids


async def test_comments_grow_into_one_alert_until_it_is_read(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    ivo, fay, samira = await people(published, "Ivo Marin", "Fay Lee", "Samira Haddad")
    owner, post, other_post = caller(samira), post_of(samira), post_of(samira)
    await published.tell(comment(post, ivo))
    (first,) = (await owner.alerts())["alerts_list"]
    assert (first["notification_text"], first["count"]) == ("Ivo commented on your post", 1)
    await published.tell(comment(other_post, ivo), comment(post, ivo), comment(post, fay))
    data = await owner.alerts()
    grown, single = data["alerts_list"]
    assert data["unread"] == 2
    assert (grown["notification_id"], grown["name"], grown["count"]) == (
        first["notification_id"],
        "Fay Lee",
        3,
    )
    assert grown["notification_text"] == (
        "3 new comments on your post “Six croissants and the art of folding them, step by step, f…”"
    )
    assert single["count"] == 1
    raised = await published.wait_for(AlertRaised, 4)
    assert [each.notification_data.count for each in raised] == [1, 1, 2, 3]
    assert raised[-1].notification_data.model_dump(mode="json") == grown
    await owner.post("update_alert_status", iv_notification_ids=[grown["notification_id"]], iv_status="read")
    await published.tell(comment(post, ivo))
    fresh, *rest = (await owner.alerts())["alerts_list"]
    assert (fresh["notification_text"], fresh["count"], len(rest)) == ("Ivo commented on your post", 1, 2)
    assert fresh["notification_id"] != grown["notification_id"]


async def test_reposts_of_one_post_grow_and_posts_without_words_have_none(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    ivo, fay, samira = await people(published, "Ivo", "Fay", "Samira")
    original = post_of(samira, brief="")
    events = [
        RepostAdded(
            post=post_of(each, post_type="repost", brief=""),
            original_owner_id=samira,
            author_name="Somebody",
            original_id=original.post_id,
        )
        for each in (ivo, fay)
    ]
    before = events[0].model_copy(update={"original_id": "", "event_id": new_id(), "post": post_of(ivo)})
    await published.tell(*events, before)
    texts = [each["notification_text"] for each in (await caller(samira).alerts())["alerts_list"]]
    assert texts == ["Ivo reposted your post", "2 people reposted your post"]
    undone_and_done_again = events[0].model_copy(
        update={"event_id": new_id(), "post": post_of(ivo, post_type="repost", brief="")}
    )
    await published.tell(undone_and_done_again)
    texts = [each["notification_text"] for each in (await caller(samira).alerts())["alerts_list"]]
    assert texts == ["Ivo reposted your post", "2 people reposted your post"]


async def test_who_adds_again_is_no_news_for_a_day_and_several_people_grow_into_one_alert(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    ivo, fay, samira = await people(published, "Ivo", "Fay", "Samira")
    owner, today = caller(samira), utc_now()

    def circle(account_id: str, interest: bool, revision: int, days: int = 0) -> CircleChanged:
        return CircleChanged(
            account_id=account_id,
            provider_id=samira,
            interest=interest,
            trusted=False,
            revision=revision,
            occurred_at=today + timedelta(days=days),
        )

    async def texts() -> list[str]:
        return [each["notification_text"] for each in (await owner.alerts())["alerts_list"]]

    await published.tell(circle(ivo, True, 1), circle(ivo, False, 2), circle(ivo, True, 3))
    assert await texts() == ["Ivo added you to their circle"]
    await published.tell(circle(fay, True, 1), circle(ivo, False, 4), circle(ivo, True, 5, days=3))
    assert await texts() == ["2 people added you to their circles"]
    await owner.post("update_alert_status", iv_notification_ids="all", iv_status="read")
    await published.tell(circle(ivo, False, 6), circle(ivo, True, 7), circle(ivo, False, 8))
    assert (await owner.alerts())["unread"] == 0
    await published.tell(circle(ivo, True, 9, days=2))
    assert await texts() == ["Ivo added you to their circle", "2 people added you to their circles"]
    assert len(await published.wait_for(AlertRaised, 3)) == 3


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.usefixtures("large_pool")
async def test_facts_told_again_in_any_order_are_counted_once(
    client: httpx.AsyncClient, published: EventRecorder, caller: As, seed: int
) -> None:
    (samira,) = await people(published, "Samira")
    posts = [post_of(samira), post_of(samira)]
    events: list[Event] = [comment(post, new_id()) for post in posts for _ in range(5)]
    again = [event.model_copy(update={"event_id": new_id()}) for event in events]
    await asyncio.gather(*map(published.tell, random.Random(seed).sample([*events, *events, *again], 30)))
    data = await caller(samira).alerts()
    assert ([each["count"] for each in data["alerts_list"]], data["unread"]) == ([5, 5], 2)
    await caller(samira).post("update_alert_status", iv_notification_ids="all", iv_status="read")
    await published.tell(*(event.model_copy(update={"event_id": new_id()}) for event in events))
    assert (await caller(samira).alerts())["unread"] == 0


async def test_a_block_takes_its_part_out_of_an_alert_and_gives_it_back(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    ivo, fay, samira = await people(published, "Ivo", "Fay", "Samira")
    owner, post = caller(samira), post_of(samira, brief="Six croissants")
    await published.tell(comment(post, ivo), comment(post, ivo), comment(post, fay))
    whole = await owner.alerts()
    assert whole["alerts_list"][0]["notification_text"] == "3 new comments on your post “Six croissants”"

    async def block(other: str, blocked: bool, revision: int) -> dict[str, Any]:
        await published.tell(
            BlockChanged(blocker_id=other, blocked_id=samira, blocked=blocked, revision=revision)
        )
        return await owner.alerts()

    without_fay = await block(fay, True, 1)
    (alert,) = without_fay["alerts_list"]
    assert (alert["name"], alert["count"], without_fay["unread"]) == ("Ivo", 2, 1)
    assert await block(ivo, True, 1) == {"alerts_list": [], "unread": 0}
    await owner.post("update_alert_status", iv_notification_ids="all", iv_status="read")
    (alert,) = (await block(fay, False, 2))["alerts_list"]
    assert (alert["notification_text"], alert["status"]) == ("Fay commented on your post", "active")
    assert await block(ivo, False, 2) == whole


async def test_a_block_takes_one_of_two_comments_out(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    ivo, fay, samira = await people(published, "Ivo", "Fay", "Samira")
    post = post_of(samira, brief="Six croissants")
    await published.tell(comment(post, ivo), comment(post, fay))
    await published.tell(BlockChanged(blocker_id=samira, blocked_id=fay, blocked=True, revision=1))
    (alert,) = (await caller(samira).alerts())["alerts_list"]
    assert (alert["name"], alert["count"]) == ("Ivo", 1)


async def test_who_is_gone_leaves_a_count_without_a_name(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    ivo, samira = await people(published, "Ivo", "Samira")
    post = post_of(samira)
    await published.tell(comment(post, ivo), comment(post, ivo), AccountDeleted(account_id=ivo))
    (alert,) = (await caller(samira).alerts())["alerts_list"]
    assert (alert["name"], alert["count"]) == ("Former member", 2)
    await published.tell(AccountDeleted(account_id=samira))
    assert (await caller(samira).alerts()) == {"alerts_list": [], "unread": 0}


async def test_pages_go_on_below_an_alert_that_moved(
    client: httpx.AsyncClient, published: EventRecorder, caller: As
) -> None:
    (samira,) = await people(published, "Samira")
    post = post_of(samira)
    await published.tell(comment(post, new_id()))
    for _ in range(4):
        await published.tell(OrderRequested(order=order(provider_id=samira), actor="client"))
    owner = caller(samira)
    page = await owner.get("/internal/alerts", limit=2)
    seen = page.json()["data"]["alerts_list"]
    await published.tell(comment(post, new_id()))
    while cursor := page.headers.get("x-next-cursor"):
        page = await owner.get("/internal/alerts", limit=2, cursor=cursor)
        seen += page.json()["data"]["alerts_list"]
    assert [each["notification_type"] for each in seen] == ["order_requested"] * 4
    top = (await owner.alerts())["alerts_list"][0]
    assert (top["notification_type"], top["count"]) == ("comment_added", 2)


_MANY = """
INSERT INTO alert (id, source, receiver_id, kind, actor_id, words, url, status, created_at, moved_id,
    count)
SELECT md5(who.id || n), 's' || n, who.id, (ARRAY['comment_added', 'order_requested'])[1 + n % 2],
    'a' || n % 50, '{}', '/alerts', CASE WHEN n % 250 = 0 THEN 'active' ELSE 'read' END, now(),
    CASE WHEN n % 7 = 0 THEN md5(who.id || n || 'later') END, 1 + n % 2
FROM generate_series(1, 5000) AS n, unnest(CAST(:ids AS text[])) AS who(id)
"""

_FACTS = """
INSERT INTO alert_fact (source, receiver_id, kind, id, actor_id, alert_id)
SELECT source || '/' || n, receiver_id, kind, md5(id || n), 'a' || n, id
FROM alert, generate_series(1, 2) AS n WHERE kind = 'comment_added'
"""


@pytest.mark.usefixtures("client")
async def test_five_thousand_alerts_page_by_their_index(database_url: str, owner_url: OwnerUrl) -> None:
    """No page and no badge reads more rows than it needs, on the first page and on later ones."""
    ids = [new_id() for _ in range(4)]
    database = Database(owner_url(database_url))
    async with database.writing() as tx:
        await tx.session.execute(text(_MANY), {"ids": ids})
        await tx.session.execute(text("INSERT INTO block VALUES (:one, 'a7', true, 1)"), {"one": ids[0]})
        await tx.session.execute(text(_FACTS))
        await tx.session.execute(text("ANALYZE alert, alert_fact"))

    async def plan_of(statement: Statement[Any], **values: object) -> dict[str, Any]:
        explained = f"EXPLAIN (ANALYZE, FORMAT JSON) {statement.text}"
        async with database.reading() as tx:
            driver = await tx.driver()
            found = await driver.fetchval(explained, *(values[name] for name in statement.places))
        assert found is not None
        return found[0]["Plan"]

    def nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
        return [plan, *(each for inner in plan.get("Plans", []) for each in nodes(inner))]

    try:
        for page in (FIND_PAGE, FIND_PAGE_BEFORE):
            plan = nodes(await plan_of(page, receiver_id=ids[0], limit=21, before="8"))
            kinds = {each["Node Type"] for each in plan}
            assert not kinds & {"Sort", "Incremental Sort"}, kinds
            facts = {each["Node Type"] for each in plan if each.get("Relation Name") == "alert_fact"}
            assert "Seq Scan" not in facts
            (read,) = (each for each in plan if each.get("Index Name") == "ix_alert_receiver_id_place")
            assert read["Node Type"] == "Index Scan"
            assert read["Actual Rows"] == 21
            assert read.get("Rows Removed by Filter", 0) < 21
            count = [each for each in plan if each.get("Relation Name") == "alert" and each is not read]
            assert [each["Node Type"] for each in count] == ["Index Scan"], count
        badge = nodes(await plan_of(COUNT_UNREAD, receiver_id=ids[0]))
        indexes = {each.get("Index Name") for each in badge if "Index Name" in each}
        assert "ix_alert_receiver_id_active" in indexes or "uq_alert_growing" in indexes
        assert all(
            each["Actual Rows"] + each.get("Rows Removed by Filter", 0) <= 20
            for each in badge
            if each.get("Relation Name") == "alert"
        )
        assert "Index Scan using ix_alert_receiver_id_active" in await kept_plan(database, COUNT_UNREAD)
    finally:
        await database.close()
