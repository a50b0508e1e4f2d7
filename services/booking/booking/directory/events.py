"""Hearing what identity and profiles tell, and forgetting whom identity forgot."""

from chassis.events import Consumer, hears
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
from sqlalchemy.ext.asyncio import AsyncSession

from booking.directory import store
from booking.orders import evidence
from booking.orders.erasure import erase_orders
from booking.orders.leaving import call_off, last_orders_of
from booking.orders.links import GuestLinks

CLOSED = "This account is no longer active, so the appointment was cancelled."


@hears(AccountRegistered, AccountConfirmed, AccountRenamed)
async def on_account(event: AccountEvent, session: AsyncSession) -> None:
    """An account is new or has another name or address."""
    await store.keep_account(session, event.account)


@hears(ProfileCompleted, ProfileUpdated)
async def on_profile(event: ProfileEvent, session: AsyncSession) -> None:
    """A provider is new or has another profile."""
    await store.keep_provider(session, event.profile)
    await store.keep_avatar(session, event.profile.account_id, event.profile.avatar, event.profile.revision)


@hears(AvatarChanged)
async def on_avatar(event: AvatarChanged, session: AsyncSession) -> None:
    """An account has another picture."""
    await store.keep_avatar(session, event.account_id, event.avatar, event.revision)


@hears(ServiceChanged)
async def on_service(event: ServiceChanged, session: AsyncSession) -> None:
    """A service is new, changed, archived or gone."""
    await store.keep_service(session, event.service)


@hears(BlockChanged)
async def on_block(event: BlockChanged, session: AsyncSession) -> None:
    """One account blocks another, or no longer does."""
    await store.keep_block(session, event)


@hears(GuestCodeIssued)
async def on_guest_code(event: GuestCodeIssued, session: AsyncSession) -> None:
    """A guest was mailed a code."""
    await store.keep_guest(session, event)


def directory_consumers(links: GuestLinks) -> tuple[Consumer, ...]:
    """Every handler; `links` goes into what is told when an account is gone."""

    @hears(AccountDeleted)
    async def on_account_deleted(event: AccountDeleted, session: AsyncSession) -> None:
        """An account is gone: all is erased, what it had open is cancelled; others keep an anonymous name."""
        await store.erase_account(session, event.account_id)
        await erase_orders(session, event.account_id, links, event.occurred_at)

    @hears(StandingChanged)
    async def on_standing(event: StandingChanged, session: AsyncSession) -> None:
        """Who is suspended offers no time, and what they had open is cancelled; both sides are told."""
        if await store.keep_standing(session, event) and event.suspended and not event.retold:
            open_orders = await last_orders_of(session, event.account_id)
            await call_off(session, open_orders, CLOSED, links, event.occurred_at)

    return (
        on_account, on_profile, on_avatar, on_service, on_block, on_guest_code, on_account_deleted,
        on_standing, *evidence.CONSUMERS,
    )  # fmt: skip
