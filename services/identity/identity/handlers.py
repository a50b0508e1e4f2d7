"""Handles other services' events: they update session data, names, preferences and logins."""

from chassis.db import Transaction
from chassis.events import subscribe
from chassis.outbox import emit
from contracts.event import DataExportCollected
from contracts.events.booking import BookingDataCollected, ClientFirstRequested, GuestErased
from contracts.events.feed import FeedDataCollected
from contracts.events.identity import AccountRenamed, IdentityDataCollected
from contracts.events.notifications import MailUnsubscribed, NotificationsDataCollected
from contracts.events.profiles import (
    AccountProfileChanged,
    AvatarChanged,
    ProfileCompleted,
    ProfileEvent,
    ProfilesDataCollected,
    ProfileUpdated,
)
from contracts.events.profiles_moderation import StandingChanged

from identity.accounts.serializers import account_facts
from identity.accounts.store import change_account, keep_suspension, lock_account, remember_request
from identity.export.service import count_part
from identity.limits.rules import Kind
from identity.limits.store import forget_digest
from identity.logins.store import end_logins_of
from identity.own_account.service import give_username
from identity.preferences.rules import KINDS, completed
from identity.preferences.service import change_channels
from identity.projections.store import keep_profile


@subscribe(ProfileCompleted, ProfileUpdated)
async def on_profile(event: ProfileEvent, tx: Transaction) -> None:
    """Save the parts of a profile that session data contains. A provider has a username (product.md 1.7)."""
    profile = event.profile
    await keep_profile(
        tx,
        profile.account_id,
        profile.revision,
        completed=profile.completed,
        phone=profile.contact_phone,
        avatar=profile.avatar,
        manually_verified=profile.manually_verified,
    )
    if profile.completed:
        await give_username(tx, profile.account_id)


@subscribe(AvatarChanged)
async def on_avatar(event: AvatarChanged, tx: Transaction) -> None:
    """Save the avatar, also of a client."""
    await keep_profile(tx, event.account_id, event.revision, avatar=event.avatar)


@subscribe(AccountProfileChanged)
async def on_account_profile(event: AccountProfileChanged, tx: Transaction) -> None:
    """Copy the name and phone from profiles. Identity publishes the new name, because it owns names."""
    if not await keep_profile(tx, event.account_id, event.revision, phone=event.phone):
        return
    held = await lock_account(tx, event.account_id)
    if held is None or held.name == event.name:
        return
    renamed = await change_account(tx, held.id, name=event.name)
    if renamed:
        await emit(tx, AccountRenamed(account=account_facts(renamed)))


@subscribe(MailUnsubscribed)
async def on_unsubscribed(event: MailUnsubscribed, tx: Transaction) -> None:
    """Switch off the mails of one kind, after a click on a mail's unsubscribe link."""
    held = await lock_account(tx, event.account_id)
    if held is not None and event.kind in KINDS and completed(held.channels)[event.kind]["email"]:
        await change_channels(tx, held, {event.kind: {"email": False}})


@subscribe(ClientFirstRequested, guarded_by="monotony")
async def on_first_request(event: ClientFirstRequested, tx: Transaction) -> None:
    """Record that the client has requested an appointment."""
    await remember_request(tx, event.account_id)


@subscribe(StandingChanged)
async def on_standing(event: StandingChanged, tx: Transaction) -> None:
    """A suspended account cannot sign in, and all of its logins end everywhere (product.md 7.4)."""
    news = await keep_suspension(tx, event.account_id, event.suspended, event.revision)
    if news and event.suspended:
        await end_logins_of(tx, event.account_id)


@subscribe(
    IdentityDataCollected,
    ProfilesDataCollected,
    FeedDataCollected,
    BookingDataCollected,
    NotificationsDataCollected,
)
async def on_collected(event: DataExportCollected, tx: Transaction) -> None:
    """A service has collected its part of an export."""
    service, _, _ = event.key.partition(".")
    await count_part(tx, event.export_id, service, event.size, now=event.occurred_at)


@subscribe(GuestErased)
async def on_guest_erased(event: GuestErased, tx: Transaction) -> None:
    """Forget that codes were mailed to a guest who asked to be forgotten (product.md 4.6)."""
    await forget_digest(tx, Kind.GUEST_CODE, bytes.fromhex(event.address_digest))
