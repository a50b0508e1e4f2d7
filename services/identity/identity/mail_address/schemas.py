"""Request and response models of changing the mail address."""

from contracts.rules.fields import Email
from pydantic import BaseModel, ConfigDict

from identity.mail_tokens.fields import MailTokenSecret


class RequestMailChange(BaseModel):
    """The new address."""

    iv_email: Email


class ConfirmMailChange(BaseModel):
    """The secret of a link that was mailed to one of the two addresses."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_token: MailTokenSecret


class MailChangeConfirmed(BaseModel):
    """Whether the address has changed: it has when both sides have confirmed."""

    changed: bool


class WaitingMailChange(BaseModel):
    """The change that waits; `email` is '' without one."""

    email: str
    old_confirmed: bool
    new_confirmed: bool
