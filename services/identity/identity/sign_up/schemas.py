"""The request model of sign_up."""

from contracts.rules.fields import Email, PersonName
from contracts.rules.lists import DeviceData
from pydantic import BaseModel, ConfigDict, Field

from identity.passwords.fields import NewPassword


class SignUpRequest(BaseModel):
    """The person who signs up."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_name: PersonName
    iv_email: Email
    iv_password: NewPassword
    iv_device_data: DeviceData = Field(default_factory=dict)
