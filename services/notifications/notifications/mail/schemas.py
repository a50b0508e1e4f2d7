"""Requests and answers of the staff's calls about mails."""

from typing import Annotated

from contracts.event import Instant
from contracts.rules import Text
from contracts.rules.checks import Required, TextMax
from pydantic import BaseModel


class FailedMail(BaseModel):
    """A mail that was given up, without its texts; `to` is masked."""

    mail_id: str
    template: str
    to: str
    reason: str
    attempts: int
    given_up_at: Instant


class FailedMails(BaseModel):
    """A page of mails that were given up, the newest mail first."""

    mails: list[FailedMail]
    next_cursor: str | None


class RetryMail(BaseModel):
    """The mail to send again."""

    iv_mail_id: Annotated[str, Text(Required(), TextMax(64))]


class MailRetried(BaseModel):
    """The mail that is sent again."""

    mail_id: str
