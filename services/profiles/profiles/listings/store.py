"""Updates search listings in the transaction that changes their sources."""

from chassis.db import Transaction

from profiles.listings.hot_sql import FORGET, REBUILD, REFRESH, REMOVE, WORDS
from profiles.listings.rules import COST_BANDS


async def refresh_listing(tx: Transaction, provider_id: str) -> None:
    """Make the listing anew from profile, services, ratings and trust; no provider, no listing.

    Words that nobody uses any more, such as a name given up, are not kept to suggest to others.
    """
    words = await WORDS.value(tx, provider_id=provider_id)
    await REFRESH.run(tx, provider_id=provider_id, bands=COST_BANDS)
    if words:
        await FORGET.run(tx, provider_id=provider_id, words=words)


async def rebuild_listings(tx: Transaction) -> None:
    """Make every provider's listing anew."""
    await REBUILD.run(tx, bands=COST_BANDS)


async def remove_listing(tx: Transaction, provider_id: str) -> None:
    """Nobody finds this provider any more, nor words that only they used."""
    words = await WORDS.value(tx, provider_id=provider_id)
    await REMOVE.run(tx, provider_id=provider_id)
    if words:
        await FORGET.run(tx, provider_id=provider_id, words=words)
