"""The tables of conversations, their sides and their messages."""

from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, Text, UniqueConstraint, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from notifications.declarative import ID, Model


class ConversationRow(Model):
    """One for each pair of accounts with an order between them. The smaller id is `first_id`."""

    __tablename__ = "conversation"
    __table_args__ = (
        UniqueConstraint("first_id", "second_id"),
        CheckConstraint("first_id < second_id", name="ordered_pair"),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    first_id: Mapped[str] = mapped_column(ID)
    second_id: Mapped[str] = mapped_column(ID)


class ConversationSideRow(Model):
    """One account's side of a conversation: the other account, and how many messages are unread."""

    __tablename__ = "conversation_side"
    __table_args__ = (
        Index("ix_conversation_side_account_id_latest_id", "account_id", literal_column("latest_id DESC")),
        Index("ix_conversation_side_unread", "account_id", postgresql_where=literal_column("unread > 0")),
        Index(
            "ix_conversation_side_unread_since",
            "unread_since",
            postgresql_where=literal_column("unread > 0 AND mailed_at IS NULL"),
        ),
        CheckConstraint("unread >= 0", name="unread"),
    )

    conversation_id: Mapped[str] = mapped_column(
        ID, ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True
    )
    account_id: Mapped[str] = mapped_column(ID, primary_key=True)
    other_id: Mapped[str] = mapped_column(ID)
    unread: Mapped[int] = mapped_column(server_default="0")
    unread_since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """When the first of the unread messages was written; null when all is read."""
    mailed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    """When a mail told of the unread messages; null again when they are read."""
    latest_id: Mapped[str] = mapped_column(ID)
    """The newest message; without one, the conversation's own id. Both ids grow with time."""


class MessageRow(Model):
    """Something one side wrote."""

    __tablename__ = "message"
    __table_args__ = (Index("ix_message_conversation_id_id", "conversation_id", literal_column("id DESC")),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    conversation_id: Mapped[str] = mapped_column(ID, ForeignKey("conversation.id", ondelete="CASCADE"))
    sender_id: Mapped[str] = mapped_column(ID)
    text: Mapped[str] = mapped_column(Text)
    sent_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
