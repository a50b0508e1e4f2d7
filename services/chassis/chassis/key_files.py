"""Keys of the settings: given as text, or in a file that the first start may create."""

import os
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Final

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import SecretStr

CURVE: Final = ec.SECP256R1


def new_private_pem() -> str:
    """A fresh private key as PEM."""
    return (
        ec.generate_private_key(CURVE())
        .private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        .decode()
    )


def private_pem(given: SecretStr | None, path: Path | None, *, create: bool) -> str:
    """The key as PEM: the one given, else that of the file; '' when neither is named.

    With `create`, a file that does not exist is made, readable by its owner only. Raises `OSError`.
    """
    if path and create and given is None and not path.exists():
        _write_once(path, new_private_pem())
    return pem_text(given, path)


def sealing_keys(given: SecretStr | None, path: Path | None, *, create: bool) -> list[bytes]:
    """The keys that seal secrets at rest (`sealing.Sealing`), 32 bytes each; none when none is named.

    One key a line, as base64url: the first seals, all open, so a new one is put before those it replaces.
    With `create`, a file that does not exist is made, readable by its owner only. Raises `OSError`, and
    `ValueError` for a text that is no key.
    """
    if path and create and given is None and not path.exists():
        _write_once(path, Fernet.generate_key().decode())
    keys = pem_text(given, path).split()
    for key in keys:
        Fernet(key)  # raises ValueError unless it is 32 bytes
    return [urlsafe_b64decode(key) for key in keys]


def pem_text(given: SecretStr | None, path: Path | None) -> str:
    """Blocks or keys given as text, where `\\n` may stand for a line's end, else those of the file; or ''."""
    if given is not None:
        return given.get_secret_value().replace("\\n", "\n")
    return path.read_text() if path else ""


def _write_once(path: Path, pem: str) -> None:
    """Write the key, unless another process has written it first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(pem)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
