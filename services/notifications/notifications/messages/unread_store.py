"""Statements about messages that wait unread for a mail (product.md 5.3)."""

from datetime import datetime
from typing import Final

from chassis.db import Record, Statement, Transaction
from sqlalchemy import bindparam, literal_column, select, update

from notifications.messages.models import ConversationSideRow, MessageRow

# Literals: a generic plan, which knows no values, could not use the index of what waits for a mail.
LOCK_UNREAD_SINCE: Final = Statement(
    select(
        ConversationSideRow.conversation_id,
        ConversationSideRow.account_id,
        ConversationSideRow.other_id,
        ConversationSideRow.unread_since,
    )
    .where(
        ConversationSideRow.unread > literal_column("0"),
        ConversationSideRow.mailed_at.is_(None),
        ConversationSideRow.unread_since <= bindparam("before"),
    )
    .order_by(ConversationSideRow.unread_since)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
)
MARK_MAILED: Final = Statement(
    update(ConversationSideRow)
    .where(
        ConversationSideRow.account_id == bindparam("account_id"),
        ConversationSideRow.conversation_id == bindparam("in_conversation"),
    )
    .values(mailed_at=bindparam("now"))
)
FIND_NEWEST_OF: Final = Statement(
    select(MessageRow.text)
    .where(
        MessageRow.conversation_id == bindparam("conversation_id"),
        MessageRow.sender_id == bindparam("sender_id"),
    )
    .order_by(MessageRow.id.desc())
    .limit(literal_column("1"))
)


async def lock_unread_since(tx: Transaction, before: datetime, limit: int) -> list[Record]:
    """Sides (conversation_id, account_id, other_id, unread_since) with messages unread since `before`.

    Only those whose account has not been mailed about them.
    """
    return await LOCK_UNREAD_SINCE.all(tx, before=before, limit=limit)


async def mark_mailed(tx: Transaction, account_id: str, conversation_id: str, now: datetime) -> None:
    """Note that the account has been mailed about what is unread in the conversation."""
    await MARK_MAILED.run(tx, account_id=account_id, in_conversation=conversation_id, now=now)


async def newest_text_of(tx: Transaction, conversation_id: str, sender_id: str) -> str:
    """The newest message that `sender_id` wrote in the conversation; '' without any."""
    return await FIND_NEWEST_OF.value(tx, conversation_id=conversation_id, sender_id=sender_id) or ""
