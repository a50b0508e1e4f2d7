"""The present state of posts, told again for a projection elsewhere."""

from collections.abc import AsyncIterator

from chassis.db import Transaction
from chassis.replay import replays
from contracts.event import Event
from contracts.events.feed import PostChanged
from sqlalchemy import select

from feed.posts.models import Post
from feed.posts.store import facts_of


@replays
async def all_posts(tx: Transaction) -> AsyncIterator[Event]:
    """Every post that can be seen."""
    shown = select(Post).where(Post.state == "active", Post.announced).order_by(Post.id)
    async for post in await tx.session.stream_scalars(shown.execution_options(yield_per=500)):
        yield PostChanged(post=facts_of(post))
