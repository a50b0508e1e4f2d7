"""`openhours migrate [part…]`: brings the databases to the revision of this version of the code.

It does what `python -m <part> migrate` does, for several parts, in order: with `ADMIN_DATABASE_URL` the
database and its roles are made first. The gateway has a table of limits when they are counted in PostgreSQL.
"""

import argparse
import asyncio
from typing import Final

from chassis import database_roles, migrations
from chassis.settings import ServiceSettings
from gateway.limit_stores import create_table
from gateway.settings import GatewaySettings

from openhours.commands import FINE, FOUND
from openhours.failures import failure
from openhours.output import print_json, print_problem
from openhours.parts import PARTS, read_settings, settings_of
from openhours.revisions import folder_of, head_of, revision_at


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "part", nargs="*", choices=[*PARTS, []], metavar="part", help="all when none is named"
    )
    parser.add_argument("--check", action="store_true", help="change nothing; 1 when a migration is pending")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Migrate, or with `--check` compare, the parts that are named. Raises `parts.WrongSettings`."""
    chosen = [part for part in PARTS if not arguments.part or part in arguments.part]
    settings = {part: settings_of(part) for part in chosen}  # all are read before anything is changed
    work = _compared if arguments.check else _migrated
    states: dict[str, dict[str, str | bool | None]] = {}
    for part in chosen:
        try:
            states[part] = asyncio.run(work(part, settings[part]))
        except Exception as error:
            problem = failure(error)
            if problem is None:
                raise
            states[part] = {"problem": problem, "well": False}
            break  # what was migrated before stays
    if arguments.json:
        print_json(states)
    else:
        for part, state in states.items():
            _print(part, state)
    return FINE if all(state["well"] for state in states.values()) else FOUND


async def _compared(part: str, settings: ServiceSettings) -> dict[str, str | bool | None]:
    """The revision of the part's database and that of the code."""
    if part == "gateway":
        return {"well": True, "said": _LIMITS_HAVE_NO_REVISION}
    head = head_of(part)
    found = await revision_at(settings.database_url)
    return {"well": found == head, "revision": found, "head": head}


_LIMITS_HAVE_NO_REVISION: Final = "its table of limits has no revisions"


async def _migrated(part: str, settings: ServiceSettings) -> dict[str, str | bool | None]:
    if part == "gateway":
        return await _migrate_limits(read_settings(part, GatewaySettings))
    owner = settings.migration_database_url or settings.database_url
    if settings.admin_database_url is not None:
        await database_roles.prepare(settings.admin_database_url, owner, settings.database_url, alone=True)
    before = await revision_at(owner)
    runtime = database_roles.role_of(settings.database_url)
    await migrations.upgrade(folder_of(part), owner, runtime)
    return {"well": True, "revision": await revision_at(owner), "before": before, "head": head_of(part)}


async def _migrate_limits(settings: GatewaySettings) -> dict[str, str | bool | None]:
    storage = settings.rate_limit_storage
    if not storage.startswith(("postgres://", "postgresql")):
        return {"well": True, "said": "its limits are not counted in PostgreSQL: nothing to make"}
    owner = settings.migration_database_url or storage
    if settings.admin_database_url is not None:
        await database_roles.prepare(settings.admin_database_url, owner, storage, alone=True)
    await create_table(owner, database_roles.role_of(storage))
    return {"well": True, "said": "the table of its limits is there"}


def _print(part: str, state: dict[str, str | bool | None]) -> None:
    if "problem" in state:
        print_problem(f"{part}: {state['problem']}")
    elif "said" in state:
        print(f"{part:<14}{state['said']}")
    elif "before" not in state:
        found = state["revision"] or "empty"
        print(
            f"{part:<14}{found}" + ("" if state["well"] else f", and the code's is {state['head']}: pending")
        )
    elif state["before"] == state["revision"]:
        print(f"{part:<14}{state['revision']} already")
    else:
        print(f"{part:<14}{state['before'] or 'empty'} → {state['revision']}")
