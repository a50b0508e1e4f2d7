"""What unsubscribing answers."""

from pydantic import BaseModel

from notifications.preferences.rules import Subject


class Unsubscribed(BaseModel):
    """The kind of news of which no more mails come."""

    kind: Subject
