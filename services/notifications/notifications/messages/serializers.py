"""Conversations and messages as one side sees them (api.md 6)."""

from notifications.messages.schemas import ConversationShown, MessageShown
from notifications.messages.store import ConversationView, Message
from notifications.templates.translations import translations


def serialize_conversation(view: ConversationView, account_id: str) -> ConversationShown:
    """The conversation for the account whose view it is."""
    return ConversationShown(
        conversation_id=view.conversation_id,
        owner_id=view.other_id,
        name=view.other_name or translations().common.former_member,
        username=view.other_username,
        avatar=view.other_avatar,
        onboardProfile=view.other_onboarded,
        unread=view.unread,
        last_message=serialize_message(view.last_message, account_id) if view.last_message else None,
    )


def serialize_message(message: Message, account_id: str) -> MessageShown:
    """The message for one of its two readers."""
    return MessageShown(
        message_id=message.id,
        conversation_id=message.conversation_id,
        sender_id=message.sender_id,
        text=message.text,
        sent_at=message.sent_at,
        mine=message.sender_id == account_id,
    )
