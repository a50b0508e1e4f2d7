"""Posts: who is notified of them, who finds them, when, and how often."""

import asyncio
import base64
import io
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from client.api_client import ApiClient, Json, eventually
from client.mailbox_client import MailboxClient
from client.personas import Client, Guest, Provider, Shop, new_email
from client.socket_client import ReceivedEvent, SocketClient, open_socket
from e2e import only
from local.cluster import Cluster
from PIL import Image
from testkit.environments import Environment

LATE_SECONDS = 5
"""How many seconds after its time a scheduled post may appear (api.md 5)."""


def a_picture(colour: str = "teal") -> str:
    """A real picture as base64."""
    target = io.BytesIO()
    Image.new("RGB", (650, 500), colour).save(target, "PNG")
    return base64.b64encode(target.getvalue()).decode()


async def publish(owner: Provider, brief: str, **fields: Json) -> str:
    """Publish a post; returns its id."""
    values: dict[str, Json] = {"iv_post_brief": brief, "iv_media_base": [a_picture()], **fields}
    answer = await owner.must_post("create_new_feed_content", **values)
    return answer.text("post_id")


def is_about(post_id: str) -> Callable[[ReceivedEvent], bool]:
    """Whether an event on the socket is about this post."""
    return lambda arrival: arrival.part("broadcast_data").get("post_id") == post_id


async def feed_of(viewer: ApiClient) -> list[object]:
    """The ids of the posts in the viewer's feed."""
    return [card["post_id"] for card in (await viewer.get("get_feed_posts", limit=100)).rows]


async def newcomer(http: httpx.AsyncClient, postbox: MailboxClient, name: str) -> Client:
    """A new account of a client with a confirmed address."""
    person = Client(http, name, new_email(name.split(maxsplit=1)[0].lower()))
    await person.join(postbox)
    return person


async def after_a_later_post(
    http: httpx.AsyncClient, postbox: MailboxClient, sockets: Iterable[SocketClient]
) -> None:
    """Return when a post published now has reached all sockets: an earlier one would have come before it."""
    bystander = Provider(http, "Bea Stander", new_email("bea"))
    await bystander.join(postbox)
    await bystander.open_shop()
    later = is_about(await publish(bystander, "A later post"))
    await asyncio.gather(*(each.wait_for(later) for each in sockets))


async def test_who_hears_of_posts_and_finds_them(
    environment: Environment,
    http: httpx.AsyncClient,
    postbox: MailboxClient,
    provider: Provider,
    shop: Shop,
    client: Client,
    guest: Guest,
) -> None:
    """Every viewer against every kind of post: the socket, the feed, the profile, the search."""
    del shop
    blocked, blocker, fan = [await newcomer(http, postbox, name) for name in ("Bo B", "Bea B", "Fay F")]
    await provider.must_post("add_to_block", iv_user_id=blocked.id)
    await blocker.must_post("add_to_block", iv_user_id=provider.id)
    await fan.must_post("add_new_interest", iv_provider_id=provider.id)
    viewers: dict[str, ApiClient] = {
        "visitor": ApiClient(http), "guest": guest, "client": client, "blocked": blocked, "blocker": blocker,
        "fan": fan, "owner": provider,
    }  # fmt: skip
    kinds: dict[str, dict[str, Json]] = {
        "for all": {},
        "mature": {"iv_mature_content": "yes"},
        "interests": {"iv_access": "interests"},
        "draft": {"iv_post_active": "draft"},
        "later": {
            "iv_post_active": "schedule",
            "iv_post_date": (datetime.now(UTC) + timedelta(hours=1)).isoformat(),
        },
    }
    notified = {
        "for all": set(viewers) - {"blocked", "blocker"},
        "mature": {"client", "fan", "owner"},
    }
    seen = {**notified, "interests": {"fan", "owner"}}
    async with AsyncExitStack() as stack:
        sockets: dict[str, SocketClient] = {
            name: await stack.enter_async_context(open_socket(environment.url, viewer.token))
            for name, viewer in viewers.items()
        }
        posts = {kind: await publish(provider, f"A post: {kind}", **fields) for kind, fields in kinds.items()}
        for kind, names in notified.items():
            for name in names:
                await sockets[name].wait_for(is_about(posts[kind]))
        await after_a_later_post(http, postbox, sockets.values())
        wrong = [
            f"socket: {name}, {kind}: {count}"
            for kind, post_id in posts.items()
            for name, socket in sockets.items()
            if (count := socket.count(is_about(post_id))) != (name in notified.get(kind, set[str]()))
        ]
    for name, viewer in viewers.items():
        listed = await viewer.get(f"get_profile_posts_and_appointments/{provider.id}/none")
        composed = (
            {card["post_id"] for card in listed.list("provider_posts")} if listed.done else set[object]()
        )
        feed = await feed_of(viewer)
        found = str((await viewer.get("search", q="A post")).data)
        for kind, post_id in posts.items():
            expected = name in seen.get(kind, set[str]())
            if (post_id in feed) != expected:
                wrong.append(f"feed: {name}, {kind}")
            if name != "owner" and (post_id in composed) != expected:
                wrong.append(f"composed: {name}, {kind}")
            if post_id in found:
                wrong.append(f"search: {name}, {kind}")
    assert wrong == []


@only.distributed
async def test_a_new_name_stands_on_old_posts(
    provider: Provider, shop: Shop, http: httpx.AsyncClient
) -> None:
    del shop
    visitor = ApiClient(http)
    post_id = await publish(provider, "Before the new name")

    async def shown_name() -> str:
        return (await visitor.must_get(f"get_feed_post/{post_id}")).text("username")

    assert await shown_name() == provider.username
    assert post_id in await feed_of(visitor)
    renamed = f"{provider.username}_2"
    await provider.must_post("update_username", iv_username=renamed)

    async def everywhere() -> bool | None:
        cards = (await visitor.get("get_feed_posts", limit=100)).rows
        names = [card["username"] for card in cards if card["post_id"] == post_id]
        return True if [*names, await shown_name()] == [renamed, renamed] else None

    await eventually(everywhere, "the new name on an old post", seconds=5)


@only.distributed
@pytest.mark.parametrize(
    "killed", ["the first instance", pytest.param("the second instance", marks=pytest.mark.long)]
)
async def test_a_scheduled_post_appears_once_whoever_dies(
    cluster: Cluster,
    http: httpx.AsyncClient,
    postbox: MailboxClient,
    provider: Provider,
    shop: Shop,
    client: Client,
    killed: str,
) -> None:
    del shop
    with cluster.another("feed") as second:
        async with open_socket(cluster.url, client.token) as socket:
            at = datetime.now(UTC) + timedelta(seconds=2)
            posts = [
                await publish(provider, f"Soon {n}", iv_post_active="schedule", iv_post_date=at.isoformat())
                for n in range(5)
            ]
            await asyncio.sleep(max(0.0, (at - datetime.now(UTC)).total_seconds() - 0.3))
            if killed == "the second instance":
                second.process.kill()
            else:
                cluster.kill("feed")
            due = (at - datetime.now(UTC)).total_seconds() + LATE_SECONDS
            await asyncio.gather(*(socket.wait_for(is_about(post_id), due) for post_id in posts))
            if killed == "the first instance":
                cluster.restart("feed")
            await _all_listed(client, posts)
            await after_a_later_post(http, postbox, [socket])
            assert [socket.count(is_about(post_id)) for post_id in posts] == [1] * len(posts)


async def _all_listed(viewer: Client, posts: list[str]) -> None:
    async def listed() -> bool | None:
        answer = await viewer.get("get_feed_posts", limit=100)
        return set(posts) <= {card["post_id"] for card in answer.rows} or None

    look: Callable[[], Awaitable[bool | None]] = listed
    await eventually(look, "the scheduled posts in the feed")
