"""The present state of posts as events, to rebuild a projection elsewhere."""

from collections.abc import AsyncIterator

from chassis.db import Transaction
from chassis.replay import replays
from contracts.event import Event
from contracts.events.feed import PostChanged

from feed.posts.serializers import post_facts
from feed.posts.store import announced_posts


@replays
async def all_posts(tx: Transaction) -> AsyncIterator[Event]:
    """Every post that the other services know of."""
    async for post in announced_posts(tx):
        yield PostChanged(post=post_facts(post))
