"""Encrypts the files of a backup for recipients, in the format of age (https://age-encryption.org/v1).

Who takes backups needs only the recipients' public keys (`age1…`); who restores needs one of the private keys
(`AGE-SECRET-KEY-1…`) in a file. The tools `age` and `rage` open the files too.
"""

import io
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Protocol, cast

import pyrage

from openhours.backups.problems import BackupProblem

SUFFIX: Final = ".age"


class Reader(Protocol):
    """What bytes are read from: a file, a pipe, the chunks of an object."""

    def read(self, size: int = -1, /) -> bytes | None:
        """At most so many bytes; none at the end."""
        ...


class Writer(Protocol):
    """What bytes are written into."""

    def write(self, content: bytes, /) -> int | None:
        """Take all of them."""
        ...


@dataclass(frozen=True)
class Keys:
    """Whom new files are encrypted for, and what opens encrypted ones; either may be empty."""

    recipients: Sequence[pyrage.x25519.Recipient] = ()
    identities: Sequence[pyrage.x25519.Identity] = ()

    def encrypt(self, plain: Reader, stored: Writer) -> None:
        """Copy `plain`, encrypted if there are recipients."""
        if self.recipients:
            pyrage.encrypt_io(_buffered(plain), _buffered(stored), self.recipients)
        else:
            shutil.copyfileobj(cast(IO[bytes], plain), cast(IO[bytes], stored))

    def decrypt(self, stored: Reader, plain: Writer, name: str) -> None:
        """Copy `stored`, decrypted if its name says that it is encrypted. Raises BackupProblem."""
        if not name.endswith(SUFFIX):
            shutil.copyfileobj(cast(IO[bytes], stored), cast(IO[bytes], plain))
            return
        if not self.identities:
            raise BackupProblem("the backup is encrypted: name the file with a private key, --identity FILE")
        try:
            pyrage.decrypt_io(_buffered(stored), _buffered(plain), self.identities)
        except pyrage.DecryptError as error:
            raise BackupProblem("no key in the identity file opens this backup: it is another key") from error
        except BrokenPipeError:
            raise
        except OSError as error:
            raise BackupProblem(f"{name} is damaged: {error}") from error

    @property
    def suffix(self) -> str:
        """What the names of new encrypted files end in; '' without recipients."""
        return SUFFIX if self.recipients else ""


def _buffered(stream: Reader | Writer) -> io.BufferedIOBase:
    """The same stream: only `read` or `write` of it are called."""
    return cast(io.BufferedIOBase, stream)


def read_recipients(words: Sequence[str]) -> list[pyrage.x25519.Recipient]:
    """The recipients named by these public keys, or by the lines of the files named. Raises BackupProblem."""
    found: list[pyrage.x25519.Recipient] = []
    for word in words:
        for line in [word] if word.startswith("age1") else _lines(Path(word)):
            try:
                found.append(pyrage.x25519.Recipient.from_str(line))
            except pyrage.RecipientError as error:
                raise BackupProblem(f"this is no public key of age: {line[:12]}…") from error
    return found


def read_identities(files: Sequence[Path]) -> list[pyrage.x25519.Identity]:
    """The private keys in these files, as `age-keygen` writes them. Raises BackupProblem."""
    found: list[pyrage.x25519.Identity] = []
    for file in files:
        for line in _lines(file):
            try:
                found.append(pyrage.x25519.Identity.from_str(line))
            except pyrage.IdentityError as error:
                raise BackupProblem(f"{file} holds a line that is no private key of age") from error
    return found


def make_identity(file: Path) -> str:
    """Write a new private key into `file`, which only its owner may read; returns its public key.

    Raises BackupProblem when the file is there: the key in it may be the only one that opens a backup.
    """
    identity = pyrage.x25519.Identity.generate()
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BackupProblem(f"{file}: {error.strerror}") from error
    with os.fdopen(descriptor, "w") as written:
        written.write(f"# public key: {identity.to_public()}\n{identity}\n")
    return str(identity.to_public())


def _lines(file: Path) -> list[str]:
    try:
        lines = [line.strip() for line in file.read_text().splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise BackupProblem(f"{file} cannot be read: {type(error).__name__}") from error
    return [line for line in lines if line and not line.startswith("#")]
