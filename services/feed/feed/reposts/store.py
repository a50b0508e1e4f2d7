"""Reposts in the database: rows of `post` with an original."""

from chassis.db import Transaction
from sqlalchemy import exists, select

from feed.posts.models import Post


async def has_reposted(tx: Transaction, account_id: str, original_id: str) -> bool:
    """Whether the account has passed this post on already; a unique index holds it too."""
    mine = exists().where(Post.original_id == original_id, Post.owner_id == account_id)
    return bool(await tx.session.scalar(select(mine)))
