"""How a drill runs: in a folder of its own, where its programs are, up to the line that says whether it held.

A drill is a function of a folder and the words of its command. It returns what did not hold, or raises
NotTried where it cannot run.
"""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from client.api_client import UnexpectedRefusal
from local.folders import temporary_folder
from local.supervision import ServerFailed
from local.unprivileged_user import is_root


class NotTried(RuntimeError):
    """A drill cannot run here; the message says why."""


@dataclass(frozen=True)
class Drill:
    """One drill."""

    what: str
    """What happens in it."""
    run: Callable[[Path, Sequence[str]], Awaitable[list[str]]]
    held: str
    """What held when nothing is broken."""


def run_drill(name: str, drill: Drill, words: Sequence[str] = ()) -> int:
    """Run a drill; returns 1 if something did not hold."""
    print(drill.what, flush=True)
    with temporary_folder(name) as folder:
        try:
            faults = asyncio.run(_faults(drill, folder, words))
        except NotTried as reason:
            print(f"Skipped: {str(reason).rstrip('.')}.")
            return 0
    return verdict(faults, drill.held)


async def _faults(drill: Drill, folder: Path, words: Sequence[str]) -> list[str]:
    try:
        return await drill.run(folder, words)
    except (ServerFailed, UnexpectedRefusal) as problem:
        return [str(problem)]


def verdict(faults: Sequence[str], held: str) -> int:
    """Print what did not hold, and the last line of a drill; returns the code with which it ends."""
    for fault in faults:
        print(f"  {fault}")
    print(f"Broken: {len(faults)} times something did not hold." if faults else f"Held: {held}")
    return 1 if faults else 0


def find_program(program: str) -> str | None:
    """A program of Debian's package of the same name, which is installed where that is possible."""
    if shutil.which(program) is None:
        install(program)
    return shutil.which(program) or shutil.which(program, path="/usr/sbin")


def install(package: str) -> None:
    """Install a package of Debian, if this process may."""
    if is_root() and shutil.which("apt-get"):
        order = ["apt-get", "install", "-y", "--no-install-recommends", package]
        subprocess.run(order, check=False, capture_output=True)


@contextmanager
def named(**variables: str) -> Generator[None]:
    """Set these variables of the environment while the block lasts: a set that is told of stores starts none
    of its own."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@asynccontextmanager
async def meanwhile(act: Callable[[asyncio.Event], Coroutine[None, None, object]]) -> AsyncGenerator[None]:
    """Let this go on while the context is open; it ends by itself once the event that it is given is set."""
    over = asyncio.Event()
    going = asyncio.create_task(act(over))
    try:
        yield
    finally:
        over.set()
        await going
