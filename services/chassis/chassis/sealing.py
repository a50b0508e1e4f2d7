"""Secrets that a table must hold and a stolen table must not tell: sealed with a key of the settings.

AES-256-GCM (NIST SP 800-38D) by `cryptography`. What a value is `about`, its purpose and its row, is bound to
it: moved to another row it opens no more, so that the service's own calls show nobody the secret of another.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from chassis.key_files import sealing_keys
from chassis.settings import SealingSettings

VERSION: Final = b"\x01"
"""Begins every sealed value."""
NONCE_BYTES: Final = 12


class Sealing:
    """Seals with the first key, opens with each: a new key is put before those it replaces."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        """`keys` are 256 random bits each (`key_files.sealing_keys`); from each follow those of one use."""
        self._ciphers: Final = [AESGCM(_derived(key, b"seal")) for key in keys]
        self._digest_keys: Final = [_derived(key, b"digest") for key in keys]
        self._former: Final = [Fernet(urlsafe_b64encode(key)) for key in keys]

    @property
    def available(self) -> bool:
        """Whether there is a key. Without one nothing is sealed."""
        return bool(self._ciphers)

    def require(self) -> None:
        """Raise `LookupError` without a key, so that a service does not start."""
        if not self.available:
            raise LookupError("no key to seal secrets with: SEALING_KEY or SEALING_KEY_PATH must name one")

    def seal(self, secret: str, *, about: str) -> bytes:
        """The secret as it is stored. Raises `LookupError` without a key."""
        self.require()
        nonce = secrets.token_bytes(NONCE_BYTES)
        return VERSION + nonce + self._ciphers[0].encrypt(nonce, secret.encode(), about.encode())

    def open(self, sealed: bytes, *, about: str) -> str:
        """The secret again. Raises `LookupError` when no key of the settings sealed it for this purpose."""
        if sealed[:1] != VERSION:
            return self._open_former(sealed)
        nonce, content = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
        for cipher in self._ciphers:
            try:
                return cipher.decrypt(nonce, content, about.encode()).decode()
            except (InvalidTag, ValueError):
                continue
        raise LookupError("sealed with another key")

    def _open_former(self, sealed: bytes) -> str:
        """What identity sealed at first: a Fernet token, which is bound to nothing."""
        try:
            self.require()
            return MultiFernet(self._former).decrypt(sealed).decode()
        except InvalidToken as error:
            raise LookupError("sealed with another key") from error

    def digest(self, text: str) -> bytes:
        """HMAC-SHA-256 of the text. Raises `LookupError` without a key."""
        self.require()
        return hmac.digest(self._digest_keys[0], text.encode(), "sha256")

    def is_digest(self, digest: bytes, text: str) -> bool:
        """Whether `digest` made this of the text, with any of the keys."""
        made = [hmac.digest(key, text.encode(), "sha256") for key in self._digest_keys]
        return any(hmac.compare_digest(digest, each) for each in made)


def sealing_of(settings: SealingSettings) -> Sealing:
    """The keys that the settings name. Raises `OSError`, and `ValueError` for a text that is no key."""
    return Sealing(
        sealing_keys(settings.sealing_key, settings.sealing_key_path, create=settings.sealing_key_create)
    )


def _derived(key: bytes, use: bytes) -> bytes:
    """A key for one use only (RFC 5869)."""
    return HKDF(SHA256(), 32, salt=None, info=b"openhours sealing: " + use).derive(key)
