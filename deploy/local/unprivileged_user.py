"""Chooses the user for a server that refuses to run as root, and folders that this user can reach."""

import hashlib
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

FALLBACK_FOLDER = Path("/var/lib/openhours")
"""Holds what the unprivileged user cannot reach in the checkout."""


class SubprocessUser(TypedDict, total=False):
    """The arguments of `subprocess` that choose the user of a child; empty for the current user."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class UnprivilegedUser:
    """The user that runs PostgreSQL when this process is root."""

    uid: int
    gid: int

    @property
    def identity(self) -> SubprocessUser:
        """The arguments of `subprocess` for this user."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def is_root() -> bool:
    """Whether this process is root (never on Windows)."""
    return os.name == "posix" and os.geteuid() == 0


def unprivileged_user() -> UnprivilegedUser | None:
    """The user `postgres`, else `nobody`; None when this process is not root."""
    if not is_root():
        return None
    import pwd  # noqa: PLC0415  exists on POSIX only

    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return UnprivilegedUser(found.pw_uid, found.pw_gid)
    return UnprivilegedUser(65534, 65534)


def subprocess_user(user: UnprivilegedUser | None) -> SubprocessUser:
    """The arguments of `subprocess` for this user, or for the current one."""
    return user.identity if user else {}


def can_enter(folder: Path, user: UnprivilegedUser | None) -> bool:
    """Whether this user can read and enter a folder."""
    if user is None:
        return os.access(folder, os.R_OK | os.X_OK)
    question = ["test", "-r", str(folder), "-a", "-x", str(folder)]
    return subprocess.run(question, cwd="/", check=False, **user.identity).returncode == 0


def reachable_folder(folder: Path, user: UnprivilegedUser | None) -> Path:
    """`folder` if this user can enter it, else a folder under /var/lib/openhours.

    A digest of the requested path is part of its name, so that the same checkout finds the same folder again.
    """
    folder = folder.absolute()
    parent = folder.parent
    while not parent.exists():
        parent = parent.parent
    if can_enter(parent, user):
        return folder
    digest = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    return FALLBACK_FOLDER / f"{folder.name}-{digest}"


def make_private_folder(folder: Path, user: UnprivilegedUser | None) -> None:
    """Create a folder that only this user may enter."""
    folder.mkdir(parents=True, exist_ok=True)
    if user:
        os.chown(folder, user.uid, user.gid)
    folder.chmod(0o700)
