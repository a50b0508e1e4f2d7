"""Runs a command, and stops every process it started when this process is told to stop.

A keeper process starts the command and adopts the processes that lose their parent, in other sessions as
well (Linux; elsewhere it knows the command's process group alone). It stops them all when the command ends,
and when its standard input closes: on a signal, or because this process died.

python -m ci.process_groups PATIENCE COMMAND...   is the keeper.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import IO, Final, Self

PATIENCE: Final = 10.0
"""Seconds after SIGINT until SIGTERM, and after SIGTERM until SIGKILL."""
LOOK_SECONDS: Final = 0.05
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
NOT_FOUND = 127
PR_SET_CHILD_SUBREAPER = 36
PROC = Path("/proc")


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code, 128 + n after signal n, and what it wrote to its output file."""

    code: int
    output: str = ""


class Stopped(Exception):
    """This process was told to stop, and what its commands started has ended."""

    def __init__(self, order: int) -> None:
        super().__init__(f"stopped by {signal.Signals(order).name}")
        self.code = 128 + order


class Commands:
    """The commands that run now. Threads may run commands side by side."""

    def __init__(self) -> None:
        self._keepers: set[subprocess.Popen[bytes]] = set()
        self._order = 0

    @classmethod
    @contextmanager
    def stopped_by_signals(cls) -> Generator[Self]:
        """Commands that SIGINT, SIGTERM and SIGHUP stop while the block lasts. For the main thread."""
        commands = cls()
        before = {each: signal.signal(each, commands.stop) for each in STOPPING}
        try:
            yield commands
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def stop(self, order: int = signal.SIGTERM, _: FrameType | None = None) -> None:
        """Tell all commands to stop; each `run` raises Stopped when its processes have ended."""
        self._order = self._order or order
        for keeper in tuple(self._keepers):
            _close(keeper.stdin)

    def run(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str] | None = None,
        output: Path | None = None,
        patience: float = PATIENCE,
    ) -> Ended:
        """Run a command without input; with `output`, both of its streams go to that file. Raises Stopped."""
        if self._order:
            raise Stopped(self._order)
        with contextlib.ExitStack() as files:
            written = files.enter_context(output.open("wb")) if output else None
            keeper = subprocess.Popen(
                [sys.executable, "-P", "-m", "ci.process_groups", str(patience), *command],
                cwd=cwd,
                env=env,
                stdin=subprocess.PIPE,
                stdout=written,
                stderr=subprocess.STDOUT if written else None,
                start_new_session=True,
            )
        self._keepers.add(keeper)
        if self._order:  # told between the first look and now
            _close(keeper.stdin)
        try:
            code = keeper.wait()
        finally:
            _close(keeper.stdin)
            self._keepers.discard(keeper)
        if self._order:
            raise Stopped(self._order)
        return Ended(code, output.read_text(errors="replace") if output else "")


def _close(pipe: IO[bytes] | None) -> None:
    """Close the pipe to a keeper, which may have gone."""
    with contextlib.suppress(OSError):
        if pipe:
            pipe.close()


class Keeper:
    """Runs one command, and ends all of its processes when the command ended or standard input closes."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._told = False

    def keep(self, command: Sequence[str]) -> int:
        """Run the command; returns its exit code, 128 + SIGTERM when it was stopped."""
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        for each in STOPPING:
            signal.signal(each, self._tell)
        try:
            group = subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0).pid
        except OSError as error:
            print(error, file=sys.stderr)
            return NOT_FOUND
        code = self._wait(group)
        if code is None:
            os.kill(-group, signal.SIGINT)  # its fixtures stop their servers, as after Ctrl-C
            self._ended(group, lambda each: each == group)
        for order in (signal.SIGTERM, signal.SIGKILL, signal.SIGKILL):
            _signal_all(group, order)
            if self._ended(group, lambda _: True):
                break
        return 128 + signal.SIGTERM if code is None else code

    def _tell(self, *_: object) -> None:
        self._told = True

    def _wait(self, command: int) -> int | None:
        """Wait for the end of this process; returns its exit code, None when the keeper was told to stop."""
        while not self._told:
            for pid, status in _reaped():
                if pid == command:
                    code = os.waitstatus_to_exitcode(status)
                    return code if code >= 0 else 128 - code
            self._told |= bool(select.select([sys.stdin], [], [], LOOK_SECONDS)[0])
        return None

    def _ended(self, group: int, counts: Callable[[int], bool]) -> bool:
        """Wait until no process runs whose group counts; False when that takes longer than the patience."""
        deadline = time.monotonic() + self._patience
        while any(map(counts, _running(group).values())):
            if time.monotonic() > deadline:
                return False
            time.sleep(LOOK_SECONDS)
        return True


def _reaped() -> Generator[tuple[int, int]]:
    """The children that have ended, with their wait status."""
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            yield ended


def _signal_all(group: int, order: signal.Signals) -> None:
    for pid in _running(group):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, order)


def _running(group: int) -> dict[int, int]:
    """The descendants of this process that have not ended, with their process groups.

    Where there is no /proc: the command's group as a whole, under its negative id.
    """
    list(_reaped())
    if not PROC.is_dir():
        with contextlib.suppress(ProcessLookupError):
            os.kill(-group, 0)
            return {-group: group}
        return {}
    children: dict[int, list[tuple[int, int]]] = {}
    for pid, parent, its_group in _processes():
        children.setdefault(parent, []).append((pid, its_group))
    found: dict[int, int] = {}
    parents = [os.getpid()]
    while parents:
        below = children.pop(parents.pop(), [])
        found.update(below)
        parents += [pid for pid, _ in below]
    return found


def _processes() -> Generator[tuple[int, int, int]]:
    """Every process but zombies: its id, its parent's id, its group (/proc/<pid>/stat, proc(5))."""
    for folder in PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent, group, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
            if state != "Z":
                yield int(folder.name), int(parent), int(group)


if __name__ == "__main__":
    sys.exit(Keeper(float(sys.argv[1])).keep(sys.argv[2:]))
