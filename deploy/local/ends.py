"""Says in one line why a server process ended, from its exit code and the end of its log."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

MEMORY_SHORT: Final = "memory is short: free some, or lower what else runs here"
DISK_FULL: Final = "the disk is full: make room on it"
PORT_TAKEN: Final = "another program has taken its port"
DATA_REMOVED: Final = "its data were removed: put them back from a copy, or begin anew in another folder"
STILL_ENDING: Final = "processes of the server before it are still ending"

# In the order in which they are looked for: shared memory that cannot be had is also "no space left".
_BY_WORDS: Final = (
    (("shared memory segment", "Cannot allocate memory", "out of memory", "eheap_alloc"), MEMORY_SHORT),
    (("No space left on device", "Disk quota exceeded", "enospc"), DISK_FULL),
    (("Address already in use", "eaddrinuse"), PORT_TAKEN),
    (("pre-existing shared memory block",), STILL_ENDING),
)
_SERIOUS: Final = ("FATAL:", "PANIC:", "could not", "error")
_SIGNALS: Final = {1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 6: "SIGABRT", 7: "SIGBUS", 9: "SIGKILL",
                   11: "SIGSEGV", 15: "SIGTERM"}  # fmt: skip
_LONGEST_LINE: Final = 300


@dataclass(frozen=True, slots=True)
class End:
    """How a server ended."""

    words: str
    hopeless: bool = False
    """Whether a new start cannot help."""


def cause_of_end(log_end: str, code: int | None, *, killed_for_memory: bool = False) -> str:
    """Why a server ended. `code` is `subprocess`'s return code, None when it did not end by itself.

    A server that was killed wrote nothing about it: only the kernel knows whether memory was the reason.
    """
    if killed_for_memory:
        return MEMORY_SHORT
    if code is not None and code < 0:
        return f"killed by {_SIGNALS.get(-code, f'signal {-code}')}"
    for words, cause in _BY_WORDS:
        if any(word in log_end for word in words):
            return cause
    serious = [line for line in log_end.splitlines() if any(word in line for word in _SERIOUS)]
    if serious:
        return serious[-1].strip()[:_LONGEST_LINE]
    return "it gave no reason" if code is None else f"it ended with code {code}"


def kills_for_memory() -> int:
    """How many processes the kernel has killed because memory was short; 0 where it does not tell."""
    try:
        lines = Path("/proc/vmstat").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("oom_kill ")), 0)
