"""Changing how an account hears of things, and telling of it."""

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.identity import PreferencesChanged

from identity.accounts.store import Account, change_account
from identity.preferences.rules import Channels, completed, merged


async def change_channels(tx: Transaction, held: Account, change: Channels) -> Account | None:
    """The account, which the caller has locked, with `change` over what was chosen; None when it is gone."""
    account = await change_account(tx, held.id, channels=merged(held.channels, change))
    if account is not None:
        chosen = completed(account.channels)
        await emit(tx, PreferencesChanged(account_id=account.id, channels=chosen, revision=account.revision))
    return account
