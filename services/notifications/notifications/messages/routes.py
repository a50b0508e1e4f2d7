"""Calls about messages (api.md 6). Guests have none."""

from chassis.clock import Clock
from chassis.errors import NotFound
from chassis.http.callers import Account
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done, refuse
from chassis.http.paging import Page, PageQuery, cursor_of
from chassis.projections import wait_for_projection
from fastapi import APIRouter

from notifications.messages import store
from notifications.messages.models import Message
from notifications.messages.schemas import (
    Conversations,
    ConversationShown,
    MessageRead,
    Messages,
    MessageShown,
    MessageStored,
    NewMessage,
    UnreadMessages,
)
from notifications.messages.store import Seen
from notifications.projections.store import person_of
from notifications.templates.translations import translations

NO_ORDER = "You can write to each other once there is an appointment between you."
router = APIRouter(tags=["messages"])


@router.get("/api/get_conversations")
async def get_conversations(caller: Account, tx: Reading, page: PageQuery) -> Answer[Conversations]:
    """The caller's conversations, without those that a block hides."""
    found = await store.conversations_of(tx, caller.id, page.limit + 1, _before(page))
    shown = found[: page.limit]
    more = len(found) > page.limit
    return done(
        Conversations(
            conversations=[_conversation(each, caller.id) for each in shown],
            unread=await store.unread_of(tx, caller.id),
            next_cursor=cursor_of(shown[-1].side.latest_id) if more else None,
        )
    )


@router.get("/api/get_messages/{conversationId}")
async def get_messages(
    conversationId: str,  # noqa: N803 - the contract's way of writing paths
    caller: Account,
    tx: Reading,
    page: PageQuery,
) -> Answer[Messages]:
    """What was said in one of the caller's conversations; 404 for any other, and for one behind a block."""
    seen = await _seen_or_404(tx, caller.id, conversationId)
    found = await store.messages_of(tx, seen.side.conversation_id, page.limit + 1, _before(page))
    shown = found[: page.limit]
    return done(
        Messages(
            conversation=_conversation(seen, caller.id),
            messages=[_message(each, caller.id) for each in shown],
            next_cursor=cursor_of(shown[-1].id) if len(found) > page.limit else None,
        )
    )


@router.post("/api/send_message")
async def send_message(
    message: NewMessage, caller: Account, tx: Writing, clock: Clock
) -> Answer[MessageStored]:
    """Write to an account that the caller has, or had, an appointment with."""
    other_id = message.iv_owner_id
    side = await wait_for_projection(lambda: store.side_with(tx, caller.id, other_id))
    if side is None or (await person_of(tx, other_id)).deleted:
        raise refuse(NO_ORDER)
    sender = await person_of(tx, caller.id)
    kept = await store.write_message(tx, side, sender.name, message.iv_text, clock())
    return done(MessageStored(message=_message(kept, caller.id)))


@router.post("/api/read_messages")
async def read_messages(read: MessageRead, caller: Account, tx: Writing) -> Answer[UnreadMessages]:
    """The caller has seen everything in one of their conversations."""
    if not await store.mark_read(tx, caller.id, read.iv_conversation_id):
        raise NotFound
    return done(UnreadMessages(unread=await store.unread_of(tx, caller.id)))


async def _seen_or_404(tx: Reading, account_id: str, conversation_id: str) -> Seen:
    seen = await store.seen_by(tx, account_id, conversation_id)
    if seen is None:
        raise NotFound
    return seen


def _before(page: Page) -> str | None:
    return str(page.after[0]) if page.after else None


def _conversation(seen: Seen, account_id: str) -> ConversationShown:
    return ConversationShown(
        conversation_id=seen.side.conversation_id,
        owner_id=seen.side.other_id,
        name=seen.other.name or translations().common.former_member,
        username=seen.other.username,
        avatar=seen.other.avatar,
        onboardProfile=seen.other.onboarded,
        unread=seen.side.unread,
        last_message=_message(seen.last, account_id) if seen.last else None,
    )


def _message(message: Message, account_id: str) -> MessageShown:
    return MessageShown(
        message_id=message.id,
        conversation_id=message.conversation_id,
        sender_id=message.sender_id,
        text=message.text,
        sent_at=message.sent_at,
        mine=message.sender_id == account_id,
    )
