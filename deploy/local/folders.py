"""Folders that one process owns: locked while it runs, removed by the next run if it was killed."""

import fcntl
import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from local.postgres import Postgres


class FolderTaken(RuntimeError):
    """Another process holds the folder."""


def lock_folder(folder: Path) -> IO[str]:
    """Lock a folder until the returned file is closed. Raises FolderTaken."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / "lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        owner = lock.read().strip()
        lock.close()
        raise FolderTaken(f"{folder} is in use by process {owner or 'unknown'}.") from error
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


@contextmanager
def temporary_folder(purpose: str) -> Generator[Path]:
    """A temporary folder for servers. Folders that killed runs left behind are removed first."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    parent = Path(tempfile.gettempdir()) / f"openhours-{purpose}-{user}"
    parent.mkdir(exist_ok=True)
    with (parent / ".sweeping").open("w") as turn:  # another run must not remove a folder before it is locked
        fcntl.flock(turn, fcntl.LOCK_EX)
        for leftover in parent.iterdir():
            _remove_leftover(leftover)
        own = parent / secrets.token_hex(4)
        lock = lock_folder(own)
    try:
        yield own
    finally:
        lock.close()
        shutil.rmtree(own, ignore_errors=True)


def _remove_leftover(folder: Path) -> None:
    if not folder.is_dir():
        return
    with suppress(FolderTaken, OSError):
        lock = lock_folder(folder)
        _end_processes_in(folder)
        Postgres(folder / "postgres", durable=False).destroy()
        shutil.rmtree(folder, ignore_errors=True)
        lock.close()


def _end_processes_in(folder: Path) -> None:
    """Kill the processes of a killed run: those whose working directory is in its folder."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cwd").readlink().is_relative_to(folder):
                os.kill(int(process.name), signal.SIGKILL)
