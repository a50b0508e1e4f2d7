"""Changes an account's notification preferences and publishes the change."""

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.identity import PreferencesChanged

from identity.accounts.store import Account, change_account
from identity.preferences.rules import Channels, completed, merged


async def change_channels(tx: Transaction, held: Account, change: Channels) -> Account | None:
    """Apply `change` to an account that the caller has locked; returns it, or None when it is deleted."""
    account = await change_account(tx, held.id, channels=merged(held.channels, change))
    if account is not None:
        chosen = completed(account.channels)
        await emit(tx, PreferencesChanged(account_id=account.id, channels=chosen, revision=account.revision))
    return account
