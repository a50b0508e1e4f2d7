"""The keys that sign tokens, and the set that is published so that every service can verify them.

Rotation, without a moment in which a valid token is refused (`openhours keys rotate signing`):
1. publish the next key (`published_keys_*`) beside the one that signs;
2. a few minutes later make it the signing key and publish the former one;
3. after 48 hours, when the last token of the former key has expired, drop it.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from chassis.key_files import CURVE, pem_text, private_pem
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from jose.utils import base64url_encode

from identity.settings import IdentitySettings

_PEM_BLOCK = re.compile(r"-----BEGIN ([A-Z ]+)-----.+?-----END \1-----", re.DOTALL)
_COORDINATE_BYTES = 32


class KeyProblem(Exception):
    """The settings hold no usable signing key. Raised when the service starts, never during a request."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A published key: its id (the RFC 7638 thumbprint) and its coordinates, base64url."""

    kid: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The key that signs, and every key that a token may have been signed with."""

    kid: str
    private_pem: str
    published: tuple[PublicKey, ...]


def key_ring(settings: IdentitySettings) -> KeyRing:
    """The keys that the settings name.

    Raises `KeyProblem` when there is no signing key, or when a key is not an EC key on P-256.
    """
    signing_pem = _signing_pem(settings)
    signing = serialization.load_pem_private_key(signing_pem.encode(), password=None)
    if not isinstance(signing, ec.EllipticCurvePrivateKey):
        raise KeyProblem("the signing key is not an elliptic-curve key")
    own = public_key(signing.public_key())
    others = [
        _public_of(block)
        for block in blocks_in(pem_text(settings.published_keys_pem, published_keys_file(settings)))
    ]
    published = {key.kid: key for key in (own, *others)}
    return KeyRing(kid=own.kid, private_pem=signing_pem, published=tuple(published.values()))


def public_key(key: ec.EllipticCurvePublicKey) -> PublicKey:
    """The published form of a key. Raises `KeyProblem` when it is not on P-256."""
    if not isinstance(key.curve, CURVE):
        raise KeyProblem("ES256 needs a key on the curve P-256")
    numbers = key.public_numbers()
    x, y = (_base64url(n.to_bytes(_COORDINATE_BYTES, "big")) for n in (numbers.x, numbers.y))
    return PublicKey(kid=thumbprint(x, y), x=x, y=y)


def thumbprint(x: str, y: str) -> str:
    """The RFC 7638 thumbprint of a P-256 key: the same wherever it is computed."""
    digest = hashes.Hash(hashes.SHA256())
    digest.update(f'{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}'.encode())
    return _base64url(digest.finalize())


def _signing_pem(settings: IdentitySettings) -> str:
    pem = private_pem(settings.signing_key_pem, settings.signing_key_path, create=settings.signing_key_create)
    if not pem:
        raise KeyProblem("no signing key: set SIGNING_KEY_PEM or SIGNING_KEY_PATH")
    return pem


def published_keys_file(settings: IdentitySettings) -> Path | None:
    """The file with more keys to publish: the one that is named, or the one beside the signing key."""
    if settings.published_keys_path is not None or settings.signing_key_path is None:
        return settings.published_keys_path
    beside = file_beside(settings.signing_key_path)
    return beside if beside.exists() else None


def file_beside(signing_key: Path) -> Path:
    """Where the keys to publish are, if no setting names another file."""
    return signing_key.with_name(f"{signing_key.name}.published")


def blocks_in(pems: str) -> list[str]:
    return [match.group(0) for match in _PEM_BLOCK.finditer(pems)]


def _public_of(pem: str) -> PublicKey:
    if "PRIVATE KEY" in pem:
        private = serialization.load_pem_private_key(pem.encode(), password=None)
        key = private.public_key()
    else:
        key = serialization.load_pem_public_key(pem.encode())
    if not isinstance(key, ec.EllipticCurvePublicKey):
        raise KeyProblem("a published key is not an elliptic-curve key")
    return public_key(key)


def _base64url(raw: bytes) -> str:
    return base64url_encode(raw).decode()
