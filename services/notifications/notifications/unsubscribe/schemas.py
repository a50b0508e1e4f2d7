"""The answer of unsubscribing."""

from pydantic import BaseModel

from notifications.unsubscribe.rules import Stopped


class Unsubscribed(BaseModel):
    """The subject of which no more mails come."""

    kind: Stopped
