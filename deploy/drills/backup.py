"""`make backup`: a set of processes is backed up under load, lost, and restored into another one.

It prints what was done, and ends with a line that says whether it held: every order that was accepted before
the backup's moment is there, projections equal their owners, who left after the backup is erased again,
nothing is mailed or alerted twice, former logins are over, and the restored set serves bookings.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import httpx
from bench.processes import started
from client.mailbox_client import MailboxClient
from local.cluster import Cluster
from local.databases import SERVICES, role_urls
from local.layout import Layout
from local.postgres import Postgres
from openhours.backups.archive import open_archive
from openhours.backups.encryption import Keys, make_identity
from openhours.backups.manifest import read_manifest
from testkit.environments import settings_of_parts

from drills.backup_traffic import Traffic, restored_faults
from drills.newcomers import PATIENCE
from drills.running import Drill, run_drill

BOOKERS = 4
"""People who book at the same time."""
FIRST = 20
"""Bookings before the backup begins."""
NOT_PASSED_ON = ("DATABASE_URL", "SEALING_KEY")
Variables = dict[str, str]


def openhours(variables: Variables, *words: str) -> None:
    """Run the command line as an operator does, and print what it says. Raises CalledProcessError."""
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
    began = time.monotonic()
    subprocess.run([sys.executable, "-m", "openhours", *words], env={**inherited, **variables}, check=True)
    print(f"  ({words[0]}: {time.monotonic() - began:.1f} s)", flush=True)


def variables_of(
    settings: dict[str, dict[str, object]], owners: dict[str, str], admin: str = ""
) -> Variables:
    """The settings of all services as `openhours` reads them."""
    found = {
        f"OPENHOURS_{service}_{name}".upper(): str(value)
        for service, own in settings.items()
        for name, value in own.items()
    }
    owned = {f"OPENHOURS_{each}_MIGRATION_DATABASE_URL".upper(): url for each, url in owners.items()}
    return {**found, **owned, **({"ADMIN_DATABASE_URL": admin} if admin else {})}


async def book_and_back_up(cluster: Cluster, archive: Path, recipient: str) -> Traffic:
    """Take a backup while people book; afterwards two of them leave."""
    settings = {service: cluster.settings_of(service) for service in SERVICES}
    variables = variables_of(settings, {service: cluster.owner_url(service) for service in SERVICES})
    words = ("backup", str(archive), "--recipient", recipient)
    async with httpx.AsyncClient(base_url=cluster.url, timeout=30) as http:
        traffic = Traffic(http, MailboxClient(http, cluster.mail.list_url, PATIENCE))
        await traffic.prepare()
        enough, over = asyncio.Event(), asyncio.Event()
        async with asyncio.TaskGroup() as together:
            for _ in range(BOOKERS):
                together.create_task(traffic.run(over, enough, first=FIRST))
            await enough.wait()
            await asyncio.to_thread(openhours, variables, *words)
            over.set()
        await traffic.leave()
    await asyncio.to_thread(openhours, variables, *words, "--erasures-only")
    return traffic


def restore(folder: Path, archive: Path, key: Path) -> None:
    """Restore into a database server of its own."""
    with Postgres(folder / "postgres", durable=False) as server:
        urls = {each: role_urls(server.url(), each, f"openhours_{each}") for each in SERVICES}
        layout = Layout(
            folder=folder,
            public_url="http://openhours.test",
            database_urls={service: each.runtime for service, each in urls.items()},
            service_urls=dict.fromkeys(SERVICES, "http://openhours.test"),
        )
        layout.prepare()
        settings = {service: layout.settings(service) for service in SERVICES}
        variables = variables_of(settings, {each: url.owner for each, url in urls.items()}, server.url())
        openhours(variables, "restore", str(archive), "--identity", str(key))


async def faults_of(cluster: Cluster, traffic: Traffic, moment: datetime) -> list[str]:
    """What is wrong with the restored set, which runs."""
    owners = {service: cluster.owner_url(service) for service in SERVICES}
    found = await restored_faults(owners, traffic, moment)
    async with httpx.AsyncClient(base_url=cluster.url, timeout=30) as http:
        again = Traffic(http, MailboxClient(http, cluster.mail.list_url, PATIENCE))
        again.adopt(traffic)
        bearer = {"Authorization": f"Bearer {traffic.provider.token}"}
        if (await http.get("/api/get_booking_info", headers=bearer)).status_code != 401:
            found.append("a login from before the restore holds")
        if (await again.avatar()).status_code != 200:
            found.append("the provider's picture is not there")
        if sent := len(cluster.mail.mails):
            found.append(f"{sent} mails were sent when the restored set started")
        await again.provider.sign_in()
        await again.book_as_client()
    return found


async def drill(folder: Path, words: Sequence[str]) -> list[str]:
    """Back up, restore elsewhere; returns what did not hold."""
    del words
    archive, key, target = folder / "archive", folder / "key", folder / "target"
    recipient = await asyncio.to_thread(make_identity, key)
    extra = settings_of_parts()
    async with started(Cluster(folder / "source", extra=extra)) as source:
        traffic = await book_and_back_up(source, archive, recipient)
    words_of_check = ("backup", str(archive), "--verify", "--identity", str(key))
    await asyncio.to_thread(openhours, {}, *words_of_check)
    await asyncio.to_thread(shutil.copytree, folder / "source" / "keys", target / "keys")
    await asyncio.to_thread(restore, target, archive, key)
    moment = read_manifest(open_archive(str(archive), Keys()), None).moment
    async with started(Cluster(target, extra=extra)) as restored:
        faults = await faults_of(restored, traffic, moment)
    before = sum(order.at <= moment for order in traffic.confirmed)
    after = len(traffic.confirmed) - before
    print(f"  {before} orders were accepted before the backup's moment, {after} after it")
    return faults


DRILL = Drill(
    "A set is backed up under load, lost, and restored into another one.",
    drill,
    "nothing was lost, nobody is back, nothing came twice, and the restored set serves.",
)

if __name__ == "__main__":
    sys.exit(run_drill("backup", DRILL))
