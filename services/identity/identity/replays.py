"""The present state of all accounts as events, to rebuild a projection."""

from collections.abc import AsyncIterator

from chassis.db import Transaction
from chassis.replay import replays
from contracts.event import Event
from contracts.events.identity import AccountDeleted, AccountRegistered, PreferencesChanged

from identity.accounts.serializers import account_facts
from identity.accounts.store import accounts_after, deleted_after
from identity.preferences.rules import completed

AT_ONCE = 500


@replays
async def all_accounts(tx: Transaction) -> AsyncIterator[Event]:
    """Every account as it is now, with its preferences where they differ from the default."""
    after = ""
    while True:
        accounts = await accounts_after(tx, after, limit=AT_ONCE)
        if not accounts:
            return
        for account in accounts:
            yield AccountRegistered(account=account_facts(account))
            if account.channels:
                yield PreferencesChanged(
                    account_id=account.id, channels=completed(account.channels), revision=account.revision
                )
        after = accounts[-1].id


@replays
async def all_deleted_accounts(tx: Transaction) -> AsyncIterator[Event]:
    """Every deleted account, so that a projection that missed the deletion deletes its rows."""
    after = ""
    while True:
        gone = await deleted_after(tx, after, limit=AT_ONCE)
        if not gone:
            return
        for account_id in gone:
            yield AccountDeleted(account_id=account_id)
        after = gone[-1]
