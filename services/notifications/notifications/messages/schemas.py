"""Requests and answers of the calls about messages."""

from typing import Annotated

from contracts.event import Instant
from contracts.rules import MessageText
from pydantic import BaseModel, Field


class MessageShown(BaseModel):
    """One message, as one side sees it."""

    message_id: str
    conversation_id: str
    sender_id: str
    text: str
    sent_at: Instant
    mine: bool


class ConversationShown(BaseModel):
    """One conversation: the other account, the newest message, and how many are unread."""

    conversation_id: str
    owner_id: str
    name: str
    username: str
    avatar: str
    onboardProfile: bool  # noqa: N815 - the contract's name
    unread: int
    last_message: MessageShown | None


class Conversations(BaseModel):
    """The caller's conversations, the one with the newest message first."""

    conversations: list[ConversationShown]
    unread: int
    next_cursor: str | None


class Messages(BaseModel):
    """Messages of one conversation, newest first."""

    conversation: ConversationShown
    messages: list[MessageShown]
    next_cursor: str | None


class NewMessage(BaseModel):
    """A message to the account `iv_owner_id`."""

    iv_owner_id: Annotated[str, Field(max_length=64)]
    iv_text: MessageText


class MessageRead(BaseModel):
    """Marks everything in this conversation as read."""

    iv_conversation_id: Annotated[str, Field(max_length=64)]


class MessageStored(BaseModel):
    """The message as it was stored."""

    message: MessageShown


class UnreadMessages(BaseModel):
    """How many messages in all conversations are still unread."""

    unread: int
