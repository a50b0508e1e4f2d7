"""Request and response models of the confirmation calls."""

from contracts.session_data import SessionData
from pydantic import BaseModel

from identity.mail_tokens.fields import MailTokenSecret


class ConfirmAccountRequest(BaseModel):
    """The secret of the mailed link."""

    iv_token: MailTokenSecret


class Confirmed(BaseModel):
    """The caller's session if the caller is the confirmed account; otherwise null."""

    session_data: SessionData | None
