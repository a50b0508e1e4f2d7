"""Openhours as a WebAuthn relying party: its id, its origin, the checks of answers (product.md 1.15).

py_webauthn does the cryptography. A passkey is asked to verify its user (fingerprint, face, PIN), so it is
two factors in one: what somebody has, and what they know or are (NIST SP 800-63B-4, 3.1.7).
"""

import json
from dataclasses import dataclass
from typing import Annotated, Final, cast
from urllib.parse import urlsplit

import webauthn
from fastapi import Depends, Request
from pydantic import JsonValue
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import (
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from identity.passkeys.challenges import LIFE

NAME: Final = "Openhours"
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
MILLISECONDS: Final = int(LIFE.total_seconds() * 1000)
Json = dict[str, JsonValue]
BROKEN: Final = (
    WebAuthnException,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    IndexError,
    RecursionError,
)
"""What reading a client's answer raises: it is a stranger's CBOR and JSON."""


class PasskeyRefused(Exception):
    """The browser's answer is not that of a passkey, or not to this challenge."""


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """Whose passkeys these are: one domain, one origin (WebAuthn level 2, 5.1.2 and 13.4.9)."""

    id: str
    origin: str

    def creation(self, challenge: bytes, account_id: str, email: str, held: list[bytes]) -> Json:
        """The options of `navigator.credentials.create()`; an authenticator with one of `held` refuses."""
        options = webauthn.generate_registration_options(
            rp_id=self.id,
            rp_name=NAME,
            user_id=account_id.encode(),
            user_name=email,
            challenge=challenge,
            timeout=MILLISECONDS,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                require_resident_key=True,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=each) for each in held],
        )
        return cast(Json, json.loads(webauthn.options_to_json(options)))

    def request(self, challenge: bytes, held: list[bytes]) -> Json:
        """The options of `navigator.credentials.get()`; without `held`, for any passkey of this site."""
        options = webauthn.generate_authentication_options(
            rp_id=self.id,
            challenge=challenge,
            timeout=MILLISECONDS,
            allow_credentials=[PublicKeyCredentialDescriptor(id=each) for each in held],
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return cast(Json, json.loads(webauthn.options_to_json(options)))

    def registered(self, answer: Json, challenge: bytes) -> VerifiedRegistration:
        """The new passkey. Raises `PasskeyRefused` for another challenge, origin or site."""
        try:
            return webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self.id,
                expected_origin=self.origin,
                require_user_verification=True,
            )
        except BROKEN as error:
            raise PasskeyRefused from error

    def authenticated(
        self, answer: Json, challenge: bytes, *, public_key: bytes, sign_count: int
    ) -> VerifiedAuthentication:
        """What a passkey signed. Raises `PasskeyRefused` for another challenge, origin, site or key."""
        try:
            return webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self.id,
                expected_origin=self.origin,
                credential_public_key=public_key,
                credential_current_sign_count=sign_count,
                require_user_verification=True,
            )
        except BROKEN as error:
            raise PasskeyRefused from error


def relying_party(public_url: str) -> RelyingParty:
    """The site on `public_url`. On this machine it is 'localhost', because no address can have passkeys."""
    parts = urlsplit(public_url)
    host = parts.hostname or ""
    if host in LOOPBACK:
        port = f":{parts.port}" if parts.port else ""
        return RelyingParty("localhost", f"{parts.scheme}://localhost{port}")
    return RelyingParty(host, f"{parts.scheme}://{parts.netloc}")


def registration_challenge(answer: Json) -> bytes:
    """The challenge that a new passkey answers. Raises `PasskeyRefused`."""
    try:
        credential = parse_registration_credential_json(answer)
        return parse_client_data_json(credential.response.client_data_json).challenge
    except BROKEN as error:
        raise PasskeyRefused from error


def answered_challenge(answer: Json) -> tuple[bytes, bytes, str]:
    """The challenge that a passkey answers, the credential's id, and the account that it names ('' for none).

    Raises `PasskeyRefused`.
    """
    try:
        credential = parse_authentication_credential_json(answer)
        client_data = parse_client_data_json(credential.response.client_data_json)
        named = (credential.response.user_handle or b"").decode()
    except BROKEN as error:
        raise PasskeyRefused from error
    return client_data.challenge, credential.raw_id, named


async def _relying_party(request: Request) -> RelyingParty:
    return relying_party(request.app.state.settings.public_url)


Site = Annotated[RelyingParty, Depends(_relying_party)]
"""The site whose passkeys the service checks."""
