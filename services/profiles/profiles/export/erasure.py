"""Erasing a person: everything of theirs, and what others held about them."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from sqlalchemy import text

from profiles.accounts.store import mark_deleted
from profiles.avatar.rules import keys_of
from profiles.avatar.store import discard
from profiles.search.listings import refresh_listing, remove_listing

_AVATAR = text("SELECT avatar FROM profile WHERE account_id = :account_id FOR UPDATE")
_TRUSTED = text("SELECT provider_id FROM interest WHERE account_id = :account_id AND trusted")
_STATEMENTS: Final = tuple(
    text(statement)
    for statement in (
        "DELETE FROM service WHERE provider_id = :account_id",
        "DELETE FROM finance_settings WHERE account_id = :account_id",
        "DELETE FROM interest WHERE account_id = :account_id",
        "DELETE FROM interest WHERE provider_id = :account_id",
        "DELETE FROM block WHERE blocker_id = :account_id",
        "DELETE FROM block WHERE blocked_id = :account_id",
        "DELETE FROM report WHERE reporter_id = :account_id",
        "DELETE FROM report WHERE reported_id = :account_id",
        "DELETE FROM user_request WHERE account_id = :account_id AND account_id <> ''",
        "DELETE FROM post_standing WHERE owner_id = :account_id",
        "DELETE FROM appointment WHERE provider_id = :account_id",
        "DELETE FROM appointment WHERE client_id = :account_id",
        "DELETE FROM rating_summary WHERE provider_id = :account_id",
        "DELETE FROM profile WHERE account_id = :account_id",
    )
)


async def erase(tx: Transaction, account_id: str, now: datetime) -> None:
    """Erase the account here; only the mark that it is gone stays, so that no late news revives it.

    Those whom the account trusted are trusted by one fewer.
    """
    who = {"account_id": account_id}
    await mark_deleted(tx, account_id)
    await remove_listing(tx, account_id)
    await discard(tx, keys_of(await tx.session.scalar(_AVATAR, who) or ""), now)
    trusted = (await tx.session.scalars(_TRUSTED, who)).all()
    for statement in _STATEMENTS:
        await tx.session.execute(statement, who)
    for provider_id in trusted:
        await refresh_listing(tx, provider_id)
