"""What the confirmation calls take and answer."""

from contracts.session_data import SessionData
from pydantic import BaseModel

from identity.mail_tokens.fields import MailTokenSecret


class ConfirmAccountRequest(BaseModel):
    """The secret of the mailed link."""

    iv_token: MailTokenSecret


class Confirmed(BaseModel):
    """The caller's session when it is the confirmed account that calls; null for anyone else."""

    session_data: SessionData | None
