"""The answer of unsubscribing."""

from pydantic import BaseModel

from notifications.preferences.rules import Subject


class Unsubscribed(BaseModel):
    """The subject of which no more mails come."""

    kind: Subject
