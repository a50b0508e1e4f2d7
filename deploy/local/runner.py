"""`make run`: the whole system in one process, on http://127.0.0.1:8000.

Environment: PORT, HOST, DATA_DIR (.data), DATABASE_URL (else a PostgreSQL is started), LOG_LEVEL; DEMO=0 or
1 (else the demo is there if HOST is reached from this machine alone);
OPERATIONS_PORT (and the five after it) for metrics; DATABASE_CONNECTIONS of each service (8);
STAFF_EMAIL and STAFF_PASSWORD add a staff account at the first start; with STAFF_KNOWN_FACTOR=1, for tests
alone, it has the demo's second factor, which all know.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import uvloop
from chassis.db.errors import is_outage
from chassis.migrations import DatabaseRefused
from chassis.operations import Operations
from chassis.sealing import Sealing

from local.databases import CHECKOUT
from local.demo_accounts import KnownAccounts, is_for_this_machine, refuse_known_accounts, with_demo
from local.embedded_app import NO_SUBSTITUTIONS, EmbeddedApp, Substitutions, open_embedded_app
from local.folders import FolderTaken, lock_folder
from local.layout import few_connections
from local.postgres_binaries import PostgresMissing
from local.serving import PortTaken, bind_socket, serve
from local.staff import add_staff_account, give_known_factor
from local.supervision import LOOK_SECONDS, ServerFailed, ServerGone, keep_alive


@dataclass(frozen=True)
class Options:
    """The options of a run."""

    host: str
    port: int
    folder: Path
    demo: bool
    log_level: str
    operations_port: int = 0
    staff_email: str = ""
    staff_password: str = ""
    staff_known_factor: bool = False

    @property
    def public_url(self) -> str:
        """The address for browsers on this machine."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::"} else self.host  # noqa: S104
        return os.environ.get("PUBLIC_URL", f"http://{host}:{self.port}")


def options() -> Options:
    """Read the options from the environment."""
    return Options(
        host=os.environ.get("HOST", "127.0.0.1"),
        port=int(os.environ.get("PORT", "8000")),
        folder=Path(os.environ.get("DATA_DIR", CHECKOUT / ".data")).absolute(),
        demo=with_demo(os.environ.get("DEMO", ""), os.environ.get("HOST", "127.0.0.1")),
        log_level=os.environ.get("LOG_LEVEL", "WARNING"),
        operations_port=int(os.environ.get("OPERATIONS_PORT", "0")),
        staff_email=os.environ.get("STAFF_EMAIL", ""),
        staff_password=os.environ.get("STAFF_PASSWORD", ""),
        staff_known_factor=os.environ.get("STAFF_KNOWN_FACTOR", "0") == "1",
    )


async def run(chosen: Options, substitutions: Substitutions = NO_SUBSTITUTIONS) -> None:
    """Start everything, print the address, and serve until SIGINT or SIGTERM."""
    began = time.monotonic()
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for order in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(order, stopping.set)
    with bind_socket(chosen.host, chosen.port) as bound:
        async with open_embedded_app(
            chosen.folder,
            chosen.public_url,
            durable=True,
            log_level=chosen.log_level,
            operations_port=chosen.operations_port,
            database_connections=few_connections(),
            substitutions=substitutions,
        ) as embedded:
            if not chosen.demo and not is_for_this_machine(chosen.host):
                await refuse_known_accounts(embedded.database_urls["identity"], chosen.folder)
            async with serve(embedded.gateway, bound, embedded.uvicorn_options):
                await _serve_until_stopped(embedded, chosen, began, stopping)


async def _serve_until_stopped(
    embedded: EmbeddedApp, chosen: Options, began: float, stopping: asyncio.Event
) -> None:
    """Welcome, then wait for a signal. Raises ServerGone when PostgreSQL cannot be kept alive."""
    watching = asyncio.create_task(_keep_alive(embedded))
    watching.add_done_callback(lambda _: stopping.set())
    try:
        await _run_unless_stopped(_welcome_in_spite_of_outages(embedded, chosen, began), stopping)
        await stopping.wait()
    finally:
        watching.cancel()
        (outcome,) = await asyncio.gather(watching, return_exceptions=True)
    if isinstance(outcome, Exception):
        raise outcome
    print("\nStopping …", flush=True)


async def _welcome_in_spite_of_outages(embedded: EmbeddedApp, chosen: Options, began: float) -> None:
    """Welcome; begin again when PostgreSQL went away meanwhile, because it is started again."""
    while True:
        try:
            return await _welcome_when_ready(embedded, chosen, began)
        except Exception as error:
            if embedded.postgres is None or isinstance(error, TimeoutError) or not is_outage(error):
                raise
        await asyncio.sleep(LOOK_SECONDS)


async def _keep_alive(embedded: EmbeddedApp) -> None:
    """Keep PostgreSQL alive; the server of DATABASE_URL is looked after by others."""
    if embedded.postgres is None:
        await asyncio.Event().wait()
    else:
        await keep_alive(embedded.postgres)


async def _welcome_when_ready(embedded: EmbeddedApp, chosen: Options, began: float) -> None:
    """Print the address and the demo's accounts as soon as everything is ready."""
    await wait_until_ready(embedded)
    if chosen.staff_email:
        identity_url = embedded.database_urls["identity"]
        await add_staff_account(identity_url, chosen.staff_email, chosen.staff_password)
        if chosen.staff_known_factor:
            await give_known_factor(identity_url, chosen.staff_email, _sealing(embedded))
    people, begun = await _demo(embedded) if chosen.demo else ("", None)
    print(_welcome(chosen, people, time.monotonic() - began), flush=True)
    if begun:
        await _store_pictures(embedded, begun)


async def _run_unless_stopped(work: Coroutine[None, None, None], stopping: asyncio.Event) -> None:
    """Run a task; cancel it when `stopping` is set before it is done."""
    task, stop = asyncio.create_task(work), asyncio.create_task(stopping.wait())
    await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
    if not task.done():
        task.cancel()
    stop.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def wait_until_ready(embedded: EmbeddedApp, seconds: float = 30) -> None:
    """Return when the gateway and all services are ready and what they use is there: what people do from now
    on has its alerts and mails. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not all([await _is_complete(part) for part in embedded.operations.values()]):
            await asyncio.sleep(0.1)


async def _is_complete(operations: Operations) -> bool:
    found = await operations.readiness()
    return found.ready and not found.degraded


async def _demo(embedded: EmbeddedApp) -> tuple[str, datetime | None]:
    """Add the demo; returns the text about its people, and when it was begun (None: others are there)."""
    from demo.people import STAFF_EMAIL  # noqa: PLC0415  only for the demo
    from demo.seed import add_demo, welcome  # noqa: PLC0415

    begun = await add_demo(embedded.database_urls, datetime.now(UTC))
    if begun:
        await give_known_factor(embedded.database_urls["identity"], STAFF_EMAIL, _sealing(embedded))
    return (welcome() if begun else ""), begun


def _sealing(embedded: EmbeddedApp) -> Sealing:
    return embedded.apps["identity"].state.sealing


async def _store_pictures(embedded: EmbeddedApp, begun: datetime) -> None:
    """Store the demo's pictures while the app runs already."""
    from demo.seed import store_pictures  # noqa: PLC0415  only for the demo

    urls = {each: embedded.apps[each].state.settings.media_url for each in ("profiles", "feed")}
    await store_pictures(begun, urls, embedded.database_urls)


def _welcome(chosen: Options, people: str, seconds: float) -> str:
    return (
        f"\nOpenhours is running (after {seconds:.1f} s)\n\n"
        f"  the app       {chosen.public_url}\n"
        f"  its mailbox   {chosen.public_url}/dev/mail\n"
        f"  its data      {chosen.folder}\n"
        f"{people}\n"
        "Ctrl-C stops it."
    )


def main(substitutions: Substitutions = NO_SUBSTITUTIONS) -> int:
    """Run until a signal comes; returns 1, with a message on stderr, when it cannot start or go on."""
    chosen = options()
    try:
        with (
            lock_folder(chosen.folder),
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
            suppress(KeyboardInterrupt),
        ):
            runner.run(run(chosen, substitutions))
    except FolderTaken as problem:
        print(f"{problem} Stop that run, or choose another folder: DATA_DIR=…", file=sys.stderr)
    except DatabaseRefused as problem:
        print(f"{problem} Or choose another folder: DATA_DIR=…", file=sys.stderr)
    except (KnownAccounts, PortTaken, PostgresMissing, ServerFailed, ServerGone) as problem:
        print(problem, file=sys.stderr)
    else:
        print("Stopped.", flush=True)
        return 0
    return 1
