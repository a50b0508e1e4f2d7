"""Request and response models of the calls about one's own account."""

from contracts.rules.fields import Username
from contracts.session_data import SessionData
from pydantic import BaseModel, ConfigDict

from identity.passwords.fields import GivenPassword


class UpdateUsernameRequest(BaseModel):
    """The brand or business name under which the public page is found."""

    iv_username: Username


class UsernameTaken(BaseModel):
    """The caller's session under the new username."""

    sessionData: SessionData  # noqa: N815 - the contract's name for this one call


class DeleteAccountRequest(BaseModel):
    """The password, as proof that the account's owner means it."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_password: GivenPassword
