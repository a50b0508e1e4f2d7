"""Request and response models of the step-up."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from identity.passkeys.relying_party import Json
from identity.passwords.fields import GivenPassword
from identity.second_factor.schemas import FactorCode

Method = Literal["password", "authenticator_app", "passkey", "recovery_code"]


class StepUpBegun(BaseModel):
    """With what the caller can show who they are; the options are for a passkey, null without one."""

    methods: list[Method]
    passkey_options: Json | None


class StepUpRequest(BaseModel):
    """One of them: a password for an account without factors, else a code or a passkey."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_password: GivenPassword | None = None
    iv_code: FactorCode | None = None
    iv_passkey: Json | None = None
