"""The mailbox as JSON (api.md 7)."""

from contracts.event import Instant
from pydantic import BaseModel


class MailboxFile(BaseModel):
    """A file that came with a mail; `content` is base64."""

    filename: str
    content_type: str
    content: str


class MailboxMail(BaseModel):
    """A mail as it would have been sent."""

    to: str
    subject: str
    text: str
    html: str
    created_at: Instant
    attachments: list[MailboxFile]
