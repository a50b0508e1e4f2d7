"""Seals stored answers with what the client alone has, because some hold a token (api.md 1).

The key of the cipher follows from the Idempotency-Key, the request's query (a guest's link has its token
there) and its body. Of these, the table has only digests that lead back to none, so that whoever reads it can
open no answer. A fingerprint that did not depend on the Idempotency-Key would tell quickly whether a guessed
password was in the body.
"""

import hashlib
import hmac
import secrets
from typing import Final

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES: Final = 12


class AnswerSeal:
    """What is stored of one request, and the cipher of its answer."""

    def __init__(self, idempotency_key: str, query: bytes) -> None:
        key = idempotency_key.encode()
        self._key: Final = hmac.digest(key, query, "sha256") if query else key
        self._body: Final = hashlib.sha256()

    @property
    def key_digest(self) -> str:
        """Stands for the Idempotency-Key and the query, in hexadecimal figures."""
        return self._derived(b"key").hex()

    @property
    def fingerprint(self) -> bytes:
        """The same for the same body, with this key only."""
        return self._derived(b"fingerprint", self._body.digest())

    def add(self, part: bytes) -> None:
        """Take the next part of the request's body into account."""
        self._body.update(part)

    def close(self, answer: bytes) -> bytes:
        """The answer, sealed with AES-256-GCM. Only the same request opens it."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher().encrypt(nonce, answer, None)

    def open(self, sealed: bytes) -> bytes:
        """The answer that `close` sealed. Raises `cryptography.exceptions.InvalidTag` for anything else."""
        return self._cipher().decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], None)

    def _cipher(self) -> AESGCM:
        return AESGCM(self._derived(b"answer", self._body.digest()))

    def _derived(self, purpose: bytes, content: bytes = b"") -> bytes:
        return hmac.digest(self._key, purpose + b":" + content, "sha256")
