"""`make dev`: serves the system at one address; Python restarts after a change, and Vite serves the web.

Environment: as `make run` (`local.runner`). PORT is Vite's, which passes calls on to the gateway behind it.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from watchfiles import PythonFilter, watch

from local.databases import CHECKOUT
from local.postgres import free_port
from local.runner import options
from local.serving import PortTaken, bind_socket

HOST: Final = "127.0.0.1"
CODE: Final = (
    "services",
    "gateway",
    "proto-contracts/contracts",
    "deploy/local",
    "deploy/demo",
    "deploy/client",
)
PARTS: Final = [sys.executable, "-m", "local"]
STOP_SECONDS: Final = 30
LOOK_MILLISECONDS: Final = 1000


class ServedCode(PythonFilter):
    """Changes of Python and of the texts in TOML, but for those of tests."""

    ignore_dirs = (*PythonFilter.ignore_dirs, "tests")

    def __init__(self) -> None:
        super().__init__(extra_extensions=(".toml",))


def _interrupt_once(*_: object) -> None:
    """Raise KeyboardInterrupt, and let no further signal interrupt the stop."""
    for order in (signal.SIGINT, signal.SIGTERM):
        signal.signal(order, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextmanager
def _running(
    command: list[str], folder: Path, environment: dict[str, str]
) -> Generator[subprocess.Popen[bytes]]:
    """A process for the block; SIGTERM ends it, and SIGKILL if it does not end in time."""
    process = subprocess.Popen(
        command, cwd=folder, env={**os.environ, **environment}, stdin=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _serve(vite: subprocess.Popen[bytes], environment: dict[str, str]) -> None:
    """Run the Python parts, again after each change, until Vite ends."""
    changes = watch(
        *(CHECKOUT / folder for folder in CODE),
        watch_filter=ServedCode(),
        rust_timeout=LOOK_MILLISECONDS,
        yield_on_timeout=True,
    )
    alive = True
    while alive:
        with _running(PARTS, CHECKOUT, environment):
            changed = next((each for each in changes if each or vite.poll() is not None), set())
            alive = bool(changed) and vite.poll() is None
            for path in sorted({path for _, path in changed}):
                print(f"changed: {Path(path).relative_to(CHECKOUT)}", flush=True)


def main() -> int:
    """Serve until Ctrl-C or SIGTERM; returns 1 when the port is taken or Vite ended by itself."""
    chosen = options()
    try:
        bind_socket(HOST, chosen.port).close()
    except PortTaken as problem:
        print(problem, file=sys.stderr)
        return 1
    for order in (signal.SIGINT, signal.SIGTERM):
        signal.signal(order, _interrupt_once)
    behind = str(free_port())
    served = ["--host", HOST, "--port", str(chosen.port), "--strictPort", "--logLevel", "warn"]
    vite_command = ["node", "node_modules/vite/bin/vite.js", *served]
    gateway = {"GATEWAY_URL": f"http://{HOST}:{behind}"}
    with suppress(KeyboardInterrupt), _running(vite_command, CHECKOUT / "web", gateway) as vite:
        _serve(vite, {"PORT": behind, "PUBLIC_URL": chosen.public_url})
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
