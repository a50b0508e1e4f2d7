"""Hearing of accounts."""

from chassis.db import Transaction
from chassis.events import subscribe
from contracts.events.identity import (
    AccountConfirmed,
    AccountDeleted,
    AccountEvent,
    AccountRegistered,
    AccountRenamed,
)

from profiles.accounts import store
from profiles.export.erasure import erase
from profiles.search.listings import refresh_listing


@subscribe(AccountRegistered, AccountConfirmed, AccountRenamed)
async def on_account(event: AccountEvent, tx: Transaction) -> None:
    """An account is new, confirmed, or has another name."""
    await store.keep(tx, event.account)
    await refresh_listing(tx, event.account.account_id)


@subscribe(AccountDeleted)
async def on_account_deleted(event: AccountDeleted, tx: Transaction) -> None:
    """An account is gone: what is held of the person is erased."""
    await erase(tx, event.account_id, event.occurred_at)
