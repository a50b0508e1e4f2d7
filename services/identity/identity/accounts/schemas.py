"""What the calls about an account take and answer."""

from contracts.rules.fields import Email, PersonName, Username
from contracts.rules.lists import DeviceData
from contracts.session import SessionData
from pydantic import BaseModel, ConfigDict, Field

from identity.passwords.fields import GivenPassword, NewPassword


class SignUpRequest(BaseModel):
    """Who signs up."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_name: PersonName
    iv_email: Email
    iv_password: NewPassword
    iv_device_data: DeviceData = Field(default_factory=dict)


class UpdateUsernameRequest(BaseModel):
    """The brand or business name under which the public page is found."""

    iv_username: Username


class UsernameTaken(BaseModel):
    """The caller's session under the new username."""

    sessionData: SessionData  # noqa: N815 - the spec's name for this one call


class DeleteAccountRequest(BaseModel):
    """The password, as proof that the account's owner means it."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_password: GivenPassword
