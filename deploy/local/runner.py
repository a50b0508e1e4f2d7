"""`make run`: the whole house in one process, on http://127.0.0.1:8000.

Environment: PORT, HOST, DATA_DIR (.data), DATABASE_URL (instead of the server of our own), DEMO=0, LOG_LEVEL;
STAFF_EMAIL and STAFF_PASSWORD make an account of the staff on the first start.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import uvloop

from local.databases import CHECKOUT
from local.embedded_app import NO_SUBSTITUTIONS, EmbeddedApp, Substitutions, open_embedded_app
from local.folders import FolderTaken, lock_folder
from local.postgres import PostgresFailed
from local.postgres_binaries import PostgresMissing
from local.serving import PortTaken, bind_socket, serve
from local.staff import add_staff_account


@dataclass(frozen=True)
class Options:
    """What the environment asks for."""

    host: str
    port: int
    folder: Path
    demo: bool
    log_level: str
    staff_email: str = ""
    staff_password: str = ""

    @property
    def public_url(self) -> str:
        """Where a browser on this machine goes."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::"} else self.host  # noqa: S104
        return os.environ.get("PUBLIC_URL", f"http://{host}:{self.port}")


def options() -> Options:
    """Read the environment."""
    return Options(
        host=os.environ.get("HOST", "127.0.0.1"),
        port=int(os.environ.get("PORT", "8000")),
        folder=Path(os.environ.get("DATA_DIR", CHECKOUT / ".data")).absolute(),
        demo=os.environ.get("DEMO", "1") != "0",
        log_level=os.environ.get("LOG_LEVEL", "WARNING"),
        staff_email=os.environ.get("STAFF_EMAIL", ""),
        staff_password=os.environ.get("STAFF_PASSWORD", ""),
    )


async def run(wanted: Options, substitutions: Substitutions = NO_SUBSTITUTIONS) -> None:
    """Open the house, say where it is, and keep it open until somebody says stop."""
    began = time.monotonic()
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for order in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(order, stopping.set)
    with bind_socket(wanted.host, wanted.port) as bound:
        async with (
            open_embedded_app(
                wanted.folder,
                wanted.public_url,
                durable=True,
                log_level=wanted.log_level,
                substitutions=substitutions,
            ) as house,
            serve(house.gateway, bound, house.uvicorn_options),
        ):
            await _run_unless_stopped(_welcome_when_ready(house, wanted, began), stopping)
            await stopping.wait()
            print("\nClosing …", flush=True)


async def _welcome_when_ready(house: EmbeddedApp, wanted: Options, began: float) -> None:
    """Tell where the house is as soon as it can serve."""
    await wait_until_ready(house)
    if wanted.staff_email:
        await add_staff_account(house.database_urls["identity"], wanted.staff_email, wanted.staff_password)
    people = await _demo(house) if wanted.demo else ""
    print(_welcome(wanted, people, time.monotonic() - began), flush=True)


async def _run_unless_stopped(work: Coroutine[None, None, None], stopping: asyncio.Event) -> None:
    """Do the work, unless it is to stop before it is done."""
    task, stop = asyncio.create_task(work), asyncio.create_task(stopping.wait())
    await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
    if not task.done():
        task.cancel()
    stop.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def wait_until_ready(house: EmbeddedApp, seconds: float = 30) -> None:
    """Return when the gateway says that it and all behind it can serve."""
    async with httpx.AsyncClient(
        transport=house.transport, base_url=house.transport.url("gateway")
    ) as client:
        async with asyncio.timeout(seconds):
            while (await client.get("/health/ready")).status_code != 200:
                await asyncio.sleep(0.1)


async def _demo(house: EmbeddedApp) -> str:
    from demo.people import PASSWORD, STAFF  # noqa: PLC0415  only where it is wanted
    from demo.seed import furnish  # noqa: PLC0415

    name, email = STAFF
    await add_staff_account(house.database_urls["identity"], email, PASSWORD, name)
    return await furnish(house.transport)


def _welcome(wanted: Options, people: str, seconds: float) -> str:
    return (
        f"\nOpenhours is open (after {seconds:.1f} s)\n\n"
        f"  the app       {wanted.public_url}\n"
        f"  its mailbox   {wanted.public_url}/dev/mail\n"
        f"  its data      {wanted.folder}\n"
        f"{people}\n"
        "Ctrl-C closes it."
    )


def main(substitutions: Substitutions = NO_SUBSTITUTIONS) -> int:
    """Run until told to stop; 1, with a sentence that helps, when it cannot start."""
    wanted = options()
    try:
        with (
            lock_folder(wanted.folder),
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
            suppress(KeyboardInterrupt),
        ):
            runner.run(run(wanted, substitutions))
    except FolderTaken as problem:
        print(f"{problem} Stop that run, or choose another folder: DATA_DIR=…", file=sys.stderr)
    except (PortTaken, PostgresFailed, PostgresMissing) as problem:
        print(problem, file=sys.stderr)
    else:
        print("Closed.", flush=True)
        return 0
    return 1
