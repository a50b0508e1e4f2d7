"""The code of the release before this checkout: taken out of git, with the packages that it was released
with.

Its image was built of `deploy/docker/requirements.txt`. Where this environment has all of those versions, the
old code runs in it: folders in PYTHONPATH come before those of editable installs. Else it gets an environment
of its own, into which uv installs that file. Where that fails (nothing reaches a registry), the old code runs
with the packages of this checkout, and a line says so: what then fails may be due to them.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from chassis.version import VERSION
from ci.releases import ROOT, base_of_upgrade, releases
from local.cluster import THIS_CHECKOUT, Code
from local.databases import SERVICES
from local.layout import PARTS

from drills.running import NotTried

LOCK: Final = Path("deploy/docker/requirements.txt")
OURS: Final = ("gateway", "proto-contracts", "services/chassis", *(f"services/{each}" for each in SERVICES))
"""The folders of a checkout with packages that processes import."""
MIGRATIONS: Final = ":(glob)services/*/migrations/versions/*.py"
_NO_CHANGES: Final = "Would make no changes"
_WHERE: Final = (
    "import importlib.util\n"
    f"for each in {('chassis', 'contracts', *PARTS)!r}:\n"
    "    print(importlib.util.find_spec(each).origin)"
)


def base() -> str:
    """The tag or commit of the former release. Raises NotTried when this checkout has not got it."""
    tags = _git("tag", "--list").split()
    found = base_of_upgrade(releases(), VERSION, tags)
    try:
        _git("cat-file", "-e", f"{found}^{{commit}}")
    except NotTried as error:
        raise NotTried(f"no commit {found[:12]} in this checkout (git fetch --unshallow)") from error
    return found


def committed(revision: str) -> tuple[str, str]:
    """The commit of this name, and its date. Raises NotTried when this checkout has not got it."""
    commit, day = _git("show", "--no-patch", "--format=%H %cs", f"{revision}^{{commit}}").split()
    return commit, day


def changed_migrations(commit: str) -> list[str]:
    """The files of migrations that are new, changed or gone since this commit, by service and name."""
    changed = _git("diff", "--name-only", commit, "--", MIGRATIONS)
    added = _git("ls-files", "--others", "--exclude-standard", "--", MIGRATIONS)
    paths = sorted({*changed.splitlines(), *added.splitlines()})
    return [f"{Path(each).parts[1]} {Path(each).stem}" for each in paths]


def take_out(commit: str, folder: Path) -> Code:
    """The code of this commit, unpacked into a new folder, and an interpreter with its packages."""
    folders = unpack(commit, folder)
    code = Code(_interpreter(folder), folders)
    _check_origin(code, folder)
    _compile(code)
    return code


def unpack(commit: str, folder: Path) -> tuple[Path, ...]:
    """Unpack the code of this commit into a new folder; returns where its packages are. Raises NotTried."""
    folder.mkdir(parents=True)
    archive = folder / "code.tar"
    _git("archive", "--format=tar", f"--output={archive}", commit, *OURS, str(LOCK))
    subprocess.run(["tar", "-xf", archive, "-C", folder], check=True)
    return tuple(folder / each for each in OURS)


def _git(*words: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *words], check=False, capture_output=True, text=True, timeout=60
        )
    except FileNotFoundError as error:
        raise NotTried("git is not installed") from error
    if done.returncode:
        raise NotTried(done.stderr.strip())
    return done.stdout


def _interpreter(folder: Path) -> str:
    """One that has the packages of the lock file in this folder, if that can be."""
    lock = str(folder / LOCK)
    looked = _uv("pip", "install", "--dry-run", "--offline", "--python", sys.executable, "-r", lock)
    if looked.returncode == 0 and _NO_CHANGES in looked.stderr:
        return THIS_CHECKOUT.python
    made = folder / "environment"
    python = str(made / "bin" / "python")
    for words in (
        ("venv", "--quiet", "--python", sys.executable, str(made)),
        ("pip", "install", "--quiet", "--require-hashes", "--python", python, "-r", lock),
    ):
        done = _uv(*words)
        if done.returncode:
            why = done.stderr.strip().splitlines()[-1:]
            print(f"  its packages cannot be installed, those of this checkout serve: {why}", flush=True)
            return THIS_CHECKOUT.python
    return python


def _uv(*words: str) -> subprocess.CompletedProcess[str]:
    order: Sequence[str] = (sys.executable, "-m", "uv", *words)
    return subprocess.run(order, check=False, capture_output=True, text=True)


def _check_origin(code: Code, folder: Path) -> None:
    """Raises RuntimeError unless every package of ours is found in this folder."""
    environment = {**os.environ, **code.variables}
    words = [code.python, "-c", _WHERE]
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=folder, env=environment)
    elsewhere = [line for line in done.stdout.splitlines() if not Path(line).is_relative_to(folder)]
    if done.returncode or elsewhere:
        raise RuntimeError(f"The old code is not found in {folder}: {elsewhere or done.stderr[-2000:]}")


def _compile(code: Code) -> None:
    """Else each process would do so at its start, where Python writes no bytecode then."""
    words = [code.python, "-m", "compileall", "-qq", "-j", "0", "-x", "/tests/", *map(str, code.folders)]
    subprocess.run(words, check=False, capture_output=True)
