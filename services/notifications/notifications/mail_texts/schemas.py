"""Requests and answers about texts of mails (api.md 6)."""

from contracts.rules.fields import OwnSubject, OwnText
from pydantic import BaseModel

from notifications.mail_texts.rules import TextKind


class MailTextUpdate(BaseModel):
    """What clients are mailed from now on in place of the standard text of this kind."""

    iv_kind: TextKind
    iv_subject: OwnSubject
    iv_text: OwnText


class MailTextReset(BaseModel):
    """Clients are mailed the standard text of this kind again."""

    iv_kind: TextKind


class ShownText(BaseModel):
    """A text with variables in braces. `is_own` says whether the provider wrote it."""

    kind: TextKind
    subject: str
    text: str
    is_own: bool
    standard_subject: str
    standard_text: str
    """The standard one in the language of the provider. Clients read it in theirs."""


class TextVariable(BaseModel):
    """What can stand in braces, and an example of what is filled in for it."""

    name: str
    example: str


class MailTexts(BaseModel):
    """The texts of each kind, and what can be filled in."""

    texts: list[ShownText]
    variables: list[TextVariable]
