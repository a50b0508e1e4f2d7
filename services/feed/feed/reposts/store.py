"""Reposts in the database: rows of `post` with an original."""

from typing import Final

from chassis.db import Statement, Transaction
from sqlalchemy import bindparam, exists, select

from feed.posts.models import PostRow

HAS_REPOSTED: Final = Statement(
    select(
        exists().where(
            PostRow.original_id == bindparam("original_id"), PostRow.owner_id == bindparam("account_id")
        )
    )
)


async def has_reposted(tx: Transaction, account_id: str, original_id: str) -> bool:
    """Whether the account has reposted this post already; a unique index holds it too."""
    return bool(await HAS_REPOSTED.value(tx, account_id=account_id, original_id=original_id))
