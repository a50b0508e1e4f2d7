"""Request and response models of the confirmation calls."""

from contracts.rules.fields import ConfirmationCode
from contracts.session_data import SessionData
from pydantic import BaseModel

from identity.mail_tokens.fields import MailTokenSecret


class ConfirmAccountRequest(BaseModel):
    """The secret of the mailed link."""

    iv_token: MailTokenSecret


class ConfirmCodeRequest(BaseModel):
    """The code of the mail, typed by the account's owner."""

    iv_confirmation_code: ConfirmationCode


class Confirmed(BaseModel):
    """The caller's session if the caller is the confirmed account; otherwise null."""

    session_data: SessionData | None
