"""The present state of all accounts, told again to rebuild a projection."""

from collections.abc import AsyncIterator

from chassis.db import Transaction
from chassis.replay import replays
from contracts.event import Event
from contracts.events.identity import AccountDeleted, AccountRegistered, PreferencesChanged
from sqlalchemy import select

from identity.accounts.events import facts_of
from identity.accounts.models import AccountRow, DeletedAccountRow
from identity.preferences.rules import completed

AT_ONCE = 500


@replays
async def all_accounts(tx: Transaction) -> AsyncIterator[Event]:
    """Every account as it is now, with its preferences where they differ from the default."""
    after = ""
    while True:
        statement = select(AccountRow).where(AccountRow.id > after).order_by(AccountRow.id).limit(AT_ONCE)
        accounts = (await tx.session.scalars(statement)).all()
        if not accounts:
            return
        for account in accounts:
            yield AccountRegistered(account=facts_of(account))
            if account.channels:
                yield PreferencesChanged(
                    account_id=account.id, channels=completed(account.channels), revision=account.revision
                )
        after = accounts[-1].id


@replays
async def all_deleted_accounts(tx: Transaction) -> AsyncIterator[Event]:
    """Every account that is gone, so that nothing of it outlives a projection that missed the news."""
    after = ""
    while True:
        statement = (
            select(DeletedAccountRow.account_id)
            .where(DeletedAccountRow.account_id > after)
            .order_by(DeletedAccountRow.account_id)
            .limit(AT_ONCE)
        )
        gone = (await tx.session.scalars(statement)).all()
        if not gone:
            return
        for account_id in gone:
            yield AccountDeleted(account_id=account_id)
        after = gone[-1]
