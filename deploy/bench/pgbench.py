"""Finds and runs pgbench: the transactions a second that a server takes from concurrent clients."""

import glob
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from local.unprivileged_user import is_root

MISSING: Final = (
    "NO PGBENCH: set PGBENCH_PATH, or install postgresql-contrib. Orders were NOT measured beside it."
)
_RATE: Final = re.compile(r"^tps = ([\d.]+) \(without initial", re.MULTILINE)
_FAILED: Final = re.compile(r"^number of failed transactions: ([1-9]\d*)", re.MULTILINE)


class PgbenchFailed(RuntimeError):
    """pgbench failed; the message holds its output."""


def find_pgbench() -> Path | None:
    """The first of: PGBENCH_PATH, PATH, Debian's folder, Debian's package (when root); None without any."""
    named = os.environ.get("PGBENCH_PATH")
    if named:
        return Path(named)
    return _installed() or (_from_debian() if is_root() and shutil.which("apt-get") else None)


def _installed() -> Path | None:
    found = [
        path for path in (shutil.which("pgbench"), *glob.glob("/usr/lib/postgresql/*/bin/pgbench")) if path
    ]
    for path in reversed(found):
        if subprocess.run([path, "--version"], check=False, capture_output=True).returncode == 0:
            return Path(path)
    return None


def _from_debian() -> Path | None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for order in (["update", "-q"], ["install", "-qy", "--no-install-recommends", "postgresql-contrib"]):
        subprocess.run(["apt-get", *order], env=environment, check=False, capture_output=True)
    return _installed()


def transactions_a_second(
    program: Path, url: str, script: Path, *, clients: int, seconds: int, values: Mapping[str, str | int]
) -> float:
    """Run the script with prepared statements; `values` are its variables. Raises PgbenchFailed."""
    parts = urlsplit(url)
    order = [
        str(program), "--no-vacuum", "--protocol", "prepared", "--client", str(clients), "--jobs", "2",
        "--time", str(seconds), "--file", str(script), "--host", parts.hostname or "",
        "--port", str(parts.port or 5432), "--username", parts.username or "",
        *(f"--define={name}={value}" for name, value in values.items()), parts.path.lstrip("/"),
    ]  # fmt: skip
    environment = {**os.environ, "PGPASSWORD": parts.password or ""}
    done = subprocess.run(order, env=environment, check=False, capture_output=True, text=True)
    rate = _RATE.search(done.stdout)
    if done.returncode or rate is None or _FAILED.search(done.stdout):
        raise PgbenchFailed(f"{done.stdout}{done.stderr}"[-2000:])
    return float(rate[1])
