"""Making links and finding what they open."""

from datetime import datetime

from chassis.db import Connection, Transaction
from chassis.outbox import emit
from contracts.events.identity import MailRequested
from sqlalchemy import delete, insert, select
from sqlalchemy.dialects.postgresql import insert as upsert

from identity.accounts.models import AccountRow
from identity.links.models import MailLinkRow, ResetWishRow
from identity.links.rules import LIFE, Purpose, address_of, digest_of, new_secret


async def mail_link(
    tx: Transaction, purpose: Purpose, account: AccountRow, public_url: str, *, now: datetime
) -> None:
    """Make a link for `account` and ask for the mail that carries it."""
    secret, expires_at = new_secret(), now + LIFE[purpose]
    await tx.session.execute(
        insert(MailLinkRow).values(
            digest=digest_of(secret), purpose=purpose.value, account_id=account.id, expires_at=expires_at
        )
    )
    mail = MailRequested(
        kind=purpose.value,
        to=account.email,
        name=account.name,
        account_id=account.id,
        link=address_of(purpose, secret, public_url),
        language=account.language,
        expires_at=expires_at,
    )
    await emit(tx, mail)


async def account_behind(
    tx: Connection, purpose: Purpose, secret: str, *, now: datetime
) -> AccountRow | None:
    """The account that a link is for; None when the link is unknown, used or too old."""
    return await tx.session.scalar(
        select(AccountRow)
        .join(MailLinkRow, MailLinkRow.account_id == AccountRow.id)
        .where(
            MailLinkRow.digest == digest_of(secret),
            MailLinkRow.purpose == purpose.value,
            MailLinkRow.expires_at > now,
        )
    )


async def use_up(tx: Transaction, purpose: Purpose, secret: str, *, now: datetime) -> bool:
    """Take a link out of the world; False when another has used it, or its time has passed."""
    used = await tx.session.scalar(
        delete(MailLinkRow)
        .where(
            MailLinkRow.digest == digest_of(secret),
            MailLinkRow.purpose == purpose.value,
            MailLinkRow.expires_at > now,
        )
        .returning(MailLinkRow.account_id)
    )
    return used is not None


async def drop_links(tx: Transaction, purpose: Purpose, account_id: str) -> None:
    """Make every other link of this purpose worthless."""
    await tx.session.execute(
        delete(MailLinkRow).where(MailLinkRow.account_id == account_id, MailLinkRow.purpose == purpose.value)
    )


async def forget_old_links(tx: Transaction, *, now: datetime) -> None:
    """Drop links whose time has passed."""
    await tx.session.execute(delete(MailLinkRow).where(MailLinkRow.expires_at <= now))


async def wish_for_reset(tx: Transaction, email: str, *, now: datetime) -> None:
    """Note that a reset mail is wanted for this address, whether or not an account is on it."""
    await tx.session.execute(upsert(ResetWishRow).values(email=email, wished_at=now).on_conflict_do_nothing())


async def take_reset_wishes(tx: Transaction, *, most: int) -> list[str]:
    """The oldest wishes, taken from the list in this transaction."""
    oldest = (
        select(ResetWishRow.email)
        .order_by(ResetWishRow.wished_at)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    rows = await tx.session.scalars(
        delete(ResetWishRow).where(ResetWishRow.email.in_(oldest)).returning(ResetWishRow.email)
    )
    return list(rows)
