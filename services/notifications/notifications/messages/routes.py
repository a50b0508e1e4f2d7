"""Calls about messages (product.md 5.5; api.md 6). Guests have none."""

from chassis.clock import Clock
from chassis.errors import NotFound
from chassis.http.callers import Account
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done, rendered
from chassis.http.paging import PageQuery
from chassis.http.route import Route
from fastapi import APIRouter, Response

from notifications.messages import service, store
from notifications.messages.schemas import (
    Conversations,
    MessageRead,
    Messages,
    MessageShown,
    MessageStored,
    NewMessage,
    UnreadMessages,
)
from notifications.messages.serializers import serialize_conversation, serialize_message
from notifications.projections.confirmed_callers import ConfirmedAccount

router = APIRouter(tags=["messages"], route_class=Route)


@router.get("/api/get_conversations", response_model=Answer[Conversations])
async def get_conversations(caller: Account, tx: Reading, page: PageQuery) -> Response:
    """The caller's conversations, without those that a block hides."""
    found = await store.views_of(tx, caller.id, page.limit + 1, page.after_id or None)
    shown, next_cursor = page.cut(found, lambda view: view.latest_id)
    return rendered(
        {
            "conversations": [serialize_conversation(view, caller.id) for view in shown],
            "unread": shown[0].unread_of_all if shown else await store.unread_of(tx, caller.id),
            "next_cursor": next_cursor,
        }
    )


@router.get("/api/get_messages/{conversationId}", response_model=Answer[Messages])
async def get_messages(
    conversationId: str,  # noqa: N803 - the contract's way of writing paths
    caller: Account,
    tx: Reading,
    page: PageQuery,
) -> Response:
    """The messages of one of the caller's conversations; 404 for any other, and for one behind a block."""
    view = await store.view_of(tx, caller.id, conversationId)
    if view is None:
        raise NotFound
    found = await store.messages_of(tx, conversationId, page.limit + 1, page.after_id or None)
    shown, next_cursor = page.cut(found, lambda message: message.id)
    return rendered(
        {
            "conversation": serialize_conversation(view, caller.id),
            "messages": [serialize_message(message, caller.id) for message in shown],
            "next_cursor": next_cursor,
        }
    )


@router.post("/api/send_message")
async def send_message(
    message: NewMessage, caller: ConfirmedAccount, tx: Writing, clock: Clock
) -> Answer[MessageStored]:
    """Write to an account that the caller has, or had, an appointment with."""
    sent = await service.send_message(tx, caller.id, message.iv_owner_id, message.iv_text, clock())
    return done(MessageStored(message=MessageShown(**serialize_message(sent, caller.id))))


@router.post("/api/read_messages")
async def read_messages(read: MessageRead, caller: Account, tx: Writing) -> Answer[UnreadMessages]:
    """Mark everything in one of the caller's conversations as read."""
    if not await store.mark_read(tx, caller.id, read.iv_conversation_id):
        raise NotFound
    return done(UnreadMessages(unread=await store.unread_of(tx, caller.id)))
