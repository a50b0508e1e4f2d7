"""Facts of identity, profiles and booking that this service keeps a copy of."""

from chassis.db import Transaction
from chassis.events import subscribe
from contracts.events.booking import OrderCompleted, RatingGiven
from contracts.events.identity import AccountConfirmed, AccountEvent, AccountRegistered, AccountRenamed
from contracts.events.profiles import (
    AvatarChanged,
    BlockChanged,
    CircleChanged,
    ProfileCompleted,
    ProfileEvent,
    ProfileUpdated,
)

from feed.people import store
from feed.posts.store import move_to_category


@subscribe(AccountRegistered, AccountConfirmed, AccountRenamed)
async def keep_account(event: AccountEvent, tx: Transaction) -> None:
    """An account as it now is."""
    await store.keep_account(tx, event.account)


@subscribe(ProfileCompleted, ProfileUpdated)
async def keep_profile(event: ProfileEvent, tx: Transaction) -> None:
    """A provider's profile as it now is; its posts move along when the category changes."""
    profile = event.profile
    if await store.keep_profile(tx, profile):
        await move_to_category(tx, profile.account_id, profile.category)
    await store.keep_avatar(tx, profile.account_id, profile.avatar, profile.revision)


@subscribe(AvatarChanged)
async def keep_avatar(event: AvatarChanged, tx: Transaction) -> None:
    """A new picture."""
    await store.keep_avatar(tx, event.account_id, event.avatar, event.revision)


@subscribe(RatingGiven)
async def keep_rating(event: RatingGiven, tx: Transaction) -> None:
    """The provider's rating as it now is."""
    provider_id = event.order.provider_id
    await store.keep_rating(tx, provider_id, event.average, event.reviews, event.revision)


@subscribe(CircleChanged)
async def keep_circle(event: CircleChanged, tx: Transaction) -> None:
    """Who is in whose circle."""
    await store.keep_circle(tx, event)


@subscribe(BlockChanged)
async def keep_block(event: BlockChanged, tx: Transaction) -> None:
    """Who blocks whom."""
    await store.keep_block(tx, event.blocker_id, event.blocked_id, event.blocked, event.revision)


@subscribe(OrderCompleted)
async def keep_completed(event: OrderCompleted, tx: Transaction) -> None:
    """Who may comment on whose posts; a guest cannot."""
    if event.order.client_id:
        await store.keep_completed(tx, event.order.provider_id, event.order.client_id)


CONSUMERS = (
    keep_account,
    keep_profile,
    keep_avatar,
    keep_rating,
    keep_circle,
    keep_block,
    keep_completed,
)
