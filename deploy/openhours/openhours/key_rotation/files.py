"""The files of keys: read, and replaced as a whole, readable by their owner alone."""

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DAY: Final = 86_400


class NotNow(Exception):
    """The step cannot be done yet, or not at all; nothing was changed. The message says why."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What `keys show` says of a kind of key. No part of a key, save the public id of one that signs."""

    kind: str
    where: str
    keys: int
    days: int | None
    """Days since the file was written; None for keys that are not in a file."""
    said: str = ""


def days_of(path: Path | None) -> int | None:
    """Days since the file was written."""
    return int((time.time() - path.stat().st_mtime) / DAY) if path is not None and path.exists() else None


def replace_file(path: Path, text: str) -> None:
    """Write the file as a whole: who reads it finds the former or the new text. It keeps its owner.

    Raises OSError, for example where a secret is mounted read-only.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
            if path.exists() and os.getuid() == 0:
                os.chown(draft, path.stat().st_uid, path.stat().st_gid)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
