"""Statements of conversations and messages."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from pydantic import JsonValue
from sqlalchemy import (
    ARRAY,
    Integer,
    Text,
    and_,
    any_,
    bindparam,
    case,
    cast,
    delete,
    func,
    literal_column,
    not_,
    null,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from notifications.messages.models import ConversationRow, ConversationSideRow, MessageRow
from notifications.projections.models import PersonRow
from notifications.projections.store import blocks_between


@dataclass(frozen=True, slots=True)
class Message:
    """Something one side wrote."""

    id: str
    conversation_id: str
    sender_id: str
    text: str
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class ConversationSide:
    """One account's side of a conversation."""

    conversation_id: str
    account_id: str
    other_id: str


@dataclass(frozen=True, slots=True)
class ConversationView:
    """A conversation as one side sees it: who the other is, and the newest message, None without any."""

    conversation_id: str
    other_id: str
    unread: int
    latest_id: str
    other_name: str
    other_username: str
    other_avatar: str
    other_onboarded: bool
    message_id: str | None
    sender_id: str | None
    text: str | None
    sent_at: datetime | None

    @property
    def last_message(self) -> Message | None:
        """The newest message."""
        if self.message_id is None or self.sender_id is None or self.text is None or self.sent_at is None:
            return None
        return Message(self.message_id, self.conversation_id, self.sender_id, self.text, self.sent_at)


@dataclass(frozen=True, slots=True)
class ListedConversation(ConversationView):
    """A conversation of a page, and how many messages wait for the account in all at that moment."""

    unread_of_all: int


_MESSAGE_COLUMNS: Final = (
    MessageRow.id,
    MessageRow.conversation_id,
    MessageRow.sender_id,
    MessageRow.text,
    MessageRow.sent_at,
)
_OF_ACCOUNT: Final = ConversationSideRow.account_id == bindparam("account_id")
_BLOCKED: Final = blocks_between(bindparam("account_id"), ConversationSideRow.other_id)

FIND_PARTNERS: Final = Statement(
    select(ConversationSideRow.other_id).where(
        _OF_ACCOUNT, ConversationSideRow.other_id == any_(bindparam("ids", type_=ARRAY(Text))), not_(_BLOCKED)
    )
)
# By the key of the pair: the account on the other side has no index.
FIND_SIDE: Final = Statement(
    select(ConversationSideRow.conversation_id, ConversationSideRow.account_id, ConversationSideRow.other_id)
    .join(ConversationRow, and_(ConversationSideRow.conversation_id == ConversationRow.id, _OF_ACCOUNT))
    .where(
        ConversationRow.first_id == bindparam("first_id"),
        ConversationRow.second_id == bindparam("second_id"),
        not_(_BLOCKED),
    ),
    into=ConversationSide,
)
_views: Final = (
    select(
        ConversationSideRow.conversation_id,
        ConversationSideRow.other_id,
        ConversationSideRow.unread,
        ConversationSideRow.latest_id,
        func.coalesce(PersonRow.name, "").label("other_name"),
        func.coalesce(PersonRow.username, "").label("other_username"),
        func.coalesce(PersonRow.avatar, "").label("other_avatar"),
        func.coalesce(PersonRow.onboarded, literal_column("false")).label("other_onboarded"),
        MessageRow.id.label("message_id"),
        MessageRow.sender_id,
        MessageRow.text,
        MessageRow.sent_at,
    )
    .outerjoin(PersonRow, PersonRow.id == ConversationSideRow.other_id)
    .outerjoin(MessageRow, MessageRow.id == ConversationSideRow.latest_id)
    .where(_OF_ACCOUNT, not_(_BLOCKED))
)
FIND_VIEW: Final = Statement(
    _views.where(ConversationSideRow.conversation_id == bindparam("conversation_id")), into=ConversationView
)
_side: Final = aliased(ConversationSideRow)
# A literal: a generic plan, which knows no values, could not use the index of the unread.
_unread: Final = select(cast(func.coalesce(func.sum(_side.unread), 0), Integer)).where(
    _side.account_id == bindparam("account_id"),
    _side.unread > literal_column("0"),
    not_(blocks_between(bindparam("account_id"), _side.other_id)),
)
COUNT_UNREAD: Final = Statement(_unread)
_view_page: Final = (
    _views.add_columns(_unread.scalar_subquery().label("unread_of_all"))
    .order_by(ConversationSideRow.latest_id.desc())
    .limit(bindparam("limit"))
)
FIND_VIEWS: Final = Statement(_view_page, into=ListedConversation)
FIND_VIEWS_BEFORE: Final = Statement(
    _view_page.where(ConversationSideRow.latest_id < bindparam("before_id")), into=ListedConversation
)
_messages: Final = select(*_MESSAGE_COLUMNS).where(MessageRow.conversation_id == bindparam("conversation_id"))
_newest_first: Final = _messages.order_by(MessageRow.id.desc()).limit(bindparam("limit"))
FIND_MESSAGES: Final = Statement(_newest_first, into=Message)
FIND_MESSAGES_BEFORE: Final = Statement(
    _newest_first.where(MessageRow.id < bindparam("message_id")), into=Message
)
FIND_MESSAGES_AFTER: Final = Statement(
    _messages.where(MessageRow.id > bindparam("message_id"))
    .order_by(MessageRow.id)
    .limit(bindparam("limit")),
    into=Message,
)
FIND_MESSAGE: Final = Statement(
    select(*_MESSAGE_COLUMNS).where(MessageRow.id == bindparam("message_id")), into=Message
)
FIND_MESSAGE_BETWEEN: Final = Statement(
    select(*_MESSAGE_COLUMNS)
    .join(
        ConversationSideRow,
        and_(
            ConversationSideRow.conversation_id == MessageRow.conversation_id,
            ConversationSideRow.account_id == bindparam("sender_id"),
            ConversationSideRow.other_id == bindparam("receiver_id"),
        ),
    )
    .where(MessageRow.id == bindparam("message_id"), MessageRow.sender_id == bindparam("sender_id")),
    into=Message,
)
INSERT_MESSAGE: Final = Statement(
    insert(MessageRow).values(params("id", "conversation_id", "sender_id", "text", "sent_at"))
)
_of_other_side: Final = cast(ConversationSideRow.account_id != bindparam("sender_id"), Integer)
COUNT_MESSAGE: Final = Statement(
    update(ConversationSideRow)
    .where(ConversationSideRow.conversation_id == bindparam("in_conversation"))
    .values(
        latest_id=func.greatest(ConversationSideRow.latest_id, bindparam("message_id", type_=Text())),
        unread=ConversationSideRow.unread + _of_other_side,
        unread_since=case(
            (
                ConversationSideRow.account_id != bindparam("sender_id"),
                func.coalesce(ConversationSideRow.unread_since, bindparam("sent_at")),
            ),
            else_=ConversationSideRow.unread_since,
        ),
    )
)
MARK_READ: Final = Statement(
    update(ConversationSideRow)
    .where(_OF_ACCOUNT, ConversationSideRow.conversation_id == bindparam("in_conversation"))
    .values(unread=literal_column("0"), unread_since=null(), mailed_at=null())
    .returning(ConversationSideRow.conversation_id)
)
_mine: Final = select(ConversationSideRow.conversation_id).where(_OF_ACCOUNT)
DELETE_MESSAGES: Final = Statement(
    delete(MessageRow).where(
        MessageRow.conversation_id.in_(_mine), MessageRow.sender_id == bindparam("account_id")
    )
)
_has_messages: Final = (
    select(MessageRow.conversation_id).where(MessageRow.conversation_id == ConversationRow.id).exists()
)
DELETE_EMPTY_CONVERSATIONS: Final = Statement(
    delete(ConversationRow).where(ConversationRow.id.in_(_mine), not_(_has_messages))
)
_gone: Final = aliased(ConversationSideRow)
_newest: Final = (
    select(MessageRow.id)
    .where(MessageRow.conversation_id == ConversationSideRow.conversation_id)
    .order_by(MessageRow.id.desc())
    .limit(literal_column("1"))
    .scalar_subquery()
)
RECOUNT_OTHER_SIDES: Final = Statement(
    update(ConversationSideRow)
    .where(
        ConversationSideRow.conversation_id.in_(
            select(_gone.conversation_id).where(_gone.account_id == bindparam("account_id"))
        ),
        ConversationSideRow.account_id != bindparam("account_id"),
    )
    .values(
        unread=literal_column("0"),
        unread_since=null(),
        mailed_at=null(),
        latest_id=func.coalesce(_newest, ConversationSideRow.conversation_id),
    )
)
FIND_SIDES: Final = Statement(
    select(
        ConversationSideRow.conversation_id,
        ConversationSideRow.other_id,
        PersonRow.name,
        ConversationSideRow.unread,
    )
    .join(PersonRow, PersonRow.id == ConversationSideRow.other_id, isouter=True)
    .where(ConversationSideRow.account_id == bindparam("account_id"))
    .order_by(ConversationSideRow.conversation_id)
)
FIND_ALL_OF_ACCOUNT: Final = Statement(
    select(*_MESSAGE_COLUMNS).where(MessageRow.conversation_id.in_(_mine)).order_by(MessageRow.id),
    into=Message,
)


async def side_with(tx: Connection, account_id: str, other_id: str) -> ConversationSide | None:
    """The account's side of the conversation with `other_id`; None without one, and behind a block."""
    first_id, second_id = sorted((account_id, other_id))
    return await FIND_SIDE.one(tx, account_id=account_id, first_id=first_id, second_id=second_id)


async def conversation_partners(tx: Connection, account_id: str, ids: Collection[str]) -> set[str]:
    """Those of `ids` with whom the account has a conversation, without those behind a block."""
    return set(await FIND_PARTNERS.column(tx, account_id=account_id, ids=list(ids)))


async def view_of(tx: Connection, account_id: str, conversation_id: str) -> ConversationView | None:
    """One conversation as the account sees it; None when it is another's, or behind a block."""
    return await FIND_VIEW.one(tx, account_id=account_id, conversation_id=conversation_id)


async def views_of(
    tx: Connection, account_id: str, limit: int, before_id: str | None
) -> list[ListedConversation]:
    """The account's conversations, the one with the newest message first."""
    statement = FIND_VIEWS_BEFORE if before_id else FIND_VIEWS
    return await statement.all(tx, account_id=account_id, limit=limit, before_id=before_id)


async def unread_of(tx: Connection, account_id: str) -> int:
    """How many messages wait for the account in conversations that it sees."""
    return await COUNT_UNREAD.value(tx, account_id=account_id)


async def messages_of(
    tx: Connection, conversation_id: str, limit: int, before_id: str | None
) -> list[Message]:
    """Messages of a conversation, newest first."""
    statement = FIND_MESSAGES_BEFORE if before_id else FIND_MESSAGES
    return await statement.all(tx, conversation_id=conversation_id, limit=limit, message_id=before_id)


async def find_message(tx: Connection, message_id: str) -> Message | None:
    """The message with this id."""
    return await FIND_MESSAGE.one(tx, message_id=message_id)


async def message_between(
    tx: Connection, message_id: str, sender_id: str, receiver_id: str
) -> Message | None:
    """The message, if `sender_id` wrote it to `receiver_id`; a block between them does not matter."""
    return await FIND_MESSAGE_BETWEEN.one(
        tx, message_id=message_id, sender_id=sender_id, receiver_id=receiver_id
    )


async def messages_around(tx: Connection, message: Message, limit: int) -> list[Message]:
    """The message with at most `limit` before it and after it in its conversation, oldest first."""
    place = {"conversation_id": message.conversation_id, "message_id": message.id, "limit": limit}
    earlier = await FIND_MESSAGES_BEFORE.all(tx, **place)
    later = await FIND_MESSAGES_AFTER.all(tx, **place)
    return [*reversed(earlier), message, *later]


async def add_message(tx: Transaction, message: Message) -> None:
    """Write a message, and count it as unread for the other side."""
    await INSERT_MESSAGE.run(
        tx,
        id=message.id,
        conversation_id=message.conversation_id,
        sender_id=message.sender_id,
        text=message.text,
        sent_at=message.sent_at,
    )
    await COUNT_MESSAGE.run(
        tx,
        in_conversation=message.conversation_id,
        message_id=message.id,
        sender_id=message.sender_id,
        sent_at=message.sent_at,
    )


async def mark_read(tx: Transaction, account_id: str, conversation_id: str) -> bool:
    """Count nothing in this conversation as unread; False when the account has no such conversation."""
    return await MARK_READ.value(tx, account_id=account_id, in_conversation=conversation_id) is not None


async def erase_messages(tx: Transaction, account_id: str) -> None:
    """Delete what the account wrote, and its conversations that hold nothing of the other side."""
    for statement in (DELETE_MESSAGES, DELETE_EMPTY_CONVERSATIONS, RECOUNT_OTHER_SIDES):
        await statement.run(tx, account_id=account_id)


async def export_conversations(tx: Connection, account_id: str) -> list[JsonValue]:
    """With whom the account can write, for its export."""
    return [
        {
            "conversation_id": row.conversation_id,
            "with_account": row.other_id,
            "with_name": row.name or "",
            "unread": row.unread,
        }
        for row in await FIND_SIDES.all(tx, account_id=account_id)
    ]


async def export_messages(tx: Connection, account_id: str) -> list[JsonValue]:
    """Every message that the account wrote or received, for its export."""
    rows: Sequence[Message] = await FIND_ALL_OF_ACCOUNT.all(tx, account_id=account_id)
    return [
        {
            "conversation_id": message.conversation_id,
            "written_by_you": message.sender_id == account_id,
            "text": message.text,
            "sent_at": message.sent_at.isoformat(),
        }
        for message in rows
    ]
