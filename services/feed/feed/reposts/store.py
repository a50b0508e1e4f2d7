"""Reposts in the database: rows of `post` with an original."""

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncSession

from feed.posts.models import Post


async def has_reposted(session: AsyncSession, account_id: str, original_id: str) -> bool:
    """Whether the account has passed this post on already; a unique index holds it too."""
    mine = exists().where(Post.original_id == original_id, Post.owner_id == account_id)
    return bool(await session.scalar(select(mine)))
