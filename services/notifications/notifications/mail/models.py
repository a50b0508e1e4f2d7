"""The queue of mails, and the mailbox that takes them where no mail server is named."""

from datetime import datetime

from pydantic import JsonValue
from sqlalchemy import DateTime, Index, Text, UniqueConstraint, func, literal_column
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from notifications.declarative import ID, Model

Attachments = list[dict[str, JsonValue]]


class MailRow(Model):
    """A mail to be sent at least once. When it is sent, words and address are dropped; the row stays.
    A mail that was given up keeps them for a while, so that it can be sent again.

    A mail about an order names it (`order_id`): when its guest is forgotten, the mail is too.
    `source` names the fact that asked for it; with address and template it is unique. `receiver_key` is the
    address' SHA-256, so that the row still knows whom it must not be sent to again.
    """

    __tablename__ = "mail"
    __table_args__ = (
        UniqueConstraint("source", "receiver_key", "template"),
        Index(
            "ix_mail_due",
            literal_column("(not_after IS NULL)"),
            "next_attempt_at",
            postgresql_where=literal_column("sent_at IS NULL AND given_up_at IS NULL"),
        ),
        Index(
            "ix_mail_id_given_up",
            "id",
            postgresql_where=literal_column("given_up_at IS NOT NULL AND receiver <> ''"),
        ),
        Index("ix_mail_order_id", "order_id", postgresql_where=literal_column("order_id IS NOT NULL")),
        Index(
            "ix_mail_guest_receiver_key",
            "receiver_key",
            postgresql_where=literal_column("account_id IS NULL"),
        ),
        Index("ix_mail_account_id", "account_id", postgresql_where=literal_column("account_id IS NOT NULL")),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    source: Mapped[str] = mapped_column(Text)
    receiver: Mapped[str] = mapped_column(Text)
    receiver_key: Mapped[str] = mapped_column(Text)
    template: Mapped[str] = mapped_column(Text)
    account_id: Mapped[str | None] = mapped_column(ID)
    order_id: Mapped[str | None] = mapped_column(ID)
    subject: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    html: Mapped[str] = mapped_column(Text)
    attachments: Mapped[Attachments] = mapped_column(JSONB)
    unsubscribe: Mapped[str] = mapped_column(Text, server_default="")
    """The link by which its reader stops mails of the kind; '' where they cannot be stopped."""
    not_after: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """When the mail is of no more use: a code or link that has run out is not sent."""
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    attempts: Mapped[int] = mapped_column(server_default="0")
    next_attempt_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    last_error: Mapped[str | None] = mapped_column(Text)
    sent_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    given_up_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class MailboxEntryRow(Model):
    """A mail as it lies in the mailbox of the embedded set."""

    __tablename__ = "mailbox_entry"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    receiver: Mapped[str] = mapped_column(Text)
    account_id: Mapped[str | None] = mapped_column(ID)
    order_id: Mapped[str | None] = mapped_column(ID)
    subject: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    html: Mapped[str] = mapped_column(Text)
    attachments: Mapped[Attachments] = mapped_column(JSONB)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
