"""Holds a process to a share of a core, as `cpu.max` of a cgroup does, without the rights for that.

    with held_back(cluster.process_id("feed"), share=0.05): ...

A thread looks every few milliseconds how long the process has computed; what has computed too long is stopped
(SIGSTOP) until its share allows it to go on (SIGCONT).
"""

import os
import signal
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

from bench.processor_time import cpu_seconds

LOOK_SECONDS: Final = 0.005
SAVED_SECONDS: Final = 0.02
"""Of the share that it does not use it keeps so much for a burst."""


@contextmanager
def held_back(pid: int, share: float) -> Generator[None]:
    """Hold the process to this share of one core while the context is open; it may end meanwhile."""
    over = threading.Event()
    thread = threading.Thread(target=_hold, args=(pid, share, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _hold(pid: int, share: float, over: threading.Event) -> None:
    may, stopped = SAVED_SECONDS, False
    with suppress(OSError):  # it has ended
        looked, used = time.monotonic(), cpu_seconds(pid)
        while not over.wait(LOOK_SECONDS):
            now, now_used = time.monotonic(), cpu_seconds(pid)
            may = min(SAVED_SECONDS, may + share * (now - looked)) - (now_used - used)
            looked, used = now, now_used
            if stopped != (may < 0):
                stopped = may < 0
                os.kill(pid, signal.SIGSTOP if stopped else signal.SIGCONT)
    with suppress(OSError):
        os.kill(pid, signal.SIGCONT)
