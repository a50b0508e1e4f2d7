"""Comments, reposts and bookmarks."""

import asyncio

import pytest
from contracts.events.feed import CommentAdded, PostPublished, PostRemoved, RepostAdded
from contracts.events.identity import AccountDeleted
from contracts.events.profiles import BlockChanged
from testkit.event_recorder import EventRecorder

from services.feed.tests.conftest import Marketplace, Member

pytestmark = pytest.mark.service


async def comments(viewer: Member, post_id: str) -> list[str]:
    """The comments that the viewer sees below a post."""
    answer = await viewer.get(f"/api/get_feed_post_comment_and_repost_history/{post_id}")
    return [each["comment"] for each in answer.json()["data"]["comments"]]


async def test_only_who_has_met_the_provider_comments(
    marketplace: Marketplace, published: EventRecorder, guest: dict[str, str]
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    post_id = (await samira.publish())["post_id"]
    fields = {"iv_post_id": post_id, "iv_post_comment": "Lovely!", "iv_owner_id": samira.id}
    for headers in ({}, guest):
        answer = await marketplace.client.post("/api/create_post_feed_comment", json=fields, headers=headers)
        assert answer.status_code == 401
        assert answer.json()["message"]["main_msg"].startswith("You have to be sign in and also complete")
    refused = (await ivo.post("create_post_feed_comment", **fields)).json()
    assert refused["status"] is False
    assert refused["message"]["main_msg"].startswith("You have to complete a sesssion")
    await marketplace.met(ivo, samira)
    data = (await ivo.post("create_post_feed_comment", **fields)).json()["data"]
    assert (data["comment_data"]["name"], data["comment_data"]["comment"]) == ("Ivo", "Lovely!")
    assert data["notification_data"]["notification_receiver_id"] == samira.id
    event = await published.first(CommentAdded)
    assert (event.author_id, event.text, event.post.owner_id) == (ivo.id, "Lovely!", samira.id)
    assert event.post.brief == "Six croissants"
    own = (await samira.post("create_post_feed_comment", **{**fields, "iv_post_comment": "Thanks"})).json()
    assert own["data"]["notification_data"] is None
    assert await comments(ivo, post_id) == ["Thanks", "Lovely!"]
    (card,) = (await ivo.get("/api/get_feed_posts")).json()["data"]
    assert card["comment_count"] == 2


@pytest.mark.parametrize("text", ["", "  ", "x" * 501, None])
async def test_a_comment_is_1_to_500_characters(marketplace: Marketplace, text: str | None) -> None:
    samira = await marketplace.provider("Samira")
    post_id = (await samira.publish())["post_id"]
    answer = await samira.post("create_post_feed_comment", iv_post_id=post_id, iv_post_comment=text)
    assert "iv_post_comment" in answer.json()["message"]["iv_msg"]


async def test_who_deletes_a_comment(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    ivo, fay = await marketplace.member("Ivo"), await marketplace.member("Fay")
    await marketplace.met(ivo, samira)
    post_id, other_id = [(await samira.publish(brief))["post_id"] for brief in ("Bread", "Cake")]
    await samira.post("create_post_feed_comment", iv_post_id=other_id, iv_post_comment="elsewhere")
    ids: list[str] = []
    for words in ("one", "two"):
        answer = await ivo.post("create_post_feed_comment", iv_post_id=post_id, iv_post_comment=words)
        ids.append(answer.json()["data"]["comment_data"]["post_comments_id"])
    assert await comments(fay, post_id) == ["two", "one"]

    async def counts() -> list[int]:
        cards = (await fay.get("/api/get_feed_posts")).json()["data"]
        return [card["comment_count"] for card in cards]

    assert await counts() == [1, 2]
    assert (await fay.post("delete_post_feed_comment", iv_post_comments_id=ids[0])).status_code == 403
    fan_post = (await samira.publish(iv_access="interests"))["post_id"]
    hidden = await samira.post(
        "create_post_feed_comment", iv_post_id=fan_post, iv_post_comment="Only for fans"
    )
    hidden_id = hidden.json()["data"]["comment_data"]["post_comments_id"]
    assert (await fay.post("delete_post_feed_comment", iv_post_comments_id=hidden_id)).status_code == 404
    assert (await ivo.post("delete_post_feed_comment", iv_post_comments_id=ids[0])).json()["status"]
    assert (await samira.post("delete_post_feed_comment", iv_post_comments_id=ids[1])).json()["status"]
    assert (await ivo.post("delete_post_feed_comment", iv_post_comments_id=ids[1])).status_code == 404
    assert await comments(samira, post_id) == []
    assert await comments(samira, other_id) == ["elsewhere"]
    assert await counts() == [1, 0]


async def test_comments_come_in_pages(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    post_id = (await samira.publish())["post_id"]
    for words in ("one", "two", "three"):
        await samira.post("create_post_feed_comment", iv_post_id=post_id, iv_post_comment=words)
    seen: list[str] = []
    query: dict[str, str | int] = {"limit": 2}
    for _ in range(2):
        path = f"/api/get_feed_post_comment_and_repost_history/{post_id}"
        data = (await marketplace.client.get(path, params=query)).json()["data"]
        seen += [each["comment"] for each in data["comments"]]
        query["cursor"] = data["next_cursor"]
    assert (seen, query["cursor"]) == (["three", "two", "one"], None)


async def test_a_session_lets_the_client_comment_and_not_the_provider(marketplace: Marketplace) -> None:
    samira, jonas = await marketplace.provider("Samira"), await marketplace.provider("Jonas")
    await marketplace.met(samira, jonas)  # Samira was the client
    for owner, author, may in ((samira, jonas, False), (jonas, samira, True)):
        post_id = (await owner.publish())["post_id"]
        answer = await author.post("create_post_feed_comment", iv_post_id=post_id, iv_post_comment="Hello")
        assert answer.json()["status"] is may


def block(blocker: Member, blocked: Member, *, still: bool = True, revision: int = 1) -> BlockChanged:
    """Publish that one account blocked or unblocked the other."""
    return BlockChanged(blocker_id=blocker.id, blocked_id=blocked.id, blocked=still, revision=revision)


async def test_what_is_told_to_everybody_names_whom_a_block_keeps_apart(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, jonas, ivo = [await marketplace.provider(name) for name in ("Samira", "Jonas", "Ivo")]
    blocked, blocker, reconciled, lenient, other = [
        await marketplace.member(name) for name in ("Bo", "Bea", "Rex", "Lea", "Olu")
    ]
    of_jonas, of_ivo = await marketplace.member("Jo"), await marketplace.member("Ian")
    for fact in (
        block(samira, blocked), block(blocker, samira), block(samira, reconciled),
        block(samira, reconciled, still=False, revision=2), block(other, blocked),
        block(lenient, samira), block(lenient, samira, still=False, revision=2),
        block(jonas, of_jonas), block(of_ivo, ivo),
    ):  # fmt: skip
        await published.tell(fact)
    post_id = (await samira.publish())["post_id"]
    apart = {blocked.id, blocker.id}
    assert set((await published.first(PostPublished)).hidden_from) == apart
    assert (await jonas.post("create_repost_feed_content", iv_post_id=post_id)).json()["status"]
    repost = (await published.wait_for(PostPublished, 2))[-1]
    assert set(repost.hidden_from) == {*apart, of_jonas.id}
    await marketplace.met(ivo, samira)
    await ivo.post("create_post_feed_comment", iv_post_id=post_id, iv_post_comment="Lovely!")
    assert set((await published.first(CommentAdded)).hidden_from) == {*apart, of_ivo.id}


@pytest.mark.parametrize("blocker", ["viewer", "author"])
async def test_a_block_in_either_direction_hides_what_is_below_a_post(
    marketplace: Marketplace, published: EventRecorder, blocker: str
) -> None:
    samira, ivo, fay, olu = (
        await marketplace.provider("Samira"),
        await marketplace.member("Ivo"),
        await marketplace.member("Fay"),
        await marketplace.member("Olu"),
    )
    await marketplace.met(ivo, samira)
    post_id = (await samira.publish())["post_id"]
    await ivo.post("create_post_feed_comment", iv_post_id=post_id, iv_post_comment="Lovely!")
    await ivo.post("create_repost_feed_content", iv_post_id=post_id)

    async def below(viewer: Member) -> tuple[int, int]:
        answer = await viewer.get(f"/api/get_feed_post_comment_and_repost_history/{post_id}")
        data = answer.json()["data"]
        return len(data["comments"]), len(data["all_reposts"])

    one, other = (fay, ivo) if blocker == "viewer" else (ivo, fay)
    await published.tell(block(one, other))
    assert [await below(viewer) for viewer in (fay, olu, samira)] == [(0, 0), (1, 1), (1, 1)]
    await published.tell(block(one, other, still=False, revision=3), block(one, other, revision=2))
    assert await below(fay) == (1, 1)


async def test_a_block_hides_comments_too(marketplace: Marketplace, published: EventRecorder) -> None:
    samira, ivo, fay = (
        await marketplace.provider("Samira"),
        await marketplace.member("Ivo"),
        await marketplace.member("Fay"),
    )
    await marketplace.met(ivo, samira)
    post_id = (await samira.publish())["post_id"]
    await ivo.post("create_post_feed_comment", iv_post_id=post_id, iv_post_comment="Lovely!")
    await published.tell(BlockChanged(blocker_id=ivo.id, blocked_id=fay.id, blocked=True, revision=1))
    assert await comments(fay, post_id) == []
    assert await comments(samira, post_id) == ["Lovely!"]
    await published.tell(BlockChanged(blocker_id=samira.id, blocked_id=ivo.id, blocked=True, revision=1))
    answer = await ivo.post("create_post_feed_comment", iv_post_id=post_id, iv_post_comment="Still here")
    assert answer.status_code == 404


async def test_a_repost_shows_the_original_and_can_be_undone(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo, fay = (
        await marketplace.provider("Samira"),
        await marketplace.member("Ivo"),
        await marketplace.member("Fay"),
    )
    original = await samira.publish("Six croissants")
    fields = {"iv_post_id": original["post_id"], "iv_repost_brief": "Go there!"}
    data = (await ivo.post("create_repost_feed_content", **fields)).json()["data"]
    card = data["repost_data"]
    assert (card["post_type"], card["original_post_id"]) == ("repost", original["post_id"])
    assert (card["owner_id"], card["name"], card["repost_brief"]) == (ivo.id, "Ivo", "Go there!")
    assert (card["proxy_owner_id"], card["proxy_owner_name"]) == (samira.id, "Samira")
    assert (card["post_brief"], card["media_name"]) == ("Six croissants", original["media_name"])
    assert card["expertise"] == "Pastry classes"
    assert data["notification_data"]["notification_receiver_id"] == samira.id
    event = await published.first(RepostAdded)
    assert (event.original_owner_id, event.post.owner_id) == (samira.id, ivo.id)
    assert (event.original_id, event.original_brief) == (original["post_id"], "Six croissants")
    assert event.post.post_type == "repost"
    again = (await ivo.post("create_repost_feed_content", **fields)).json()
    assert again["status"] is False
    own = (await samira.post("create_repost_feed_content", iv_post_id=card["post_id"])).json()
    assert own["status"] is False
    further = await fay.post("create_repost_feed_content", iv_post_id=card["post_id"])
    assert further.json()["data"]["repost_data"]["original_post_id"] == original["post_id"]
    history = await fay.get(f"/api/get_feed_post_comment_and_repost_history/{card['post_id']}")
    names = [each["name"] for each in history.json()["data"]["all_reposts"]]
    assert names == ["Fay", "Ivo"]
    undone = await ivo.post(
        "feed_post_delete_archive_restore", iv_post_id=card["post_id"], iv_action="delete"
    )
    assert undone.json()["status"]
    shown = (await marketplace.client.get(f"/api/get_feed_post/{original['post_id']}")).json()["data"]
    assert shown["repost_count"] == 1
    await samira.post("feed_post_delete_archive_restore", iv_post_id=original["post_id"], iv_action="delete")
    assert await fay.feed() == []
    assert len(await published.wait_for(PostRemoved, 3)) == 3


async def test_an_own_repost_hides_with_its_original(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    original = await samira.publish()
    data = (await ivo.post("create_repost_feed_content", iv_post_id=original["post_id"])).json()["data"]
    mine = data["repost_data"]["post_id"]

    async def sees() -> tuple[int, int, int, int]:
        own = (await ivo.get(f"/api/get_profile_posts/{ivo.id}")).json()["data"]
        one = await ivo.get(f"/api/get_feed_post/{mine}")
        below = await ivo.get(f"/api/get_feed_post_comment_and_repost_history/{mine}")
        return len(await ivo.feed()), len(own), one.status_code, below.status_code

    assert await sees() == (2, 1, 200, 200)
    await published.tell(BlockChanged(blocker_id=samira.id, blocked_id=ivo.id, blocked=True, revision=1))
    assert await sees() == (0, 0, 404, 404)
    await published.tell(BlockChanged(blocker_id=samira.id, blocked_id=ivo.id, blocked=False, revision=2))
    action = {"iv_post_id": original["post_id"], "iv_action": "archive"}
    await samira.post("feed_post_delete_archive_restore", **action)
    assert await sees() == (0, 0, 404, 404)


@pytest.mark.parametrize("access", ["interests", "trusted"])
async def test_only_what_is_for_everybody_is_passed_on(marketplace: Marketplace, access: str) -> None:
    samira, fan = await marketplace.provider("Samira"), await marketplace.member("Fay")
    await marketplace.circle(fan, samira, trusted=True)
    post = await samira.publish(iv_access=access)
    answer = (await fan.post("create_repost_feed_content", iv_post_id=post["post_id"])).json()
    assert answer["status"] is False


async def test_a_bookmark_is_removed_for_one_account_alone(marketplace: Marketplace) -> None:
    samira, ivo, fay = (
        await marketplace.provider("Samira"),
        await marketplace.member("Ivo"),
        await marketplace.member("Fay"),
    )
    one, two = [(await samira.publish(name))["post_id"] for name in ("One", "Two")]
    for member in (ivo, fay):
        for post_id in (one, two):
            await member.post("add_new_bookmark", iv_bookmark_value=post_id)
    await ivo.post("remove_existing_bookmark", iv_bookmark_value=one)

    async def bookmarks(member: Member) -> list[tuple[str, int]]:
        shown = (await member.get("/api/get_bookmarked_posts")).json()["data"]
        return [(card["post_id"], card["bookmark_count"]) for card in shown]

    assert await bookmarks(ivo) == [(two, 2)]
    assert await bookmarks(fay) == [(two, 2), (one, 1)]


async def test_an_erased_accounts_bookmarks_no_longer_count_and_others_do(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo, fay = (
        await marketplace.provider("Samira"),
        await marketplace.member("Ivo"),
        await marketplace.member("Fay"),
    )
    one, two = [(await samira.publish(name))["post_id"] for name in ("One", "Two")]
    await ivo.post("add_new_bookmark", iv_bookmark_value=one)
    await fay.post("add_new_bookmark", iv_bookmark_value=two)
    await published.tell(AccountDeleted(account_id=ivo.id))
    cards = (await fay.get("/api/get_feed_posts")).json()["data"]
    assert {card["post_id"]: card["bookmark_count"] for card in cards} == {one: 0, two: 1}


@pytest.mark.usefixtures("large_pool")
async def test_reposting_at_once_makes_one_repost(marketplace: Marketplace) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    post_id = (await samira.publish())["post_id"]
    calls = [ivo.post("create_repost_feed_content", iv_post_id=post_id) for _ in range(8)]
    answers = [answer.json() for answer in await asyncio.gather(*calls)]
    assert sum(answer["status"] for answer in answers) == 1
    card = (await ivo.get(f"/api/get_feed_post/{post_id}")).json()["data"]
    assert card["repost_count"] == 1


async def test_bookmarks(marketplace: Marketplace, guest: dict[str, str], published: EventRecorder) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    one, two = [(await samira.publish(name))["post_id"] for name in ("One", "Two")]
    hidden = (await samira.publish("Hidden", iv_post_active="draft"))["post_id"]
    for headers in ({}, guest):
        answer = await marketplace.client.post(
            "/api/add_new_bookmark", json={"iv_bookmark_value": one}, headers=headers
        )
        assert answer.status_code == 401
        assert answer.json()["message"]["main_msg"].startswith("You need to create an account to be able")
    for post_id in (two, one, one):
        added = await ivo.post("add_new_bookmark", iv_bookmark_value=post_id, iv_bookmark_type="post")
        assert added.json()["data"] == {"bookmark_info": {"bookmark_value": post_id, "bookmark_type": "post"}}
    assert (await ivo.post("add_new_bookmark", iv_bookmark_value=hidden)).status_code == 404
    assert (await ivo.post("add_new_bookmark", iv_bookmark_value="nothing")).status_code == 404
    shown = (await ivo.get("/api/get_bookmarked_posts")).json()["data"]
    assert [(card["post_id"], card["status"], card["bookmark_count"]) for card in shown] == [
        (one, "bookmarked", 1),
        (two, "bookmarked", 1),
    ]
    info = (await ivo.get("/internal/bookmarks")).json()["data"]["bookmark_info"]
    assert [each["bookmark_value"] for each in info] == [one, two]
    assert (await ivo.post("remove_existing_bookmark", iv_bookmark_value=one)).json()["status"]
    assert (await ivo.post("remove_existing_bookmark", iv_bookmark_value=one)).json()["status"]
    await published.tell(BlockChanged(blocker_id=samira.id, blocked_id=ivo.id, blocked=True, revision=1))
    assert (await ivo.get("/api/get_bookmarked_posts")).json()["data"] == []
    assert (await ivo.get("/internal/bookmarks")).json()["data"] == {"bookmark_info": []}


async def test_pages_hold_every_bookmark_once(marketplace: Marketplace) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    made = [(await samira.publish(f"Number {number}"))["post_id"] for number in range(5)]
    for post_id in made:
        await ivo.post("add_new_bookmark", iv_bookmark_value=post_id)
    seen: list[str] = []
    cursor = ""
    while True:
        answer = await ivo.get("/api/get_bookmarked_posts", limit=2, cursor=cursor)
        seen += [card["post_id"] for card in answer.json()["data"]]
        cursor = answer.headers.get("x-next-cursor", "")
        if not cursor:
            break
    assert seen == made[::-1]
