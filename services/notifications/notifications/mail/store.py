"""The queue of mails: filled once for each fact, address and template; emptied one by one."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Connection, Transaction
from chassis.ids import new_id
from pydantic import JsonValue
from sqlalchemy import bindparam, delete, func, select, text, update

from notifications.mail.attachments import Attachment
from notifications.mail.models import Mail, MailboxEntry
from notifications.templates.mails import MailContent

QUEUE: Final = "mail"
FORGOTTEN: Final[dict[str, object]] = {
    "receiver": "",
    "subject": "",
    "text": "",
    "html": "",
    "attachments": [],
    "unsubscribe": "",
}
"""What is left of a mail that is sent: neither words nor address."""
_ENQUEUE: Final = text(
    """
    INSERT INTO mail (id, source, receiver, receiver_key, template, account_id, subject, text, html,
                      attachments, unsubscribe, not_after, created_at)
    VALUES (:id, :source, :receiver, :receiver_key, :template, :account_id, :subject, :text, :html,
            CAST(:attachments AS jsonb), :unsubscribe, :not_after, :created_at)
    ON CONFLICT (source, receiver_key, template) DO NOTHING RETURNING id
    """
)
_DUE: Final = (
    select(Mail)
    .where(Mail.sent_at.is_(None), Mail.given_up_at.is_(None), Mail.next_attempt_at <= func.now())
    .order_by(Mail.next_attempt_at)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_SENT: Final = update(Mail).where(Mail.id == bindparam("of")).values(sent_at=bindparam("now"), **FORGOTTEN)


@dataclass(frozen=True, slots=True)
class Envelope:
    """Whom a mail is for, why, until when it is of use, and by which link such mails are stopped."""

    source: str
    receiver: str
    template: str
    account_id: str | None = None
    not_after: datetime | None = None
    unsubscribe: str = ""
    attachments: list[Attachment] = field(default_factory=list[Attachment])


async def enqueue(tx: Transaction, envelope: Envelope, mail: MailContent, at: datetime) -> bool:
    """Queue a letter in the caller's transaction; False when this fact has queued it before."""
    key = hashlib.sha256(envelope.receiver.strip().lower().encode()).hexdigest()
    values = {
        "id": new_id(),
        "source": envelope.source,
        "receiver": envelope.receiver,
        "receiver_key": key,
        "template": envelope.template,
        "account_id": envelope.account_id,
        "subject": mail.subject,
        "text": mail.text,
        "html": mail.html,
        "attachments": [each.model_dump() for each in envelope.attachments],
        "unsubscribe": envelope.unsubscribe,
        "not_after": envelope.not_after,
        "created_at": at,
    }
    if await tx.session.scalar(_ENQUEUE, values) is None:
        return False
    tx.wake_after_commit(QUEUE)
    return True


async def claim(tx: Transaction) -> Mail | None:
    """The mail that has waited longest, locked until the transaction ends; None when none is due."""
    return await tx.session.scalar(_DUE)


async def mark_sent(tx: Transaction, mail: Mail, now: datetime) -> None:
    """The mail was taken over by its server: keep only that it was."""
    await tx.session.execute(_SENT, {"of": mail.id, "now": now})


async def mark_failed(
    tx: Transaction, mail: Mail, error: str, again_at: datetime | None, now: datetime
) -> None:
    """An attempt failed; None for `again_at` gives the mail up. Its words stay for a while (`failures`)."""
    failed = update(Mail).where(Mail.id == mail.id)
    values = {"attempts": mail.attempts + 1, "last_error": error[:500]}
    if again_at is None:
        await tx.session.execute(failed.values(given_up_at=now, **values))
    else:
        await tx.session.execute(failed.values(next_attempt_at=again_at, **values))


async def put_in_mailbox(tx: Transaction, mail: Mail, now: datetime) -> None:
    """Lay the mail into the mailbox of the embedded set."""
    tx.session.add(
        MailboxEntry(
            id=mail.id,
            receiver=mail.receiver,
            account_id=mail.account_id,
            subject=mail.subject,
            text=mail.text,
            html=mail.html,
            attachments=mail.attachments,
            created_at=now,
        )
    )
    await tx.session.flush()


async def newest_in_mailbox(tx: Connection, limit: int) -> list[MailboxEntry]:
    """The mailbox, newest first."""
    rows = await tx.session.scalars(select(MailboxEntry).order_by(MailboxEntry.id.desc()).limit(limit))
    return list(rows)


async def empty_old_mailbox(tx: Transaction, now: datetime, keep: timedelta) -> None:
    """Drop what has lain in the mailbox for longer than `keep`."""
    await tx.session.execute(delete(MailboxEntry).where(MailboxEntry.created_at < now - keep))


async def erase_mail(tx: Transaction, account_id: str) -> None:
    """Drop an account's mails, those that still wait too."""
    await tx.session.execute(delete(Mail).where(Mail.account_id == account_id))
    await tx.session.execute(delete(MailboxEntry).where(MailboxEntry.account_id == account_id))


async def held_mail(tx: Connection, account_id: str) -> list[JsonValue]:
    """What is kept of mails to the account, for its export."""
    rows = await tx.session.scalars(select(Mail).where(Mail.account_id == account_id).order_by(Mail.id))
    return [
        {
            "kind": mail.template,
            "created_at": mail.created_at.isoformat(),
            "sent_at": mail.sent_at.isoformat() if mail.sent_at else None,
            "given_up_at": mail.given_up_at.isoformat() if mail.given_up_at else None,
        }
        for mail in rows
    ]
