"""Secrets in links that stop mails, of mails from before such links followed from a key (product.md 5.7)."""

import hashlib
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import bindparam, delete, null, select, union_all, update
from sqlalchemy.dialects.postgresql import insert

from notifications.projections.models import FormerMailTokenRow, PersonRow

FIND: Final = Statement(
    union_all(
        select(FormerMailTokenRow.account_id).where(FormerMailTokenRow.digest == bindparam("digest")),
        select(PersonRow.id).where(PersonRow.mail_token == bindparam("mail_token")),
    )
)
FIND_PLAIN: Final = Statement(
    select(PersonRow.id, PersonRow.mail_token)
    .where(PersonRow.mail_token.is_not(None))
    .with_for_update(skip_locked=True)
)
ADD: Final = Statement(
    insert(FormerMailTokenRow).values(params("digest", "account_id")).on_conflict_do_nothing()
)
BLANK: Final = Statement(
    update(PersonRow).where(PersonRow.id == bindparam("account_id")).values(mail_token=null())
)
ERASE: Final = Statement(
    delete(FormerMailTokenRow).where(FormerMailTokenRow.account_id == bindparam("account_id"))
)


def _digest(secret: str) -> str:
    """SHA-256: the secrets are 192 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


async def account_of_former_token(tx: Connection, secret: str) -> str | None:
    """Find the account whose old unsubscribe links hold this secret; None when no account has it."""
    return await FIND.value(tx, digest=_digest(secret), mail_token=secret)


async def digest_former_tokens(tx: Transaction) -> None:
    """Replace the secrets that an earlier version stored in plain text by their digests."""
    rows = [{"account_id": each.id, "digest": _digest(each.mail_token)} for each in await FIND_PLAIN.all(tx)]
    await ADD.run_each(tx, rows)
    await BLANK.run_each(tx, rows)


async def erase_former_tokens(tx: Transaction, account_id: str) -> None:
    """Forget the secrets of the account."""
    await ERASE.run(tx, account_id=account_id)
