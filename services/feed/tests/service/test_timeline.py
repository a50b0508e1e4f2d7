"""Which posts each viewer sees, at every call that can show a post."""

import itertools
import json

import httpx
import pytest
from chassis.ids import new_id
from contracts.events.booking_ratings import RatingGiven
from contracts.events.identity import AccountDeleted, AccountFacts, AccountRenamed
from contracts.events.profiles import AvatarChanged, BlockChanged, CircleChanged, ProfileUpdated
from testkit.event_recorder import EventRecorder

from services.feed.tests.conftest import LONG_AGO, Marketplace, Member, completed_order, profile

pytestmark = pytest.mark.service


async def seen_everywhere(viewer: Member | httpx.AsyncClient, owner: Member, post_id: str) -> set[bool]:
    """Whether each call shows the post; one element when they agree."""
    answers: list[bool] = []
    for path in ("/api/get_feed_posts", f"/api/get_profile_posts/{owner.id}"):
        body = (await viewer.get(path)).json()
        answers.append(post_id in [card["post_id"] for card in body["data"]])
    answers.append((await viewer.get(f"/api/get_feed_post/{post_id}")).status_code == 200)
    history = await viewer.get(f"/api/get_feed_post_comment_and_repost_history/{post_id}")
    answers.append(history.status_code == 200)
    return set(answers)


async def test_audience_maturity_and_blocks_decide(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira = await marketplace.provider("Samira")
    stranger, fan, truster = [await marketplace.member(name) for name in ("Ivo", "Fay", "Tess")]
    blocked, blocker = await marketplace.member("Bo"), await marketplace.member("Bea")
    await marketplace.circle(fan, samira, trusted=False)
    await marketplace.circle(truster, samira, trusted=True)
    for one, other in ((samira, blocked), (blocker, samira)):
        await marketplace.circle(blocked if other is blocked else blocker, samira, trusted=True)
        await published.tell(BlockChanged(blocker_id=one.id, blocked_id=other.id, blocked=True, revision=1))
    viewers: dict[str, Member | httpx.AsyncClient] = {
        "guest": marketplace.client,
        "stranger": stranger,
        "fan": fan,
        "truster": truster,
        "owner": samira,
        "blocked": blocked,
        "blocker": blocker,
    }
    fits = {
        "all": {"guest", "stranger", "fan", "truster", "owner"},
        "interests": {"fan", "truster", "owner"},
        "trusted": {"truster", "owner"},
    }
    for audience, mature in itertools.product(fits, ("no", "yes")):
        card = await samira.publish(iv_access=audience, iv_mature_content=mature)
        expected = fits[audience] - ({"guest"} if mature == "yes" else set[str]())
        for name, viewer in viewers.items():
            seen = await seen_everywhere(viewer, samira, card["post_id"])
            assert seen == {name in expected}, (audience, mature, name)


async def test_pages_hold_every_post_once(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    made = [(await samira.publish(f"Number {number}"))["post_id"] for number in range(7)]
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        answer = await marketplace.client.get("/api/get_feed_posts", params={"limit": 3, **cursor})
        seen += [card["post_id"] for card in answer.json()["data"]]
        if "x-next-cursor" not in answer.headers:
            break
        cursor = {"cursor": answer.headers["x-next-cursor"]}
    assert seen == made[::-1]


@pytest.mark.parametrize("cursor", ["nonsense", "WzFd", "WyJ4IiwieSJd", "WyIyMDI2LTAxLTAxIiwieSJd"])
async def test_a_cursor_that_is_none_of_ours_is_refused(marketplace: Marketplace, cursor: str) -> None:
    answer = await marketplace.client.get("/api/get_feed_posts", params={"cursor": cursor})
    assert (answer.status_code, answer.json()["status"]) == (200, False)


async def test_one_category_and_one_tag(marketplace: Marketplace, published: EventRecorder) -> None:
    baker = await marketplace.provider("Samira", category="food_catering")
    coach = await marketplace.provider("Jonas", category="sports_fitness")
    bread = (await baker.publish("Bread #Berlin"))["post_id"]
    run = (await coach.publish("Run #berlin #trail"))["post_id"]
    assert await baker.feed(category="food_catering") == [bread]
    assert await baker.feed(tag="berlin") == [run, bread]
    assert await baker.feed(tag="#Trail") == [run]
    assert await baker.feed(tag="berlin", category="sports_fitness") == [run]
    assert await baker.feed(tag="nothing") == []
    await published.tell(ProfileUpdated(profile=profile(baker.id, category="events", revision=2)))
    assert await baker.feed(category="events") == [bread]


async def test_cards_show_the_author_of_now(marketplace: Marketplace, published: EventRecorder) -> None:
    samira, ivo = await marketplace.provider("Samira Okafor"), await marketplace.member("Ivo")
    post_id = (await samira.publish())["post_id"]
    await ivo.post("create_repost_feed_content", iv_post_id=post_id)
    before = (await marketplace.client.get("/api/get_feed_posts")).json()["data"]
    assert [card["username"] for card in before] == ["ivo", "samira_okafor"]
    renamed = AccountFacts(
        account_id=samira.id,
        name="Samira O",
        email="s@example.com",
        username="samira",
        verified=True,
        created_at=LONG_AGO,
        revision=2,
    )
    await published.tell(AccountRenamed(account=renamed))
    order = completed_order(samira.id, "")
    await published.tell(
        RatingGiven(order=order, rating=4, feedback="Good", trusted=False, average=4.5, reviews=2, revision=1)
    )
    await published.tell(AvatarChanged(account_id=samira.id, avatar="/media/avatars/new.webp", revision=2))
    repost, card = (await marketplace.client.get("/api/get_feed_posts")).json()["data"]
    names = ("proxy_owner_name", "proxy_owner_username", "proxy_owner_avatar")
    assert [repost[name] for name in names] == ["Samira O", "samira", "/media/avatars/new.webp"]
    assert (repost["rating_all_avg"], repost["rating_client_size"]) == (4.5, 2)
    assert (card["name"], card["username"]) == ("Samira O", "samira")
    assert (card["rating_all_avg"], card["rating_client_size"]) == (4.5, 2)
    assert (card["avatar"], card["manual_verification"]) == ("/media/avatars/new.webp", "unverified")
    await published.tell(ProfileUpdated(profile=profile(samira.id, manually_verified=True, revision=2)))
    verified = (await marketplace.client.get("/api/get_feed_posts")).json()["data"]
    assert [each["manual_verification"] for each in verified] == ["verified", "verified"]


async def test_older_news_of_people_changes_nothing(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    for_all = (await samira.publish())["post_id"]
    trusted = (await samira.publish(iv_access="trusted"))["post_id"]
    account = AccountFacts(
        account_id=samira.id, name="Samira New", email="s@example.com", username="new", verified=True,
        created_at=LONG_AGO, revision=3,
    )  # fmt: skip
    rated = RatingGiven(
        order=completed_order(samira.id, ""), rating=4, feedback="Good", trusted=False,
        average=4.5, reviews=2, revision=3,
    )  # fmt: skip
    events = [
        AccountRenamed(account=account),
        AccountRenamed(account=account.model_copy(update={"name": "Old", "username": "old", "revision": 2})),
        ProfileUpdated(profile=profile(samira.id, expertise="New", revision=3)),
        ProfileUpdated(profile=profile(samira.id, expertise="Old", revision=2)),
        AvatarChanged(account_id=samira.id, avatar="/media/avatars/new.webp", revision=4),
        AvatarChanged(account_id=samira.id, avatar="/media/avatars/old.webp", revision=3),
        rated,
        rated.model_copy(update={"event_id": new_id(), "average": 1, "reviews": 1, "revision": 2}),
    ]
    await published.tell(*events)
    await marketplace.circle(ivo, samira, trusted=True, revision=3)
    await marketplace.circle(ivo, samira, trusted=False, revision=2)
    cards = (await ivo.get("/api/get_feed_posts")).json()["data"]
    assert [card["post_id"] for card in cards] == [trusted, for_all]
    shown = ("name", "username", "expertise", "avatar", "rating_all_avg", "rating_client_size")
    assert [cards[0][name] for name in shown] == [
        "Samira New", "new", "New", "/media/avatars/new.webp", 4.5, 2,
    ]  # fmt: skip


async def test_who_leaves_a_circle_sees_what_is_for_everybody(
    marketplace: Marketplace, published: EventRecorder
) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    posts = {
        access: (await samira.publish(iv_access=access))["post_id"]
        for access in ("all", "interests", "trusted")
    }
    steps: list[tuple[bool, bool, set[str]]] = [
        (True, True, {"all", "interests", "trusted"}),
        (True, False, {"all", "interests"}),
        (False, False, {"all"}),
    ]
    for interest, trusted, seen in steps:
        revision = 4 - len(seen)
        await published.tell(
            CircleChanged(
                account_id=ivo.id,
                provider_id=samira.id,
                interest=interest,
                trusted=trusted,
                revision=revision,
            )
        )
        assert set(await ivo.feed()) == {posts[access] for access in seen}


async def test_a_deleted_account_leaves_nothing(marketplace: Marketplace, published: EventRecorder) -> None:
    samira, ivo = await marketplace.provider("Samira"), await marketplace.member("Ivo")
    await marketplace.met(ivo, samira)
    mine = await samira.publish()
    await ivo.post("add_new_bookmark", iv_bookmark_value=mine["post_id"])
    await ivo.post("create_post_feed_comment", iv_post_id=mine["post_id"], iv_post_comment="Lovely")
    await ivo.post("create_repost_feed_content", iv_post_id=mine["post_id"])
    await published.tell(AccountDeleted(account_id=ivo.id))
    (card,) = (await marketplace.client.get("/api/get_feed_posts")).json()["data"]
    assert (card["comment_count"], card["bookmark_count"], card["repost_count"]) == (0, 0, 0)
    held = (await ivo.get("/internal/export")).json()["data"]
    assert not [name for name, rows in held.items() if rows]
    await published.tell(AccountDeleted(account_id=samira.id))
    assert (await marketplace.client.get("/api/get_feed_posts")).json()["data"] == []


async def test_the_export_holds_everything(marketplace: Marketplace) -> None:
    samira = await marketplace.provider("Samira")
    card = await samira.publish(iv_device_data={"timezone": "Europe/Berlin"})
    await samira.post("create_post_feed_comment", iv_post_id=card["post_id"], iv_post_comment="Hello")
    await samira.post("add_new_bookmark", iv_bookmark_value=card["post_id"])
    held = (await samira.get("/internal/export")).json()["data"]
    assert held["account"]["name"] == "Samira"
    assert held["posts"][0]["images"] == json.loads(card["media_name"])
    assert held["posts"][0]["device"] == {"timezone": "Europe/Berlin"}
    assert [each["comment"] for each in held["comments"]] == ["Hello"]
    assert held["bookmarks"] == [card["post_id"]]
