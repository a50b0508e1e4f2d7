"""Facts of identity, profiles and booking that this service keeps a copy of."""

from chassis.events import hears
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
from sqlalchemy.ext.asyncio import AsyncSession

from feed.people import store
from feed.posts.store import move_to_category


@hears(AccountRegistered, AccountConfirmed, AccountRenamed)
async def keep_account(event: AccountEvent, session: AsyncSession) -> None:
    """An account as it now is."""
    await store.keep_account(session, event.account)


@hears(ProfileCompleted, ProfileUpdated)
async def keep_profile(event: ProfileEvent, session: AsyncSession) -> None:
    """A provider's profile as it now is; its posts move along when the category changes."""
    profile = event.profile
    if await store.keep_profile(session, profile):
        await move_to_category(session, profile.account_id, profile.category)
    await store.keep_avatar(session, profile.account_id, profile.avatar, profile.revision)


@hears(AvatarChanged)
async def keep_avatar(event: AvatarChanged, session: AsyncSession) -> None:
    """A new picture."""
    await store.keep_avatar(session, event.account_id, event.avatar, event.revision)


@hears(RatingGiven)
async def keep_rating(event: RatingGiven, session: AsyncSession) -> None:
    """The provider's rating as it now is."""
    provider_id = event.order.provider_id
    await store.keep_rating(session, provider_id, event.average, event.reviews, event.revision)


@hears(CircleChanged)
async def keep_circle(event: CircleChanged, session: AsyncSession) -> None:
    """Who is in whose circle."""
    await store.keep_circle(session, event)


@hears(BlockChanged)
async def keep_block(event: BlockChanged, session: AsyncSession) -> None:
    """Who blocks whom."""
    await store.keep_block(session, event.blocker_id, event.blocked_id, event.blocked, event.revision)


@hears(OrderCompleted)
async def keep_completed(event: OrderCompleted, session: AsyncSession) -> None:
    """Who may comment on whose posts; a guest cannot."""
    if event.order.client_id:
        await store.keep_completed(session, event.order.provider_id, event.order.client_id)


CONSUMERS = (
    keep_account,
    keep_profile,
    keep_avatar,
    keep_rating,
    keep_circle,
    keep_block,
    keep_completed,
)
