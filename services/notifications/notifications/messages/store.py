"""Conversations and messages: made once for each pair, counted, paged."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from chassis.db import Connection, Transaction
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.notifications import MessageSent
from pydantic import JsonValue
from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    case,
    delete,
    func,
    literal_column,
    not_,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.orm import aliased

from notifications.messages.models import Conversation, Message, Side
from notifications.preferences.rules import wanted
from notifications.projections.models import Block, Person
from notifications.projections.store import person_of, unknown
from notifications.push_queue import store as push

_OPEN = text(
    """
    INSERT INTO conversation (id, first_id, second_id) VALUES (:id, :first_id, :second_id)
    ON CONFLICT DO NOTHING RETURNING id
    """
)


@dataclass(frozen=True, slots=True)
class Seen:
    """A conversation as one side sees it."""

    side: Side
    other: Person
    last: Message | None


async def open_conversation(tx: Transaction, one_id: str, other_id: str) -> None:
    """The two may write to each other from now on; nothing happens when they could before."""
    if one_id == other_id:
        return
    first_id, second_id = sorted((one_id, other_id))
    made = await tx.session.scalar(_OPEN, {"id": new_id(), "first_id": first_id, "second_id": second_id})
    if made is None:
        return
    for mine, others in ((first_id, second_id), (second_id, first_id)):
        tx.session.add(Side(conversation_id=made, account_id=mine, other_id=others, unread=0, latest_id=made))
    await tx.session.flush()


def _apart(account_id: str) -> ColumnElement[bool]:
    """Whether one of the two sides blocks the other."""
    pair = or_(
        and_(Block.blocker_id == account_id, Block.blocked_id == Side.other_id),
        and_(Block.blocked_id == account_id, Block.blocker_id == Side.other_id),
    )
    return select(Block).where(Block.blocked, pair).exists()


async def side_with(tx: Transaction, account_id: str, other_id: str) -> Side | None:
    """The caller's side of the conversation with `other_id`, unless there is none or a block lies between."""
    return await tx.session.scalar(select_side(account_id, other_id))


def select_side(account_id: str, other_id: str) -> Select[Side]:
    """The query of one side, by the key of the pair: who is on the other side has no index."""
    first_id, second_id = sorted((account_id, other_id))
    pair = and_(Conversation.first_id == first_id, Conversation.second_id == second_id)
    mine = and_(Side.conversation_id == Conversation.id, Side.account_id == account_id)
    return select(Side).join(Conversation, mine).where(pair, not_(_apart(account_id)))


async def seen_by(tx: Connection, account_id: str, conversation_id: str) -> Seen | None:
    """One conversation as the account sees it; None when it is not theirs, or a block lies between."""
    found = await tx.session.execute(_seen(account_id).where(Side.conversation_id == conversation_id))
    row = found.first()
    return _as_seen(row[0], row[1], row[2]) if row else None


async def conversations_of(tx: Connection, account_id: str, limit: int, before_id: str | None) -> list[Seen]:
    """The account's conversations, the one last spoken in first."""
    page = _seen(account_id).order_by(Side.latest_id.desc()).limit(limit)
    if before_id:
        page = page.where(Side.latest_id < before_id)
    return [_as_seen(side, other, last) for side, other, last in await tx.session.execute(page)]


def _seen(account_id: str) -> Select[Side, Person, Message]:
    return (
        select(Side, Person, Message)
        .outerjoin(Person, Person.id == Side.other_id)
        .outerjoin(Message, Message.id == Side.latest_id)
        .where(Side.account_id == account_id, not_(_apart(account_id)))
    )


def _as_seen(side: Side, other: Person | None, last: Message | None) -> Seen:
    return Seen(side, other or unknown(side.other_id), last)


async def unread_of(tx: Connection, account_id: str) -> int:
    """How many messages wait for the account in conversations that it sees."""
    return await tx.session.scalar(count_unread(account_id)) or 0


def count_unread(account_id: str) -> Select[int]:
    """The query of the badge."""
    # The figure stands in the text, or a plan that is kept would not fit the index of what is unread.
    waiting = and_(Side.account_id == account_id, Side.unread > literal_column("0"))
    return select(func.coalesce(func.sum(Side.unread), 0)).where(waiting, not_(_apart(account_id)))


async def messages_of(
    tx: Connection, conversation_id: str, limit: int, before_id: str | None
) -> Sequence[Message]:
    """Messages of a conversation, newest first."""
    page = (
        select(Message)
        .where(Message.conversation_id == conversation_id)
        .order_by(Message.id.desc())
        .limit(limit)
    )
    if before_id:
        page = page.where(Message.id < before_id)
    return (await tx.session.scalars(page)).all()


async def message_to(tx: Transaction, message_id: str, sender_id: str, receiver_id: str) -> Message | None:
    """The message, if the one of the two wrote it to the other; a block between them does not matter."""
    to_receiver = and_(
        Side.conversation_id == Message.conversation_id,
        Side.account_id == sender_id,
        Side.other_id == receiver_id,
    )
    theirs = select(Message).join(Side, to_receiver)
    return await tx.session.scalar(theirs.where(Message.id == message_id, Message.sender_id == sender_id))


async def messages_around(tx: Transaction, message: Message, many: int) -> list[Message]:
    """The message with as many before it and after it in its conversation, oldest first."""
    told = select(Message).where(Message.conversation_id == message.conversation_id)
    before = told.where(Message.id < message.id).order_by(Message.id.desc()).limit(many)
    after = told.where(Message.id > message.id).order_by(Message.id).limit(many)
    earlier, later = (await tx.session.scalars(before)).all(), (await tx.session.scalars(after)).all()
    return [*reversed(earlier), message, *later]


async def write_message(tx: Transaction, side: Side, sender_name: str, text: str, now: datetime) -> Message:
    """Keep a message, count it as unread for the other side, and announce it."""
    message = Message(
        id=new_id(), conversation_id=side.conversation_id, sender_id=side.account_id, text=text, sent_at=now
    )
    tx.session.add(message)
    await tx.session.flush()
    to_other = case((Side.account_id == side.other_id, 1), else_=0)
    await tx.session.execute(
        update(Side)
        .where(Side.conversation_id == side.conversation_id)
        .values(latest_id=func.greatest(Side.latest_id, message.id), unread=Side.unread + to_other)
        .execution_options(synchronize_session=False)
    )
    await emit(
        tx,
        MessageSent(
            receiver_id=side.other_id,
            conversation_id=message.conversation_id,
            message_id=message.id,
            sender_id=message.sender_id,
            sender_name=sender_name,
            text=text,
            sent_at=now,
        ),
    )
    if await _wants_push(tx, side.other_id):
        await push.enqueue_message(tx, message.id, side.other_id)
    return message


async def _wants_push(tx: Transaction, account_id: str) -> bool:
    person = await person_of(tx, account_id)
    return not person.suspended and wanted(person.channels, "messages", "push")


async def mark_read(tx: Transaction, account_id: str, conversation_id: str) -> bool:
    """Nothing in this conversation waits any more; False when it is none of the account's."""
    mine = and_(Side.account_id == account_id, Side.conversation_id == conversation_id)
    read = update(Side).where(mine).values(unread=0).returning(Side.conversation_id)
    return await tx.session.scalar(read) is not None


async def erase_messages(tx: Transaction, account_id: str) -> None:
    """Drop what the account wrote, and its conversations that hold nothing of the other side."""
    mine = select(Side.conversation_id).where(Side.account_id == account_id)
    await tx.session.execute(
        delete(Message).where(Message.conversation_id.in_(mine), Message.sender_id == account_id)
    )
    kept = select(Message.conversation_id).where(Message.conversation_id == Conversation.id).exists()
    await tx.session.execute(delete(Conversation).where(Conversation.id.in_(mine), not_(kept)))
    await _count_anew(tx, account_id)


async def _count_anew(tx: Transaction, gone_id: str) -> None:
    """The other sides' newest message, and nothing unread, where the account's words are gone."""
    sides = aliased(Side)
    theirs = select(sides.conversation_id).where(sides.account_id == gone_id)
    newest = (
        select(Message.id)
        .where(Message.conversation_id == Side.conversation_id)
        .order_by(Message.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    await tx.session.execute(
        update(Side)
        .where(Side.conversation_id.in_(theirs), Side.account_id != gone_id)
        .values(unread=0, latest_id=func.coalesce(newest, Side.conversation_id))
        .execution_options(synchronize_session=False)
    )


async def held_messages(tx: Connection, account_id: str) -> list[JsonValue]:
    """Every message that the account wrote or received, for its export."""
    mine = select(Side.conversation_id).where(Side.account_id == account_id)
    rows = await tx.session.scalars(
        select(Message).where(Message.conversation_id.in_(mine)).order_by(Message.id)
    )
    return [
        {
            "conversation_id": message.conversation_id,
            "written_by_you": message.sender_id == account_id,
            "text": message.text,
            "sent_at": message.sent_at.isoformat(),
        }
        for message in rows
    ]
