"""Conversations and messages as one side sees them (api.md 6). A page has many: none is validated."""

from datetime import datetime
from typing import TypedDict

from notifications.messages.store import ConversationView, Message
from notifications.templates.translations import translations


class MessageJson(TypedDict):
    """The fields of `MessageShown`."""

    message_id: str
    conversation_id: str
    sender_id: str
    text: str
    sent_at: datetime
    mine: bool


class ConversationJson(TypedDict):
    """The fields of `ConversationShown`."""

    conversation_id: str
    owner_id: str
    name: str
    username: str
    avatar: str
    onboardProfile: bool
    unread: int
    last_message: MessageJson | None


def serialize_conversation(view: ConversationView, account_id: str) -> ConversationJson:
    """The conversation for the account whose view it is."""
    last = view.last_message
    return {
        "conversation_id": view.conversation_id,
        "owner_id": view.other_id,
        "name": view.other_name or translations().common.former_member,
        "username": view.other_username,
        "avatar": view.other_avatar,
        "onboardProfile": view.other_onboarded,
        "unread": view.unread,
        "last_message": serialize_message(last, account_id) if last else None,
    }


def serialize_message(message: Message, account_id: str) -> MessageJson:
    """The message for one of its two readers."""
    return {
        "message_id": message.id,
        "conversation_id": message.conversation_id,
        "sender_id": message.sender_id,
        "text": message.text,
        "sent_at": message.sent_at,
        "mine": message.sender_id == account_id,
    }
