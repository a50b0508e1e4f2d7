"""The feed through the gateway with few and with many posts, against a bare asyncpg read of the page."""

import time
from typing import Final

import httpx
from client.mailbox_client import MailboxClient
from client.personas import Client
from client.workplaces import first_post, new_clients, new_shop
from local.cluster import Cluster

from bench.fixtures.timeline import BLOCKS, CIRCLE, insert_people, insert_posts
from bench.load import Ratio, compare, target
from bench.processes import running_server, until_ready

SMALL, LARGE = 10_000, 1_000_000
PATH: Final = "/api/get_feed_posts"
CONNECTIONS, ROUNDS, SECONDS = 16, 5, 2
SHARE_GOAL, GROWTH_GOAL, LATER_PAGE_GOAL = 0.50, 1.5, 1.1
LATER_PAGE: Final = 50
NAMES: Final = 10


async def feed_cost(cluster: Cluster, http: httpx.AsyncClient) -> list[str]:
    """Measure growth, the share of a bare read, and the fiftieth page; returns the lines to print."""
    postbox = MailboxClient(http, cluster.mail.list_url)
    (viewer,) = await new_clients(http, postbox, 1)
    url = cluster.owner_url("feed")
    await insert_people(url, viewer.id)
    await insert_posts(url, viewer.id, (1, SMALL))
    with running_server("compared_servers", "cards", url) as bare:
        await until_ready(bare)
        small = await _beside_bare(cluster, viewer, bare.url)
        await insert_posts(url, viewer.id, (SMALL + 1, LARGE))
        large = await _beside_bare(cluster, viewer, bare.url)
    later_page = await _later_page(cluster, viewer)
    renamed = await _renamed(http, postbox)
    growth = (small.measured / small.yardstick) / (large.measured / large.yardstick)
    return [
        f"feed, a page of 20 through the gateway, {LARGE:,} posts, {CIRCLE} in the circle, {BLOCKS} blocks ÷ "
        f"a bare asyncpg read that builds the same bytes: {large.share:.0%} (goal {SHARE_GOAL:.0%}; "
        f"{large.measured:.0f} of {large.yardstick:.0f} a second); with {SMALL:,} posts {small.share:.0%} "
        f"({small.measured:.0f} of {small.yardstick:.0f})",
        f"feed, cost with {LARGE:,} posts ÷ with {SMALL:,}: {small.measured / large.measured:.2f} "
        f"(goal {GROWTH_GOAL}; {growth:.2f} with the bare read as the measure of the machine)",
        f"feed, cost of page {LATER_PAGE} ÷ page 1: {1 / later_page.share:.2f} (goal {LATER_PAGE_GOAL})",
        large.record(f"feed through the gateway ÷ bare, {LARGE:,} posts"),
        later_page.record(f"feed, answers of page {LATER_PAGE} ÷ page 1"),
        f"feed, a new name shows on an old post within {max(renamed):.0f} ms (goal 1,000; "
        f"{len(renamed)} names)",
    ]


async def _beside_bare(cluster: Cluster, viewer: Client, bare: str) -> Ratio:
    answer = await _page(cluster, viewer)
    ids = ",".join(card["post_id"] for card in answer.json()["data"])
    async with httpx.AsyncClient() as http:
        same = (await http.get(f"{bare}/?ids={ids}&viewer={viewer.id}", timeout=30)).raise_for_status()
        if same.content != answer.content:
            raise RuntimeError("the bare read answers something else")
    return await compare(
        target(bare, f"/?ids={ids}&viewer={viewer.id}", None),
        target(cluster.url, PATH, viewer.token),
        rounds=ROUNDS,
        seconds=SECONDS,
        connections=CONNECTIONS,
    )


async def _renamed(http: httpx.AsyncClient, postbox: MailboxClient) -> list[float]:
    """Milliseconds from the answer to a change of name until an old post in the feed shows it."""
    owner, _ = await new_shop(http, postbox)
    post_id = await first_post(owner, "An old post")
    taken: list[float] = []
    for number in range(NAMES):
        name = f"{owner.username}_{number}"
        await owner.must_post("update_username", iv_username=name)
        began = time.monotonic()
        shown = ""
        while shown != name:
            cards = (await owner.must_get("get_feed_posts")).rows
            shown = next(str(card["username"]) for card in cards if card["post_id"] == post_id)
        taken.append((time.monotonic() - began) * 1000)
    return taken


async def _page(cluster: Cluster, viewer: Client, query: str = "") -> httpx.Response:
    async with httpx.AsyncClient(base_url=cluster.url, timeout=30) as http:
        headers = {"Authorization": f"Bearer {viewer.token}", "Accept-Encoding": "identity"}
        return (await http.get(PATH + query, headers=headers)).raise_for_status()


async def _later_page(cluster: Cluster, viewer: Client) -> Ratio:
    """The first page against the fiftieth."""
    query = ""
    for _ in range(LATER_PAGE - 1):
        query = f"?cursor={(await _page(cluster, viewer, query)).headers['x-next-cursor']}"
    targets = [target(cluster.url, PATH + each, viewer.token) for each in ("", query)]
    return await compare(*targets, rounds=ROUNDS, seconds=SECONDS, connections=CONNECTIONS)
