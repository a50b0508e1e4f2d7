"""Request and response models of signing in."""

from typing import Annotated

from contracts.rules.checks import Required, TextMax
from contracts.rules.fields import Email
from contracts.rules.lists import DeviceData
from contracts.rules.text import Text
from pydantic import BaseModel, ConfigDict, Field

from identity.passkeys.relying_party import Json
from identity.passwords.fields import GivenPassword
from identity.second_factor.schemas import FactorCode
from identity.step_up.schemas import Method

Challenge = Annotated[str, Text(Required(), TextMax(200))]


class SignInRequest(BaseModel):
    """An email address, its password, and the device data."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_email: Email
    iv_password: GivenPassword
    iv_device_data: DeviceData = Field(default_factory=dict)


class SecondStep(BaseModel):
    """What a right password leads to when the account has a second factor: no login, and no token yet."""

    challenge: str
    """To be sent back with the factor, within five minutes."""
    methods: list[Method]
    passkey_options: Json | None
    """The options for a passkey (WebAuthn level 2, as JSON); null without one."""


class SecondStepDue(BaseModel):
    """The data of the refusal that asks for the second factor."""

    second_factor: SecondStep


class SecondFactorRequest(BaseModel):
    """The challenge of sign_in, with a code or a passkey's answer."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_challenge: Challenge
    iv_code: FactorCode | None = None
    iv_passkey: Json | None = None
    iv_device_data: DeviceData = Field(default_factory=dict)


class PasskeySignInRequest(BaseModel):
    """What a passkey of this site answered; it says whose it is."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_passkey: Json
    iv_device_data: DeviceData = Field(default_factory=dict)
