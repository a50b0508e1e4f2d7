"""A passkey in software: it answers WebAuthn's options as a browser with an authenticator does."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

USER_PRESENT, USER_VERIFIED, ATTESTED = 0x01, 0x04, 0x40
Options = dict[str, Any]


@dataclass
class SoftwareAuthenticator:
    """One credential. Tests change its fields to attack: another origin, site, counter, or no user there."""

    origin: str
    site: str
    sign_count: int = 0
    user_verified: bool = True
    user_handle: str = ""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def create(self, options: Options) -> Options:
        """What `navigator.credentials.create()` gives for these options, as JSON."""
        self.user_handle = options["user"]["id"]
        client_data = self._client_data("webauthn.create", options["challenge"])
        attested = bytes(16) + len(self.credential_id).to_bytes(2, "big") + self.credential_id + self._cose()
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._data(ATTESTED) + attested}
        return self._answer(
            {
                "clientDataJSON": bytes_to_base64url(client_data),
                "attestationObject": bytes_to_base64url(cbor2.dumps(attestation)),
            }
        )

    def get(self, options: Options) -> Options:
        """What `navigator.credentials.get()` gives for these options, as JSON."""
        self.sign_count += 1 if self.sign_count else 0
        client_data, data = self._client_data("webauthn.get", options["challenge"]), self._data()
        signed = data + hashlib.sha256(client_data).digest()
        return self._answer(
            {
                "clientDataJSON": bytes_to_base64url(client_data),
                "authenticatorData": bytes_to_base64url(data),
                "signature": bytes_to_base64url(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
                "userHandle": self.user_handle,
            }
        )

    def _answer(self, response: Options) -> Options:
        name = bytes_to_base64url(self.credential_id)
        shared = {"type": "public-key", "clientExtensionResults": {}}
        return {"id": name, "rawId": name, "response": response, **shared}

    def _client_data(self, kind: str, challenge: str) -> bytes:
        assert base64url_to_bytes(challenge)
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, flags: int = 0) -> bytes:
        flags |= USER_PRESENT | (USER_VERIFIED if self.user_verified else 0)
        site = hashlib.sha256(self.site.encode()).digest()
        return site + bytes([flags]) + self.sign_count.to_bytes(4, "big")

    def _cose(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        x, y = (each.to_bytes(32, "big") for each in (numbers.x, numbers.y))
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
