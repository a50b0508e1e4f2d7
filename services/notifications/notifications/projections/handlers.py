"""Facts of identity and profiles that this service keeps a copy of."""

from chassis.db import Transaction
from chassis.events import subscribe
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

from notifications.projections import store


@subscribe(AccountRegistered, AccountConfirmed, AccountRenamed, LanguageChanged)
async def keep_account(event: AccountEvent, tx: Transaction) -> None:
    """An account as it now is."""
    await store.keep_account(tx, event.account)


@subscribe(ProfileCompleted, ProfileUpdated)
async def keep_profile(event: ProfileEvent, tx: Transaction) -> None:
    """A provider's profile as it now is."""
    profile = event.profile
    await store.keep_onboarded(tx, profile.account_id, profile.completed, profile.revision)
    await store.keep_avatar(tx, profile.account_id, profile.avatar, profile.revision)


@subscribe(AvatarChanged)
async def keep_avatar(event: AvatarChanged, tx: Transaction) -> None:
    """A new picture."""
    await store.keep_avatar(tx, event.account_id, event.avatar, event.revision)


@subscribe(PreferencesChanged)
async def keep_preferences(event: PreferencesChanged, tx: Transaction) -> None:
    """How an account wants to hear of things."""
    await store.keep_channels(tx, event.account_id, event.channels, event.revision)


@subscribe(StandingChanged)
async def keep_standing(event: StandingChanged, tx: Transaction) -> None:
    """Who is suspended."""
    await store.keep_standing(tx, event.account_id, event.suspended, event.revision)


@subscribe(BlockChanged)
async def keep_block(event: BlockChanged, tx: Transaction) -> None:
    """Who blocks whom."""
    await store.keep_block(tx, event.blocker_id, event.blocked_id, event.blocked, event.revision)


CONSUMERS = (keep_account, keep_profile, keep_avatar, keep_preferences, keep_standing, keep_block)
