"""The processor time of processes, alone and with all that they started (proc(5))."""

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")


class NotOurs(RuntimeError):
    """A server is no child of this process, whose time cannot be told then."""


@dataclass(frozen=True)
class _Process:
    parent: int
    program: str
    ended: float
    """Seconds in user and system mode of its children that ended, which the kernel counts in ticks here."""


def cpu_seconds(pid: int) -> float:
    """The processor time that all threads of a process have used (clock_getcpuclockid(3), in nanoseconds)."""
    return time.clock_gettime((~pid << 3) | 2)


def children_of(pid: int) -> list[int]:
    """The ids of the processes that this one's first thread has started."""
    return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def processor_seconds(roots: Mapping[str, int]) -> dict[str, float]:
    """For each name the seconds that its process and all below it have used, those that ended included.

    A process that ends between two readings moves its time to its parent. `roots` are process ids.
    """
    processes = _processes()
    spent = dict.fromkeys(roots, 0.0)
    names = {pid: name for name, pid in roots.items()}
    for pid, process in processes.items():
        name = _owner(pid, processes, names)
        if name is not None:
            with suppress(OSError):  # it has just ended; its parent counts it from now on
                spent[name] += cpu_seconds(pid) + process.ended
    return spent


def busy_seconds() -> float:
    """What all processes of the machine together have used since it started."""
    user, nice, system = Path("/proc/stat").read_text().split(maxsplit=4)[1:4]
    return (int(user) + int(nice) + int(system)) / TICKS


def child_running(program: str) -> int:
    """The id of the child of this process that runs this program. Raises NotOurs."""
    for pid, process in _processes().items():
        if process.parent == os.getpid() and process.program == program:
            return pid
    raise NotOurs(f"{program} was not started by this run: unset DATABASE_URL and RABBITMQ_URL")


def _owner(pid: int, processes: Mapping[int, _Process], names: Mapping[int, str]) -> str | None:
    """The name of the process itself or of the nearest above it that has one."""
    while pid in processes:
        if pid in names:
            return names[pid]
        pid = processes[pid].parent
    return None


def _processes() -> dict[int, _Process]:
    found: dict[int, _Process] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                found[int(folder.name)] = _process(int(folder.name))
            except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
                continue
    return found


def _process(pid: int) -> _Process:
    head, _, tail = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
    fields = tail.split()
    ended_user, ended_system = map(int, fields[13:15])
    return _Process(
        parent=int(fields[1]),
        program=head.partition("(")[2],
        ended=(ended_user + ended_system) / TICKS,
    )
