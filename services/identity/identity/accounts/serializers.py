"""An account in the form in which events carry it."""

from contracts.events.identity import AccountFacts

from identity.accounts.store import Account


def account_facts(account: Account) -> AccountFacts:
    """The account as the other services may know it."""
    return AccountFacts(
        account_id=account.id,
        name=account.name,
        email=account.email,
        username=account.username,
        verified=account.verified_at is not None,
        staff=account.staff,
        language=account.language,
        timezone=account.timezone,
        hour_cycle=account.hour_cycle,
        created_at=account.created_at,
        revision=account.revision,
    )
