"""The language of an account's mails and alerts."""

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.identity import LanguageChanged
from contracts.languages import Language

from identity.accounts.serializers import account_facts
from identity.accounts.store import Account, change_account


async def set_language(tx: Transaction, held: Account, language: Language) -> None:
    """Save the language of a locked account, and publish an event if it differs from the previous one."""
    another = held.language != language
    if not another and held.language_said:
        return
    account = await change_account(tx, held.id, language=language, language_said=True)
    if account is not None and another:
        await emit(tx, LanguageChanged(account=account_facts(account)))
