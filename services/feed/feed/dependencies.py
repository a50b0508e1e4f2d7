"""Who may post."""

from chassis.db import Database
from chassis.errors import Forbidden
from chassis.projections import wait_for_projection
from contracts.rules.messages import ACTION_MESSAGES

from feed.projections.store import Author, provider_of


async def provider_or_refusal(database: Database, account_id: str) -> Author:
    """The account as a provider; `Forbidden` for anybody else (product.md 6.1)."""
    async with database.reading() as tx:
        provider = await wait_for_projection(lambda: provider_of(tx, account_id))
    if provider is None:
        raise Forbidden(ACTION_MESSAGES["post_needs_provider"])
    return provider
