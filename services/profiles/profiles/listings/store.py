"""Updates search listings in the transaction that changes their sources."""

from typing import Final

from chassis.db import Transaction

from profiles.listings.hot_sql import FORGET, LOCK_OLDER, REBUILD, REFILL, REFRESH, REMOVE, WORDS
from profiles.listings.rules import COST_BANDS, EDITION

REFILLED_AT_ONCE: Final = 200


async def refresh_listing(tx: Transaction, provider_id: str) -> None:
    """Make the listing anew from profile, services, places (product.md 3.12), ratings and trust; no
    provider, no listing.

    Words that nobody uses any more, such as a name given up, are not kept to suggest to others.
    """
    words = await WORDS.value(tx, provider_id=provider_id)
    await REFRESH.run(tx, provider_id=provider_id, bands=COST_BANDS, edition=EDITION)
    if words:
        await FORGET.run(tx, provider_id=provider_id, words=words)


async def rebuild_listings(tx: Transaction) -> None:
    """Make every provider's listing anew."""
    await REBUILD.run(tx, bands=COST_BANDS, edition=EDITION)


async def refill_listings(tx: Transaction) -> bool:
    """Make some listings anew that an older edition made; returns whether more of them may wait."""
    older = await LOCK_OLDER.all(tx, edition=EDITION, most=REFILLED_AT_ONCE)
    ids = [row.provider_id for row in older]
    if ids:
        await REFILL.run(tx, provider_ids=ids, bands=COST_BANDS, edition=EDITION)
    return len(ids) == REFILLED_AT_ONCE


async def remove_listing(tx: Transaction, provider_id: str) -> None:
    """Nobody finds this provider any more, nor words that only they used."""
    words = await WORDS.value(tx, provider_id=provider_id)
    await REMOVE.run(tx, provider_id=provider_id)
    if words:
        await FORGET.run(tx, provider_id=provider_id, words=words)
