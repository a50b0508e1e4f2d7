"""Request and response models of the calls about second factors and passkeys."""

from typing import Annotated

from contracts.event import Instant
from contracts.rules.checks import VISIBLE, Required, TextMax
from contracts.rules.text import Text
from pydantic import BaseModel, ConfigDict

from identity.passkeys.relying_party import Json

FactorCode = Annotated[str, Text(Required(), TextMax(60))]
"""A code of an authenticator app, or a recovery code; spaces and dashes do not matter."""
PasskeyName = Annotated[str, Text(Required(), VISIBLE, TextMax(60))]
PasskeyId = Annotated[str, Text(Required(), TextMax(200))]


class ListedPasskey(BaseModel):
    """A passkey as its owner sees it."""

    passkey_id: str
    name: str
    created_at: Instant
    last_used_at: Instant | None


class SecondFactors(BaseModel):
    """What the account has besides its password."""

    required: bool
    """Whether it must have a factor: the staff."""
    authenticator_app: bool
    authenticator_app_available: bool
    """Whether one can be set up here."""
    passkeys: list[ListedPasskey]
    recovery_codes_left: int


class NewAuthenticatorApp(BaseModel):
    """A secret for an authenticator app: as text, as address, and as a QR code (an SVG as data URI)."""

    secret: str
    uri: str
    qr_code: str


class ConfirmAuthenticatorApp(BaseModel):
    """The first code that the app shows."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_code: FactorCode


class FactorAdded(BaseModel):
    """The recovery codes, if this is the account's first factor; they are never shown again."""

    recovery_codes: list[str]


class PasskeyOptions(BaseModel):
    """The options of `navigator.credentials.create()` or `.get()` (WebAuthn level 2, as JSON)."""

    options: Json


class AddPasskeyRequest(BaseModel):
    """A new passkey: the browser's answer, and what its owner calls it."""

    model_config = ConfigDict(hide_input_in_errors=True)

    iv_passkey: Json
    iv_name: PasskeyName


class RemovePasskeyRequest(BaseModel):
    """Which passkey goes."""

    iv_passkey_id: PasskeyId
