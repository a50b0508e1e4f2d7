"""Statements of the mail queue (one mail for each fact, address and template) and of the mailbox."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.ids import new_id
from contracts.guest_data import address_digest
from pydantic import JsonValue
from sqlalchemy import (
    DateTime,
    Text,
    and_,
    bindparam,
    delete,
    func,
    literal_column,
    null,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert

from notifications.mail.attachments import Attachment
from notifications.mail.models import Attachments, MailboxEntryRow, MailRow
from notifications.templates.mails import MailContent

QUEUE: Final = "mail"
FORGOTTEN: Final[dict[str, object]] = {
    "receiver": "",
    "subject": "",
    "text": "",
    "html": "",
    "attachments": literal_column("'[]'"),
    "unsubscribe": "",
}
"""What stays of a mail that is sent: neither texts nor address."""
_WITHOUT_TEXTS: Final = {name: value for name, value in FORGOTTEN.items() if name != "receiver"}
"""What stays of a mail that is of no use any more: its receiver, so that the staff see the failure."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail in the queue."""

    id: str
    receiver: str
    template: str
    account_id: str | None
    order_id: str | None
    subject: str
    text: str
    html: str
    attachments: Attachments
    unsubscribe: str
    not_after: datetime | None
    created_at: datetime
    attempts: int
    last_error: str | None
    sent_at: datetime | None
    given_up_at: datetime | None


@dataclass(frozen=True, slots=True)
class MailboxEntry:
    """A mail in the mailbox, which replaces a mail server where none is set."""

    id: str
    receiver: str
    account_id: str | None
    subject: str
    text: str
    html: str
    attachments: Attachments
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Envelope:
    """Whom a mail is for, why, until when it is of use, and by which link such mails are stopped."""

    source: str
    receiver: str
    template: str
    account_id: str | None = None
    order_id: str | None = None
    not_after: datetime | None = None
    unsubscribe: str = ""
    attachments: list[Attachment] = field(default_factory=list[Attachment])


MAIL_COLUMNS: Final = (
    MailRow.id,
    MailRow.receiver,
    MailRow.template,
    MailRow.account_id,
    MailRow.order_id,
    MailRow.subject,
    MailRow.text,
    MailRow.html,
    MailRow.attachments,
    MailRow.unsubscribe,
    MailRow.not_after,
    MailRow.created_at,
    MailRow.attempts,
    MailRow.last_error,
    MailRow.sent_at,
    MailRow.given_up_at,
)
BY_ID = MailRow.id == bindparam("mail_id")
_PUT = ("id", "receiver", "account_id", "order_id", "subject", "text", "html", "attachments")
_SHOWN = tuple(name for name in (*_PUT, "created_at") if name != "order_id")
_ENTRY = (*_PUT, "created_at")
ENQUEUE: Final = Statement(
    insert(MailRow)
    .values(params("source", "receiver_key", "template", "unsubscribe", "not_after", *_ENTRY))
    .on_conflict_do_nothing(index_elements=[MailRow.source, MailRow.receiver_key, MailRow.template])
    .returning(MailRow.id)
)
WAITS: Final = and_(MailRow.sent_at.is_(None), MailRow.given_up_at.is_(None))
# The lock makes whoever deletes the mail wait, and then find what was put into the mailbox.
PUT_IN_MAILBOX: Final = Statement(
    insert(MailboxEntryRow)
    .from_select(
        [*_PUT, "created_at"],
        select(*(getattr(MailRow, name) for name in _PUT), bindparam("now", type_=DateTime(timezone=True)))
        .where(BY_ID, WAITS)
        .with_for_update(),
    )
    .on_conflict_do_nothing()
)
FIND_IN_MAILBOX: Final = Statement(
    select(*(getattr(MailboxEntryRow, name) for name in _SHOWN))
    .order_by(MailboxEntryRow.id.desc())
    .limit(bindparam("limit")),
    into=MailboxEntry,
)
DELETE_OF_ACCOUNT: Final = tuple(
    Statement(delete(table).where(table.account_id == bindparam("account_id")))
    for table in (MailRow, MailboxEntryRow)
)
_TO_GUESTS: Final = MailRow.account_id.is_(None)
_TO_GUEST: Final = (_TO_GUESTS, MailRow.receiver_key == bindparam("address_digest"))
_KEPT_TO_GUEST: Final = (
    MailboxEntryRow.account_id.is_(None),
    func.encode(
        func.sha256(func.convert_to(func.lower(MailboxEntryRow.receiver), literal_column("'UTF8'"))),
        literal_column("'hex'"),
    )
    == bindparam("address_digest"),
)
DELETE_TO_GUEST: Final = (
    Statement(delete(MailRow).where(*_TO_GUEST)),
    Statement(delete(MailboxEntryRow).where(*_KEPT_TO_GUEST)),
)
# What a provider was mailed is blank once it is sent, and stays in their record.
DELETE_OF_ORDER: Final = (
    Statement(
        delete(MailRow).where(
            MailRow.order_id == bindparam("order_id"), or_(_TO_GUESTS, MailRow.sent_at.is_(None))
        )
    ),
    Statement(delete(MailboxEntryRow).where(MailboxEntryRow.order_id == bindparam("order_id"))),
)
FIND_TO_GUEST: Final = Statement(
    select(*MAIL_COLUMNS).where(*_TO_GUEST).order_by(MailRow.id),
    into=Mail,
)
FIND_OF_ACCOUNT: Final = Statement(
    select(*MAIL_COLUMNS).where(MailRow.account_id == bindparam("account_id")).order_by(MailRow.id),
    into=Mail,
)

# Literals: a generic plan, which knows no values, could not use the index of failed mails.
_FAILED: Final = and_(MailRow.given_up_at.is_not(None), MailRow.receiver != literal_column("''"))
_failed_page: Final = (
    select(*MAIL_COLUMNS).where(_FAILED).order_by(MailRow.id.desc()).limit(bindparam("limit"))
)
FIND_FAILED: Final = Statement(_failed_page, into=Mail)
FIND_FAILED_BEFORE: Final = Statement(_failed_page.where(MailRow.id < bindparam("before_id")), into=Mail)
LOCK_FAILED: Final = Statement(select(MailRow.id).where(BY_ID, _FAILED).with_for_update())
_again: Final = (
    update(MailRow)
    .where(MailRow.text != "", or_(MailRow.not_after.is_(None), MailRow.not_after > bindparam("now")))
    .values(given_up_at=null(), attempts=0, next_attempt_at=func.now())
    .returning(MailRow.id)
)
RETRY_ONE: Final = Statement(_again.where(BY_ID))
RETRY_ALL: Final = Statement(_again.where(_FAILED))
SET_ASIDE: Final = Statement(
    update(MailRow)
    .where(WAITS)
    .values(
        given_up_at=bindparam("now", type_=DateTime(timezone=True)),
        last_error=bindparam("reason", type_=Text),
    )
    .returning(MailRow.id)
)
FORGET_FAILED: Final = Statement(
    update(MailRow).where(_FAILED, MailRow.given_up_at < bindparam("before")).values(**FORGOTTEN)
)
FORGET_TEXTS: Final = Statement(
    update(MailRow)
    .where(_FAILED, MailRow.not_after < bindparam("now"), MailRow.text != "")
    .values(**_WITHOUT_TEXTS)
)


@dataclass(frozen=True, slots=True)
class WrittenMail:
    """A mail that is to be queued."""

    envelope: Envelope
    content: MailContent

    def values(self, at: datetime) -> dict[str, object]:
        """The columns of its row."""
        envelope, content = self.envelope, self.content
        return {
            "id": new_id(),
            "source": envelope.source,
            "receiver": envelope.receiver,
            "receiver_key": address_digest(envelope.receiver),
            "template": envelope.template,
            "account_id": envelope.account_id,
            "order_id": envelope.order_id,
            "subject": content.subject,
            "text": content.text,
            "html": content.html,
            "attachments": self._attachments(),
            "unsubscribe": envelope.unsubscribe,
            "not_after": envelope.not_after,
            "created_at": at,
        }

    def as_queued(self, mail_id: str, at: datetime) -> Mail:
        """The mail as it lies in the queue once these columns are there."""
        envelope, content = self.envelope, self.content
        return Mail(
            id=mail_id,
            receiver=envelope.receiver,
            template=envelope.template,
            account_id=envelope.account_id,
            order_id=envelope.order_id,
            subject=content.subject,
            text=content.text,
            html=content.html,
            attachments=self._attachments(),
            unsubscribe=envelope.unsubscribe,
            not_after=envelope.not_after,
            created_at=at,
            attempts=0,
            last_error=None,
            sent_at=None,
            given_up_at=None,
        )

    def _attachments(self) -> Attachments:
        return [each.model_dump() for each in self.envelope.attachments]


async def enqueue(tx: Transaction, envelope: Envelope, content: MailContent, at: datetime) -> bool:
    """Queue a mail in the caller's transaction; False when this fact has queued it before."""
    added = await ENQUEUE.value(tx, **WrittenMail(envelope, content).values(at))
    if added is None:
        return False
    tx.wake_after_commit(QUEUE)
    return True


async def put_in_mailbox(tx: Transaction, mail: Mail, now: datetime) -> None:
    """Put the mail into the mailbox, unless it is there or was deleted from the queue meanwhile."""
    await PUT_IN_MAILBOX.run(tx, mail_id=mail.id, now=now)


async def newest_in_mailbox(tx: Connection, limit: int) -> list[MailboxEntry]:
    """The mailbox, newest first."""
    return await FIND_IN_MAILBOX.all(tx, limit=limit)


async def erase_mail(tx: Transaction, account_id: str) -> None:
    """Delete an account's mails, also those that still wait."""
    for statement in DELETE_OF_ACCOUNT:
        await statement.run(tx, account_id=account_id)


async def export_mail(tx: Connection, account_id: str) -> list[JsonValue]:
    """What is stored about mails to the account, for its export."""
    return [_recorded(mail) for mail in await FIND_OF_ACCOUNT.all(tx, account_id=account_id)]


async def export_mail_to_guest(tx: Connection, address_digest: str) -> list[JsonValue]:
    """The same about mails to an address without an account."""
    return [_recorded(mail) for mail in await FIND_TO_GUEST.all(tx, address_digest=address_digest)]


def _recorded(mail: Mail) -> JsonValue:
    return {
        "kind": mail.template,
        "created_at": mail.created_at.isoformat(),
        "sent_at": mail.sent_at.isoformat() if mail.sent_at else None,
        "given_up_at": mail.given_up_at.isoformat() if mail.given_up_at else None,
    }


async def erase_mail_to_guest(tx: Transaction, address_digest: str) -> None:
    """Delete the mails to an address without an account, also those that still wait."""
    for statement in DELETE_TO_GUEST:
        await statement.run(tx, address_digest=address_digest)


async def erase_mail_about_order(tx: Transaction, order_id: str) -> None:
    """Delete mails about a guest's order: all to the guest, and those to the provider that name the guest."""
    for statement in DELETE_OF_ORDER:
        await statement.run(tx, order_id=order_id)


async def failed_mails(tx: Connection, limit: int, before_id: str | None = None) -> list[Mail]:
    """The newest mails that were given up, those before `before_id` when given."""
    statement = FIND_FAILED_BEFORE if before_id else FIND_FAILED
    return await statement.all(tx, limit=limit, before_id=before_id)


async def lock_failed(tx: Transaction, mail_id: str) -> bool:
    """Lock the mail until the transaction ends; False when it is not among those that were given up."""
    return await LOCK_FAILED.value(tx, mail_id=mail_id) is not None


async def retry_one(tx: Transaction, mail_id: str, now: datetime) -> bool:
    """Put the mail back in the queue as if it had never been tried; False when it is of no use any more."""
    return bool(_wake_if_any(tx, await RETRY_ONE.column(tx, mail_id=mail_id, now=now)))


async def retry_all(tx: Transaction, now: datetime) -> int:
    """Put every mail that was given up, and is still of use, back in the queue; returns how many."""
    return _wake_if_any(tx, await RETRY_ALL.column(tx, now=now))


def _wake_if_any(tx: Transaction, retried: Sequence[str]) -> int:
    if retried:
        tx.wake_after_commit(QUEUE)
    return len(retried)


async def set_aside(tx: Transaction, reason: str, now: datetime) -> int:
    """Give up every mail that waits; returns how many. `retry_all` puts them back in the queue."""
    return len(await SET_ASIDE.column(tx, reason=reason, now=now))


async def forget_failed(tx: Transaction, given_up_before: datetime, now: datetime) -> None:
    """Blank mails that were given up before that time, and the texts of those that are of no use any more."""
    await FORGET_FAILED.run(tx, before=given_up_before)
    await FORGET_TEXTS.run(tx, now=now)
