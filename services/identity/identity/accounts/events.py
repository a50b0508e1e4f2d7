"""What the other services are told of accounts."""

from contracts.events.identity import AccountFacts

from identity.accounts.models import AccountRow


def facts_of(account: AccountRow) -> AccountFacts:
    """The account as the other services may know it."""
    return AccountFacts(
        account_id=account.id,
        name=account.name,
        email=account.email,
        username=account.username,
        verified=account.verified_at is not None,
        staff=account.staff,
        language=account.language,
        created_at=account.created_at,
        revision=account.revision,
    )
