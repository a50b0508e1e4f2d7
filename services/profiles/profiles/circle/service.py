"""What changes a circle: the person's own wish, and a rating that says 'trusted'."""

from dataclasses import asdict
from datetime import datetime

from chassis.db import Transaction
from chassis.errors import LoginOver, NotFound
from chassis.http.envelope import refuse
from chassis.outbox import emit
from contracts.events.profiles import CircleChanged

from profiles.circle import store
from profiles.circle.store import Interest
from profiles.listings.store import refresh_listing
from profiles.profile.service import NO_SUCH_PROVIDER
from profiles.profile.store import known_provider
from profiles.projections import store as accounts
from profiles.safety.store import blocks_between

OWN_CIRCLE = "You cannot add yourself to your circle."


async def _meets(tx: Transaction, account_id: str, provider_id: str) -> None:
    """Raises `LoginOver` when the account is deleted, and `NotFound` when the provider is unknown or the two
    block each other.
    """
    if await accounts.is_deleted(tx, account_id):
        raise LoginOver
    if provider_id == account_id:
        raise refuse(OWN_CIRCLE)
    if not await known_provider(tx, provider_id) or await blocks_between(tx, account_id, provider_id):
        raise NotFound(NO_SUCH_PROVIDER)


async def _put(
    tx: Transaction,
    account_id: str,
    provider_id: str,
    before: Interest | None,
    *,
    interest: bool,
    trusted: bool,
    now: datetime,
) -> Interest:
    """Write and publish, unless nothing changes. `before` is the locked row, None when there was none."""
    if before and (before.interest, before.trusted) == (interest, trusted):
        return before
    after = await store.write_interest(
        tx, account_id, provider_id, interest=interest, trusted=trusted, now=now
    )
    await emit(tx, CircleChanged(account_id=account_id, **asdict(after)))
    if trusted != (before is not None and before.trusted):
        await refresh_listing(tx, provider_id)
    return after


async def add(tx: Transaction, account_id: str, provider_id: str, *, now: datetime) -> Interest:
    """Add a provider to the circle; one who is in it already keeps their trust (product.md 3.5)."""
    await _meets(tx, account_id, provider_id)
    before = await store.lock_interest(tx, account_id, provider_id)
    trusted = bool(before and before.trusted)
    return await _put(tx, account_id, provider_id, before, interest=True, trusted=trusted, now=now)


async def remove(tx: Transaction, account_id: str, provider_id: str, *, now: datetime) -> None:
    """Remove a provider from the circle, and with it the trust (product.md 3.5).

    Nothing happens when they are not in it. Raises `LoginOver` when the caller's account is deleted.
    """
    if await accounts.is_deleted(tx, account_id):
        raise LoginOver
    before = await store.lock_interest(tx, account_id, provider_id)
    if before is None:
        if not await known_provider(tx, provider_id):
            raise NotFound(NO_SUCH_PROVIDER)
        return
    await _put(tx, account_id, provider_id, before, interest=False, trusted=False, now=now)


async def set_trust(
    tx: Transaction, account_id: str, provider_id: str, *, trusted: bool, now: datetime
) -> Interest:
    """Trust a provider, which also adds them to the circle, or end the trust (product.md 3.5)."""
    await _meets(tx, account_id, provider_id)
    before = await store.lock_interest(tx, account_id, provider_id)
    interest = trusted or bool(before and before.interest)
    return await _put(tx, account_id, provider_id, before, interest=interest, trusted=trusted, now=now)


async def trust_after_rating(tx: Transaction, account_id: str, provider_id: str, now: datetime) -> None:
    """Store that a client trusts the provider they rated."""
    if await accounts.is_deleted(tx, account_id) or await accounts.is_deleted(tx, provider_id):
        return
    before = await store.lock_interest(tx, account_id, provider_id)
    await _put(tx, account_id, provider_id, before, interest=True, trusted=True, now=now)
