"""Hearing of accounts."""

from chassis.events import hears
from contracts.events.identity import (
    AccountConfirmed,
    AccountDeleted,
    AccountEvent,
    AccountRegistered,
    AccountRenamed,
)
from sqlalchemy.ext.asyncio import AsyncSession

from profiles.accounts import store
from profiles.export.erasure import erase
from profiles.search.listings import refresh_listing


@hears(AccountRegistered, AccountConfirmed, AccountRenamed)
async def on_account(event: AccountEvent, session: AsyncSession) -> None:
    """An account is new, confirmed, or has another name."""
    await store.keep(session, event.account)
    await refresh_listing(session, event.account.account_id)


@hears(AccountDeleted)
async def on_account_deleted(event: AccountDeleted, session: AsyncSession) -> None:
    """An account is gone: what is held of the person is erased."""
    await erase(session, event.account_id, event.occurred_at)
