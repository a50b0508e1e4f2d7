"""The language of an account's mails and alerts, as somebody says it."""

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.identity import Language, LanguageChanged

from identity.accounts.events import facts_of
from identity.accounts.models import AccountRow
from identity.accounts.store import change_account


async def say_language(tx: Transaction, held: AccountRow, language: Language) -> None:
    """Keep the language for a locked account; told when it is another one than before."""
    another = held.language != language
    if not another and held.language_said:
        return
    account = await change_account(tx, held.id, language=language, language_said=True)
    if account is not None and another:
        await emit(tx, LanguageChanged(account=facts_of(account)))
