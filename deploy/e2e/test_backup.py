"""A backup that is taken while people book, and what a restore of it brings back elsewhere."""

import asyncio
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from client.mailbox_client import MailboxClient
from drills.backup_traffic import Traffic, restored_faults
from e2e import only
from local.cluster import Cluster
from local.databases import SERVICES, drop_database, migrate, prepare_database
from openhours.backups.archive import open_archive
from openhours.backups.encryption import Keys, make_identity, read_identities
from openhours.backups.manifest import Manifest, read_manifest
from openhours.backups.verifying import verify
from testkit.environments import Environment
from testkit.whole_set import layout_of, whole_set

pytestmark = pytest.mark.long


@dataclass(frozen=True)
class Place:
    """A set, by what an operator knows of it."""

    settings: dict[str, dict[str, object]]
    owner_urls: dict[str, str]
    folder: Path = Path()
    """Of its keys and pictures."""

    @property
    def variables(self) -> dict[str, str]:
        """As `openhours` reads them."""
        found = {
            f"OPENHOURS_{service}_{name}".upper(): str(value)
            for service, settings in self.settings.items()
            for name, value in settings.items()
        }
        owners = {
            f"OPENHOURS_{each}_MIGRATION_DATABASE_URL".upper(): url for each, url in self.owner_urls.items()
        }
        return {**found, **owners}

    @property
    def database_urls(self) -> dict[str, str]:
        """By service, with the roles that serve."""
        return {service: str(settings["database_url"]) for service, settings in self.settings.items()}


@dataclass(frozen=True)
class BackedUp:
    """A backup that was taken under load, and what people saw before the disaster."""

    archive: Path
    identity: Path
    """The file with the private key that opens it."""
    traffic: Traffic

    @property
    def manifest(self) -> Manifest:
        """Of the backup."""
        return read_manifest(open_archive(str(self.archive), Keys()), None)


@dataclass(frozen=True)
class Restored:
    """The set into which it was restored, and what the command said."""

    target: Place
    said: str


async def openhours(place: Place, *words: str) -> tuple[int, str]:
    """Run the command line as an operator does; returns its exit code and what it said."""
    inherited = {
        name: value for name, value in os.environ.items() if name not in {"SEALING_KEY", "DATABASE_URL"}
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "openhours", *words),
        env={**inherited, **place.variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode()


@pytest.fixture(scope="module")
async def backed_up(
    environment: Environment,
    http: httpx.AsyncClient,
    postbox: MailboxClient,
    tmp_path_factory: pytest.TempPathFactory,
) -> BackedUp:
    """Back up the set while people book, and then let two people leave."""
    cluster, folder = environment.cluster, tmp_path_factory.mktemp("backup")
    assert cluster is not None
    source, archive, key = _running(cluster), folder / "archive", folder / "key"
    encrypted = ("--recipient", make_identity(key))
    traffic = Traffic(http, postbox)
    await traffic.prepare()
    enough, over = asyncio.Event(), asyncio.Event()
    async with asyncio.TaskGroup() as together:
        together.create_task(traffic.run(over, enough))
        await enough.wait()
        await _done(source, "backup", str(archive), *encrypted)
        over.set()
    await traffic.leave()
    await _done(source, "backup", str(archive), *encrypted, "--erasures-only")
    return BackedUp(archive, key, traffic)


@pytest.fixture(scope="module")
async def restored(environment: Environment, backed_up: BackedUp) -> AsyncIterator[Restored]:
    """Restore the backup into other databases and another folder, with the keys of the first set."""
    cluster = environment.cluster
    assert cluster is not None
    target = await _empty(cluster.server_url, backed_up.archive.parent / "target")
    shutil.copytree(cluster.folder / "keys", target.folder / "keys", dirs_exist_ok=True)
    said = await _done(target, "restore", str(backed_up.archive), "--identity", str(backed_up.identity))
    yield Restored(target, said)
    for url in target.owner_urls.values():
        await drop_database(cluster.server_url, url.rpartition("/")[2])


def _running(cluster: Cluster) -> Place:
    settings = {service: cluster.settings_of(service) for service in SERVICES}
    return Place(settings, {service: cluster.owner_url(service) for service in SERVICES})


async def _empty(server: str, folder: Path) -> Place:
    names = {service: f"restored_{secrets.token_hex(4)}_{service}" for service in SERVICES}
    urls = {service: await prepare_database(server, service, name) for service, name in names.items()}
    # One is migrated already, as after the job of a cluster: its empty tables give way to those of the dump.
    await migrate("profiles", urls["profiles"].owner, urls["profiles"].runtime)
    layout = layout_of(folder, {service: each.runtime for service, each in urls.items()})
    settings = {service: layout.settings(service) for service in SERVICES}
    return Place(settings, {service: each.owner for service, each in urls.items()}, folder)


async def _done(place: Place, *words: str) -> str:
    code, said = await openhours(place, *words)
    assert code == 0, said
    return said


@only.distributed
async def test_a_backup_under_load_holds_every_file_and_opens(backed_up: BackedUp) -> None:
    archive = open_archive(str(backed_up.archive), Keys(identities=read_identities([backed_up.identity])))
    said = verify(archive, backed_up.manifest)
    assert len(said) == 1 + len(SERVICES)
    assert all(each.dump.name.endswith(".dump.age") for each in backed_up.manifest.databases.values())


@only.distributed
async def test_what_was_confirmed_before_the_backup_is_there_and_who_left_is_not(
    backed_up: BackedUp, restored: Restored
) -> None:
    moment, orders = backed_up.manifest.moment, backed_up.traffic.confirmed
    before = [each for each in orders if each.at <= moment]
    assert len(before) >= 3
    assert len(orders) > len(before), "nothing was booked while the backup ran"
    assert await restored_faults(restored.target.owner_urls, backed_up.traffic, moment) == []
    assert "1 accounts and 1 guests were erased again" in restored.said


@only.distributed
async def test_a_set_that_has_rows_is_not_restored_into(backed_up: BackedUp, restored: Restored) -> None:
    words = ("restore", str(backed_up.archive), "--identity", str(backed_up.identity))
    code, said = await openhours(restored.target, *words)
    assert code == 1
    assert "is not empty. Nothing was changed." in said


@only.distributed
async def test_a_restored_set_serves_with_its_pictures_and_former_logins_are_over(
    backed_up: BackedUp, restored: Restored
) -> None:
    former = {"Authorization": f"Bearer {backed_up.traffic.provider.token}"}
    async with whole_set(restored.target.folder, restored.target.database_urls) as running:
        again = Traffic(running.http, running.mailbox)
        again.adopt(backed_up.traffic)
        refused = await running.http.get("/api/get_booking_info", headers=former)
        assert refused.status_code == 401
        assert (await again.avatar()).status_code == 200
        await again.provider.sign_in()
        order_id = await again.book_as_client()
        assert order_id in {str(each["order_id"]) for each in await again.provider.bookings("order")}
