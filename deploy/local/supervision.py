"""Keeps a server process alive: starts it again when it ends, and gives up in clear words.

A server that is away makes every answer a 503. Nobody sees why, and only a new start helps; so the server is
started again, and the process that needs it ends when that does not help.
"""

import asyncio
import time
from typing import Final, Protocol

from local.ends import End

LOOK_SECONDS: Final = 0.2
PAUSES: Final = (0.5, 2.0, 8.0)
"""Seconds before each try: a cause that passes, such as a short lack of memory, gets time to pass."""
STEADY_SECONDS: Final = 60.0
"""After this long without an end, a server that was started again has all its tries again."""


class ServerFailed(RuntimeError):
    """A server cannot be started; the message says why in one line."""


class ServerGone(RuntimeError):
    """A server ended, and every try to start it again failed, or none can help."""


class Server(Protocol):
    """A server process that is a child of this one."""

    name: str

    def ended(self) -> End | None:
        """How it ended; None while it runs, and after it was stopped on purpose."""
        ...

    def start_again(self) -> None:
        """Start it with the data and at the address it had. Raises ServerFailed."""
        ...


async def keep_alive(server: Server) -> None:
    """Look after this server until cancelled. Each new start is told in one line. Raises ServerGone."""
    tries, started = 0, time.monotonic()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        end = server.ended()
        if end is None:
            continue
        if time.monotonic() - started > STEADY_SECONDS:
            tries = 0
        tries = await _revive(server, end, tries)
        started = time.monotonic()


async def _revive(server: Server, end: End, tries: int) -> int:
    """Start the server again; returns how many tries were used. Raises ServerGone."""
    began, cause, last = time.monotonic(), end.words, end.words
    if end.hopeless:
        raise ServerGone(f"{server.name} has ended and is not started again: {cause}.")
    while tries < len(PAUSES):
        await asyncio.sleep(PAUSES[tries])
        tries += 1
        try:
            await asyncio.to_thread(server.start_again)
        except ServerFailed as problem:
            last = str(problem)
            continue
        seconds = time.monotonic() - began
        print(f"{server.name} has ended ({cause}) and runs again after {seconds:.1f} s "
              f"(try {tries} of {len(PAUSES)}).", flush=True)  # fmt: skip
        return tries
    raise ServerGone(
        f"{server.name} has ended ({cause}) and could not be started again in {len(PAUSES)} tries: {last}."
    )
