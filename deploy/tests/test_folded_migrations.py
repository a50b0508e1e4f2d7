"""Two migrations of each service make what the single steps of development made: release 1.0.0, and 1.1.0.

`schema_digests.json` holds digests of what the single steps led to, by `testkit.schema_description`.
"""

import asyncio
import hashlib
import itertools
import json
import os
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest
from alembic import command
from alembic.operations import Operations
from chassis import database_roles, migrations
from ci.migration_policy import BEFORE_THE_FIRST_RELEASE
from ci.releases import releases
from drills.former_release import unpack
from drills.running import NotTried
from local.databases import CHECKOUT, SERVICES, RoleUrls, connected, drop_database, prepare_database
from testkit.schema_description import described

pytestmark = pytest.mark.service

DIGESTS: Final[dict[str, dict[str, str]]] = json.loads(
    Path(__file__).with_name("schema_digests.json").read_text()
)
_MIGRATE: Final = """
import asyncio, sys
from pathlib import Path
from chassis import migrations
asyncio.run(migrations.upgrade(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
"""
STEP: Final = 7
"""Between two statements after which a migration breaks off: few enough for a quick test."""
Prepare = Callable[[str], Awaitable[RoleUrls]]


class Broken(Exception):
    """A migration ends in the middle."""


@pytest.fixture
async def prepare(postgres: str) -> AsyncIterator[Prepare]:
    """Makes empty databases of services, with their roles."""
    made: list[str] = []

    async def empty(service: str) -> RoleUrls:
        made.append(f"folded_{service}_{secrets.token_hex(4)}")
        return await prepare_database(postgres, service, made[-1])

    yield empty
    for name in made:
        await drop_database(postgres, name)


@pytest.fixture(scope="session")
def released(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """The packages of the first release, as git has them."""
    try:
        return unpack(releases()[-1].commit, tmp_path_factory.mktemp("released") / "code")
    except NotTried as reason:
        pytest.skip(str(reason))


def _newest(service: str) -> str:
    return max(DIGESTS[service])


async def _migrate(service: str, urls: RoleUrls, revision: str) -> None:
    folder = CHECKOUT / "services" / service
    config = migrations.config_for(folder, urls.owner, database_roles.role_of(urls.runtime))
    await asyncio.to_thread(command.upgrade, config, revision)


async def _digest(urls: RoleUrls) -> str:
    async with connected(urls.owner) as connection:
        lines = await described(connection)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@pytest.mark.parametrize("service", SERVICES)
async def test_an_empty_database_comes_to_what_the_single_steps_made(service: str, prepare: Prepare) -> None:
    urls = await prepare(service)
    found: dict[str, str] = {}
    for revision in sorted(DIGESTS[service]):
        await _migrate(service, urls, revision)
        found[revision] = await _digest(urls)
    assert found == DIGESTS[service]


@pytest.mark.long
@pytest.mark.parametrize("service", SERVICES)
async def test_a_database_of_the_first_release_comes_to_the_same(
    service: str, prepare: Prepare, released: tuple[Path, ...]
) -> None:
    urls = await prepare(service)
    folder = next(each for each in released if each.name == service)
    words = [sys.executable, "-c", _MIGRATE, folder, urls.owner, database_roles.role_of(urls.runtime)]
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, released))}
    await asyncio.to_thread(subprocess.run, words, check=True, env=variables)
    assert await _digest(urls) == DIGESTS[service][BEFORE_THE_FIRST_RELEASE[service]]
    await _migrate(service, urls, _newest(service))
    assert await _digest(urls) == DIGESTS[service][_newest(service)]


@pytest.mark.long
@pytest.mark.parametrize("service", SERVICES)
async def test_a_migration_that_broke_off_runs_again(
    service: str, prepare: Prepare, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = await prepare(service)
    await _migrate(service, urls, BEFORE_THE_FIRST_RELEASE[service])
    execute, ran, breaks_after = Operations.execute, 0, 0

    def breaking(self: Operations, sqltext: str) -> None:
        nonlocal ran
        execute(self, sqltext)
        ran += 1
        if ran == breaks_after:
            raise Broken

    monkeypatch.setattr(Operations, "execute", breaking)
    for breaks_after in itertools.count(1, STEP):  # noqa: B007 - `breaking` reads it
        ran = 0
        try:
            await _migrate(service, urls, _newest(service))
        except Broken:
            continue
        break
    assert await _digest(urls) == DIGESTS[service][_newest(service)]
