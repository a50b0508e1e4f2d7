"""What changes a circle: the person's own wish, and a rating that says 'trusted'."""

from datetime import datetime

from chassis.db import Transaction
from chassis.errors import LoginOver, NotFound
from chassis.http.envelope import refuse
from chassis.outbox import emit
from contracts.events.profiles import CircleChanged

from profiles.accounts import store as accounts
from profiles.circle import store
from profiles.circle.store import InterestRow
from profiles.profile.store import known_provider
from profiles.profile.views import NO_SUCH_PROVIDER
from profiles.safety.store import blocks_between
from profiles.search.listings import refresh_listing

OWN_CIRCLE = "You cannot add yourself to your circle."


async def _meets(tx: Transaction, account_id: str, provider_id: str) -> None:
    """Raises `NotFound` when the provider is unknown or the two block each other."""
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
    before: InterestRow | None,
    *,
    interest: bool,
    trusted: bool,
    now: datetime,
) -> InterestRow:
    """Write and tell, unless nothing changes. `before` is the row as it was locked; None: there was none."""
    if before and (before.interest, before.trusted) == (interest, trusted):
        return before
    after = await store.put(tx, account_id, provider_id, interest=interest, trusted=trusted, now=now)
    await emit(tx, CircleChanged(account_id=account_id, **after._asdict()))
    if trusted != (before is not None and before.trusted):
        await refresh_listing(tx, provider_id)
    return after


async def add(tx: Transaction, account_id: str, provider_id: str, *, now: datetime) -> InterestRow:
    """Take a provider into the circle; one who is there stays as trusted as they were."""
    await _meets(tx, account_id, provider_id)
    before = await store.locked(tx, account_id, provider_id)
    trusted = bool(before and before.trusted)
    return await _put(tx, account_id, provider_id, before, interest=True, trusted=trusted, now=now)


async def remove(tx: Transaction, account_id: str, provider_id: str, *, now: datetime) -> None:
    """Let a provider go from the circle, and with it the trust; nothing happens when they are not in it."""
    before = await store.locked(tx, account_id, provider_id)
    if before is None:
        if not await known_provider(tx, provider_id):
            raise NotFound(NO_SUCH_PROVIDER)
        return
    await _put(tx, account_id, provider_id, before, interest=False, trusted=False, now=now)


async def set_trust(
    tx: Transaction, account_id: str, provider_id: str, *, trusted: bool, now: datetime
) -> InterestRow:
    """Trust a provider, who thereby is in the circle, or trust them no longer."""
    await _meets(tx, account_id, provider_id)
    before = await store.locked(tx, account_id, provider_id)
    interest = trusted or bool(before and before.interest)
    return await _put(tx, account_id, provider_id, before, interest=interest, trusted=trusted, now=now)


async def trust_after_rating(tx: Transaction, account_id: str, provider_id: str, now: datetime) -> None:
    """Booking tells that a client trusts the provider they rated."""
    if await accounts.is_deleted(tx, account_id) or await accounts.is_deleted(tx, provider_id):
        return
    before = await store.locked(tx, account_id, provider_id)
    await _put(tx, account_id, provider_id, before, interest=True, trusted=True, now=now)
