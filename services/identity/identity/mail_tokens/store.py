"""Creates mailed tokens, finds their accounts, and uses them up."""

from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.outbox import emit
from chassis.retention import Retention
from contracts.events.identity import MailRequested
from sqlalchemy import any_, bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from identity.accounts.models import AccountRow
from identity.accounts.store import ACCOUNT_COLUMNS, Account
from identity.mail_tokens.models import MailTokenRow, ResetRequestRow
from identity.mail_tokens.rules import LIFE, TokenPurpose, digest_of, link_to, new_secret

RESET_QUEUE: Final = "reset_requests"
"""The queue name under which a request for a reset wakes the job that mails the links."""
_usable = (
    MailTokenRow.digest == bindparam("digest"),
    MailTokenRow.purpose == bindparam("purpose"),
    MailTokenRow.expires_at > bindparam("now"),
)
ADD: Final = Statement(insert(MailTokenRow).values(params("digest", "purpose", "account_id", "expires_at")))
FIND_ACCOUNT: Final = Statement(
    select(*ACCOUNT_COLUMNS).join(MailTokenRow, MailTokenRow.account_id == AccountRow.id).where(*_usable),
    into=Account,
)
CONSUME: Final = Statement(delete(MailTokenRow).where(*_usable).returning(MailTokenRow.account_id))
REVOKE: Final = Statement(
    delete(MailTokenRow).where(
        MailTokenRow.account_id == bindparam("account_id"), MailTokenRow.purpose == bindparam("purpose")
    )
)
EXPIRED: Final = Retention(MailTokenRow, MailTokenRow.expires_at)
ADD_RESET_REQUEST: Final = Statement(
    insert(ResetRequestRow).values(params("email", "wished_at")).on_conflict_do_nothing()
)
_oldest = (
    select(ResetRequestRow.email)
    .order_by(ResetRequestRow.wished_at)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
    .scalar_subquery()
)
TAKE_RESET_REQUESTS: Final = Statement(
    delete(ResetRequestRow)
    .where(ResetRequestRow.email == any_(func.array(_oldest)))
    .returning(ResetRequestRow.email)
)


async def send_token(
    tx: Transaction,
    purpose: TokenPurpose,
    account: Account,
    public_url: str,
    *,
    now: datetime,
    code: str | None = None,
) -> None:
    """Create a token for `account` and request the mail with its link, and with `code` if there is one."""
    secret, expires_at = new_secret(), now + LIFE[purpose]
    await ADD.run(
        tx,
        digest=digest_of(secret),
        purpose=purpose.value,
        account_id=account.id,
        expires_at=expires_at,
    )
    mail = MailRequested(
        kind=purpose.value,
        to=account.email,
        name=account.name,
        account_id=account.id,
        link=link_to(purpose, secret, public_url),
        code=code,
        language=account.language,
        expires_at=expires_at,
    )
    await emit(tx, mail)


async def account_of_token(
    tx: Connection, purpose: TokenPurpose, secret: str, *, now: datetime
) -> Account | None:
    """The account that a token is for; None when the token is unknown, used or too old."""
    return await FIND_ACCOUNT.one(tx, digest=digest_of(secret), purpose=purpose.value, now=now)


async def consume_token(tx: Transaction, purpose: TokenPurpose, secret: str, *, now: datetime) -> bool:
    """Use a token up; False when another request has used it, or when it has expired."""
    used = await CONSUME.value(tx, digest=digest_of(secret), purpose=purpose.value, now=now)
    return used is not None


async def revoke_tokens(tx: Transaction, purpose: TokenPurpose, account_id: str) -> None:
    """Delete every token of the account for this purpose."""
    await REVOKE.run(tx, account_id=account_id, purpose=purpose.value)


async def add_reset_request(tx: Transaction, email: str, *, now: datetime) -> None:
    """Record that a reset mail is requested for this address, whether or not it has an account."""
    await ADD_RESET_REQUEST.run(tx, email=email, wished_at=now)
    tx.wake_after_commit(RESET_QUEUE)


async def take_reset_requests(tx: Transaction, *, limit: int) -> list[str]:
    """Delete and return the oldest requests."""
    return await TAKE_RESET_REQUESTS.column(tx, limit=limit)
