"""The request model of sign_in."""

from contracts.rules.fields import Email
from contracts.rules.lists import DeviceData
from pydantic import BaseModel, ConfigDict, Field

from identity.passwords.fields import GivenPassword


class SignInRequest(BaseModel):
    """An email address, its password, and the device data."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_email: Email
    iv_password: GivenPassword
    iv_device_data: DeviceData = Field(default_factory=dict)
