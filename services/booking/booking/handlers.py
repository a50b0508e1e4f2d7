"""Hearing what identity and profiles tell, and forgetting whom identity forgot."""

from chassis.db import Transaction
from chassis.events import Consumer, subscribe
from contracts.events.identity import (
    AccountConfirmed,
    AccountDeleted,
    AccountEvent,
    AccountRegistered,
    AccountRenamed,
    GuestCodeIssued,
)
from contracts.events.profiles import (
    AvatarChanged,
    BlockChanged,
    ProfileCompleted,
    ProfileEvent,
    ProfileUpdated,
    ServiceChanged,
    StandingChanged,
)

from booking.orders import evidence
from booking.orders.account_closure import call_off, last_orders_of
from booking.orders.erasure import erase_orders
from booking.orders.guest_links import GuestLinks
from booking.projections import store

CLOSED = "This account is no longer active, so the appointment was cancelled."


@subscribe(AccountRegistered, AccountConfirmed, AccountRenamed)
async def on_account(event: AccountEvent, tx: Transaction) -> None:
    """An account is new or has another name or address."""
    await store.keep_account(tx, event.account)


@subscribe(ProfileCompleted, ProfileUpdated)
async def on_profile(event: ProfileEvent, tx: Transaction) -> None:
    """A provider is new or has another profile."""
    await store.keep_provider(tx, event.profile)
    await store.keep_avatar(tx, event.profile.account_id, event.profile.avatar, event.profile.revision)


@subscribe(AvatarChanged)
async def on_avatar(event: AvatarChanged, tx: Transaction) -> None:
    """An account has another picture."""
    await store.keep_avatar(tx, event.account_id, event.avatar, event.revision)


@subscribe(ServiceChanged)
async def on_service(event: ServiceChanged, tx: Transaction) -> None:
    """A service is new, changed, archived or gone."""
    await store.keep_service(tx, event.service)


@subscribe(BlockChanged)
async def on_block(event: BlockChanged, tx: Transaction) -> None:
    """One account blocks another, or no longer does."""
    await store.keep_block(tx, event)


@subscribe(GuestCodeIssued)
async def on_guest_code(event: GuestCodeIssued, tx: Transaction) -> None:
    """A guest was mailed a code."""
    await store.keep_guest(tx, event)


def directory_consumers(links: GuestLinks) -> tuple[Consumer, ...]:
    """Every handler; `links` goes into what is told when an account is gone."""

    @subscribe(AccountDeleted)
    async def on_account_deleted(event: AccountDeleted, tx: Transaction) -> None:
        """An account is gone: all is erased, what it had open is cancelled; others keep an anonymous name."""
        await store.erase_account(tx, event.account_id)
        await erase_orders(tx, event.account_id, links, event.occurred_at)

    @subscribe(StandingChanged)
    async def on_standing(event: StandingChanged, tx: Transaction) -> None:
        """Who is suspended offers no time, and what they had open is cancelled; both sides are told."""
        if await store.keep_standing(tx, event) and event.suspended and not event.replayed:
            open_orders = await last_orders_of(tx, event.account_id)
            await call_off(tx, open_orders, CLOSED, links, event.occurred_at)

    return (
        on_account, on_profile, on_avatar, on_service, on_block, on_guest_code, on_account_deleted,
        on_standing, *evidence.CONSUMERS,
    )  # fmt: skip
