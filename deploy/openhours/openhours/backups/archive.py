"""A place with backups: a folder, or a bucket (any URL that obstore knows, such as s3://bucket/backups).

    backups/<id>/manifest.json          written last: without it there is no backup
    backups/<id>/<service>.dump         pg_dump's custom format
    backups/<id>/media-<services>.jsonl which pictures there were
    objects/<xx>/<key>-<digest>         pictures of all backups: one never changes under its name
    erasures/<day>.jsonl                accounts and guests that were erased (`openhours.backups.erasures`)

Encrypted files end in `.age`. The manifest and the lists of pictures are never encrypted: they hold no
personal data, and by them anybody can check that the files are whole, and remove old ones.
"""

import hashlib
import io
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

import obstore.exceptions
from obstore.store import LocalStore, ObjectStore, from_url

from openhours.backups.encryption import SUFFIX, Keys, Reader, Writer
from openhours.backups.problems import BackupProblem

MANIFEST: Final = "manifest.json"
_CHUNK: Final = 1 << 20
_STORE_ERRORS: Final = (OSError, obstore.exceptions.BaseError)


@dataclass(frozen=True, slots=True)
class Stored:
    """One file as it lies in the archive."""

    name: str
    size: int
    sha256: str
    """Of the stored bytes, encrypted ones if they are, in hexadecimal figures."""


@dataclass(frozen=True)
class Archive:
    """Reads and writes the files of backups."""

    store: ObjectStore
    keys: Keys = field(default_factory=Keys)

    def put(self, plain: Reader, name_of: str | Callable[[str], str], *, private: bool = True) -> Stored:
        """Store what `plain` holds, encrypted if it is `private` and there are recipients.

        `name_of` is the name, or makes it of the digest. Raises BackupProblem.
        """
        with tempfile.TemporaryFile() as draft:
            hashing = _Hashing(draft)
            (self.keys if private else Keys()).encrypt(plain, hashing)
            name = name_of if isinstance(name_of, str) else name_of(hashing.hexdigest)
            name += self.keys.suffix if private else ""
            stored = Stored(name, hashing.size, hashing.hexdigest)
            draft.seek(0)
            try:
                self.store.put(name, draft)
            except _STORE_ERRORS as error:
                raise BackupProblem(f"{name} cannot be written: {error}") from error
        return stored

    @contextmanager
    def fetched(self, stored: Stored) -> Generator[IO[bytes]]:
        """A file of the archive, checked, and encrypted if it is. Raises BackupProblem if it is damaged."""
        with tempfile.TemporaryFile() as draft:
            hashing = _Hashing(draft)
            for chunk in self.chunks(stored.name):
                hashing.write(chunk)
            if (hashing.size, hashing.hexdigest) != (stored.size, stored.sha256):
                raise BackupProblem(
                    f"{stored.name} is damaged: it has {hashing.size} bytes and digest"
                    f" {hashing.hexdigest[:12]}…, and was written with {stored.size} and"
                    f" {stored.sha256[:12]}…"
                )
            draft.seek(0)
            yield draft

    def copy_plain(self, stored: Stored, plain: Writer) -> None:
        """Write a file of the archive, checked and decrypted, into `plain`. Raises BackupProblem."""
        with self.fetched(stored) as file:
            self.keys.decrypt(file, plain, stored.name)

    def read_plain(self, stored: Stored) -> bytes:
        """The same for a small file."""
        content = io.BytesIO()
        self.copy_plain(stored, content)
        return content.getvalue()

    def chunks(self, name: str) -> Iterator[bytes]:
        """The bytes of one file as they are stored. Raises BackupProblem."""
        try:
            for chunk in self.store.get(name).stream(min_chunk_size=_CHUNK):
                yield bytes(chunk)
        except FileNotFoundError as error:
            raise BackupProblem(f"{name} is missing in the backup") from error
        except _STORE_ERRORS as error:
            raise BackupProblem(f"{name} cannot be read: {error}") from error

    def read(self, name: str) -> bytes:
        """One small file as it is stored. Raises BackupProblem."""
        return b"".join(self.chunks(name))

    def names(self, prefix: str) -> dict[str, int]:
        """The size of each file below `prefix`, by name. Raises BackupProblem."""
        try:
            return {each["path"]: each["size"] for batch in self.store.list(prefix) for each in batch}
        except FileNotFoundError:
            return {}
        except _STORE_ERRORS as error:
            raise BackupProblem(f"the place of the backups cannot be read: {error}") from error

    def remove(self, names: Iterable[str]) -> None:
        """Remove these files. Raises BackupProblem."""
        try:
            for name in names:
                self.store.delete(name)
        except _STORE_ERRORS as error:
            raise BackupProblem(f"an old file cannot be removed: {error}") from error

    def backup_ids(self) -> list[str]:
        """The ids of whole backups, oldest first: they begin with the time at which they were taken."""
        parts = [name.split("/") for name in self.names("backups")]
        return sorted(part[1] for part in parts if len(part) == 3 and part[2] == MANIFEST)


def open_archive(place: str, keys: Keys, *, create: bool = False) -> Archive:
    """The archive at a folder or URL; with `create`, a missing folder is made. Raises BackupProblem."""
    try:
        if "://" in place and not place.startswith("file://"):
            return Archive(from_url(place), keys)
        folder = Path(place.removeprefix("file://"))
        if create and not folder.exists():
            folder.mkdir(parents=True, mode=0o700)
        elif not folder.is_dir():
            raise BackupProblem(f"{folder} is no folder")
        return Archive(LocalStore(folder), keys)
    except (*_STORE_ERRORS, ValueError) as error:
        raise BackupProblem(f"the place of the backups cannot be opened: {error}") from error


class _Hashing(io.RawIOBase):
    """Writes to a file, and computes the digest and size of what it writes."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self._file = file
        self._digest = hashlib.sha256()
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, content: Any, /) -> int:
        self._digest.update(content)
        self.size += len(content)
        return self._file.write(content)

    @property
    def hexdigest(self) -> str:
        return self._digest.hexdigest()


class ChunkReader(io.RawIOBase):
    """Reads what an iterator yields."""

    def __init__(self, chunks: Iterable[Any]) -> None:
        super().__init__()
        self._chunks = iter(chunks)
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Fill the buffer as far as one chunk goes; 0 at the end."""
        while not self._rest:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self._rest = memoryview(chunk)
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


def is_encrypted(name: str) -> bool:
    """Whether a file of an archive is encrypted."""
    return name.endswith(SUFFIX)
