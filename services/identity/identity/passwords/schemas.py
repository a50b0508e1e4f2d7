"""Request models of the calls about passwords."""

from contracts.rules.fields import Email
from pydantic import BaseModel, ConfigDict

from identity.mail_tokens.fields import MailTokenSecret
from identity.passwords.fields import GivenPassword, NewPassword


class ForgotPasswordRequest(BaseModel):
    """The address to which the mail goes, if an account is on it."""

    iv_email: Email


class ResetPasswordRequest(BaseModel):
    """The secret of a mailed link, and the password to set."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_token: MailTokenSecret
    iv_password: NewPassword


class ChangePasswordRequest(BaseModel):
    """The current password and the new one."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_current_password: GivenPassword
    iv_new_password: NewPassword
