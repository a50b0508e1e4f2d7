"""`openhours account export | erase`: for owners who ask the staff, by the services' own events.

An export is collected by every service, as one that its owner starts (product.md 1.10): the owner is told
when it is ready. An erasure is the deletion that its owner may order, without their password.
"""

import argparse
import asyncio
import os
import time
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

import orjson
from chassis.clock import utc_now
from chassis.db import Database
from chassis.errors import LoginOver, TooMany
from chassis.outbox import wake_other_processes
from identity.accounts.store import Account, account_at, account_of, lock_account
from identity.export.rules import Export
from identity.export.service import start_export
from identity.own_account.service import erase_everywhere
from identity.settings import IdentitySettings

from openhours.commands import FINE, FOUND
from openhours.connecting import database
from openhours.output import print_problem
from openhours.parts import SERVICES, WrongSettings, read_settings, settings_of

NOBODY: Final = "No account has this address or id. Guests have none: their own links export and erase."
STAFF: Final = "This account is one of the staff: `openhours staff remove` erases it."
NOT_CONFIRMED: Final = "Nothing was erased."
PART: Final = "SELECT body FROM data_export_part WHERE export_id = $1"
HANDLED: Final = "SELECT EXISTS (SELECT FROM inbox WHERE consumer = $1 AND event_id = $2)"
LOOK_SECONDS: Final = 0.2


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    acts = parser.add_subparsers(dest="act", required=True)
    export = acts.add_parser("export", help="write everything that is held of an account into a file")
    erase = acts.add_parser("erase", help="erase an account in every service; nothing brings it back")
    export.add_argument(
        "--output", type=Path, required=True, help="a new file, for its owner alone (mode 600)"
    )
    erase.add_argument("--yes", action="store_true", help="do not ask; needed without a terminal")
    for each in (export, erase):
        each.add_argument("account", help="the account's mail address or its id")
        each.add_argument("--wait", type=float, default=60, metavar="SECONDS", help="for all services (60)")


def run(arguments: argparse.Namespace) -> int:
    """Export or erase; 1 when there is no such account or a service did not do its part in time.

    Raises `parts.WrongSettings`.
    """
    settings = read_settings("identity", IdentitySettings)
    urls = {service: settings_of(service).database_url for service in SERVICES}
    if arguments.act == "export" and arguments.output.exists():
        raise WrongSettings(f"{arguments.output} exists already.")
    act = _export if arguments.act == "export" else _erase
    return asyncio.run(_with_account(act, settings, urls, arguments))


@dataclass(frozen=True, slots=True)
class _Task:
    """What is wanted, of which account, and where its data are."""

    identity: Database
    account: Account
    settings: IdentitySettings
    urls: Mapping[str, str]
    """The databases, by service."""
    arguments: argparse.Namespace


_Act = Callable[[_Task], Awaitable[int]]


async def _with_account(
    act: _Act, settings: IdentitySettings, urls: Mapping[str, str], arguments: argparse.Namespace
) -> int:
    identity = Database(settings.database_url, pool_size=1)
    try:
        async with identity.reading() as connection:
            wanted = arguments.account.strip()
            found = await account_at(connection, wanted.lower()) or await account_of(connection, wanted)
        if found is None:
            print_problem(NOBODY)
            return FOUND
        return await act(_Task(identity, found, settings, urls, arguments))
    finally:
        await identity.close()


async def _export(task: _Task) -> int:
    try:
        export = await _start(task)
    except (LoginOver, TooMany) as error:
        print_problem(str(error) or NOBODY)
        return FOUND
    parts: dict[str, bytes] = {}

    async def collected(service: str, url: str) -> bool:
        async with database(url) as connection:
            body = await connection.fetchval(PART, export.export_id)
        if body is not None:
            parts[service] = zlib.decompress(body)
        return body is not None

    missing = await _missing_after(task.arguments.wait, task.urls, collected)
    if missing:
        print_problem(
            f"No part came from {', '.join(missing)} yet. Are they running? Say the same again later."
        )
        return FOUND
    await asyncio.to_thread(_write, task.arguments.output, parts)
    held = f"Everything that {', '.join(task.urls)} hold of account {task.account.id}"
    print(f"{held} is in {task.arguments.output}.")
    print("Its owner was told that an export is ready.")
    return FINE


async def _start(task: _Task) -> Export:
    async with task.identity.writing() as tx:
        kept = timedelta(days=task.settings.data_export_days)
        export = await start_export(tx, task.account.id, kept=kept, now=utc_now())
        await wake_other_processes(tx)
    return export


def _write(path: Path, parts: Mapping[str, bytes]) -> None:
    """Write the parts as one JSON object, as the gateway hands it to an owner."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        inner = {name: orjson.Fragment(parts[name]) for name in SERVICES}
        file.write(orjson.dumps(inner))


async def _erase(task: _Task) -> int:
    account = task.account
    if account.staff:
        print_problem(STAFF)
        return FOUND
    if not task.arguments.yes and not await asyncio.to_thread(_confirmed, account):
        print_problem(NOT_CONFIRMED)
        return FOUND
    reserved = timedelta(days=task.settings.username_reserved_days)
    async with task.identity.writing() as tx:
        held = await lock_account(tx, account.id)
        if held is None:
            print_problem(NOBODY)
            return FOUND
        event = await erase_everywhere(tx, held, reserved=reserved, now=utc_now())
        await wake_other_processes(tx)
    print(f"identity: account {account.id} is erased, and its logins are ended")

    async def handled(service: str, url: str) -> bool:
        async with database(url) as connection:
            return bool(await connection.fetchval(HANDLED, service, event.event_id))

    others = {service: url for service, url in task.urls.items() if service != "identity"}
    missing = await _missing_after(task.arguments.wait, others, handled)
    for service in others:
        if service not in missing:
            print(f"{service}: erased what it held of the account")
    if missing:
        print_problem(f"{', '.join(missing)}: not yet. They do it as soon as they run and get the event.")
    return FOUND if missing else FINE


def _confirmed(account: Account) -> bool:
    """Ask; who answers with the account's id means this one."""
    print(f"{account.id} of {account.created_at:%Y-%m-%d} will be erased everywhere. Nothing brings it back.")
    try:
        return input("Its id again, to erase it: ").strip() == account.id
    except EOFError:
        return False


async def _missing_after(
    seconds: float, urls: Mapping[str, str], done: Callable[[str, str], Awaitable[bool]]
) -> list[str]:
    """The services that are not done when these seconds have passed; it returns as soon as all are."""
    deadline = time.monotonic() + seconds
    missing = list(urls)
    while True:
        missing = [service for service in missing if not await done(service, urls[service])]
        if not missing or time.monotonic() > deadline:
            return missing
        await asyncio.sleep(LOOK_SECONDS)
