"""Facts of identity and profiles that this service keeps a copy of."""

from chassis.events import hears
from contracts.events.identity import (
    AccountConfirmed,
    AccountEvent,
    AccountRegistered,
    AccountRenamed,
    LanguageChanged,
    PreferencesChanged,
)
from contracts.events.profiles import (
    AvatarChanged,
    BlockChanged,
    ProfileCompleted,
    ProfileEvent,
    ProfileUpdated,
    StandingChanged,
)
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.people import store


@hears(AccountRegistered, AccountConfirmed, AccountRenamed, LanguageChanged)
async def keep_account(event: AccountEvent, session: AsyncSession) -> None:
    """An account as it now is."""
    await store.keep_account(session, event.account)


@hears(ProfileCompleted, ProfileUpdated)
async def keep_profile(event: ProfileEvent, session: AsyncSession) -> None:
    """A provider's profile as it now is."""
    profile = event.profile
    await store.keep_onboarded(session, profile.account_id, profile.completed, profile.revision)
    await store.keep_avatar(session, profile.account_id, profile.avatar, profile.revision)


@hears(AvatarChanged)
async def keep_avatar(event: AvatarChanged, session: AsyncSession) -> None:
    """A new picture."""
    await store.keep_avatar(session, event.account_id, event.avatar, event.revision)


@hears(PreferencesChanged)
async def keep_preferences(event: PreferencesChanged, session: AsyncSession) -> None:
    """How an account wants to hear of things."""
    await store.keep_channels(session, event.account_id, event.channels, event.revision)


@hears(StandingChanged)
async def keep_standing(event: StandingChanged, session: AsyncSession) -> None:
    """Who is suspended."""
    await store.keep_standing(session, event.account_id, event.suspended, event.revision)


@hears(BlockChanged)
async def keep_block(event: BlockChanged, session: AsyncSession) -> None:
    """Who blocks whom."""
    await store.keep_block(session, event.blocker_id, event.blocked_id, event.blocked, event.revision)


CONSUMERS = (keep_account, keep_profile, keep_avatar, keep_preferences, keep_standing, keep_block)
