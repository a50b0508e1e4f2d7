"""The processor time of processes with all that they started, as /proc tells it (proc(5))."""

import os
from collections.abc import Mapping
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
    seconds: float
    """Its own and that of its ended children, in user and system mode."""


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
            spent[name] += process.seconds
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
                text = (folder / "stat").read_text()
            except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
                continue
            found[int(folder.name)] = _read(text)
    return found


def _read(stat: str) -> _Process:
    head, _, tail = stat.rpartition(")")
    fields = tail.split()
    own_and_children = sum(int(ticks) for ticks in fields[11:15])
    return _Process(int(fields[1]), head.partition("(")[2], own_and_children / TICKS)
