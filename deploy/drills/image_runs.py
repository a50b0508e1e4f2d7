"""Runs every part from an unpacked image, as a container engine does, and asks each whether it is ready."""

import asyncio
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Final

import httpx
from client.api_client import UnexpectedRefusal
from client.mailbox_client import MailboxClient
from client.personas import Client, new_email
from local.cluster import Cluster, PartFailed, part_of, running_cluster
from local.databases import SERVICES
from local.layout import PARTS

from drills.image_builds import Image
from drills.sets import settings_of_parts

USER_ID: Final = 10001
OWN_FOLDERS: Final = ("keys", "media")
"""What the parts write, in /var/lib/openhours."""
DATA: Final = Path("/var/lib/openhours")
ANSWER_SECONDS: Final = 60.0
ENTER: Final = """
root=$1 data=$2 folder=$3; shift 3
mount --bind "$root" "$root"
for own in keys media; do mount --bind "$data/$own" "$root/var/lib/openhours/$own"; done
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs chroot --userspec=10001:10001 --groups= "$root" /usr/bin/env -C "$folder" "$@"
"""
"""Mounts the image read-only, in a name space of its own, and becomes its user there."""
PROBE: Final = """
import errno, os
print(os.getuid())
try:
    open("/openhours/probe", "w")
except OSError as error:
    print(errno.errorcode[error.errno])
"""
ALLOWED: Final = [str(USER_ID), "EROFS"]
"""What the probe says in a container that is as it should be: another user's folder would be EACCES."""
_OK: Final = 200


class ImageCluster(Cluster):
    """The distributed environment with its parts from an image; the stores are those of this machine."""

    def __init__(self, folder: Path, image: Image) -> None:
        super().__init__(folder, extra=settings_of_parts())
        self._image = image

    def inside(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the image, and wait for its end."""
        return subprocess.run(
            self._order(words),
            env={**self._image.variables, **variables},
            check=False,
            capture_output=True,
            text=True,
            timeout=ANSWER_SECONDS,
        )

    def variables_of(self, part: str) -> dict[str, str]:
        """The settings of a part as variables, with the folders as they are called in the image."""
        told = {name.upper(): str(value) for name, value in self.settings_of(part).items()}
        told.pop("WEB_DIST", None)  # the image has its own
        return {name: value.replace(str(self.folder), str(DATA)) for name, value in told.items()}

    def _process(self, name: str, port: int, operations_port: int) -> subprocess.Popen[bytes]:
        part = part_of(name)
        for folder in OWN_FOLDERS:
            _hand_over(self.folder / folder)
        own = {"HOST": "127.0.0.1", "PORT": str(port), "OPERATIONS_PORT": str(operations_port)}
        with self.log_of(name).open("ab") as log:
            return self._start(
                (*self._image.entrypoint, part, "serve"), {**self.variables_of(part), **own}, log
            )

    def _start(
        self, words: Sequence[str], variables: Mapping[str, str], log: IO[bytes]
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._order(words),
            cwd=self.folder,
            env={**self._image.variables, **variables},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )

    def _order(self, words: Sequence[str]) -> list[str]:
        entered = ("/bin/sh", "-ec", ENTER, "sh", str(self._image.root), str(self.folder), self._image.folder)
        return ["/usr/bin/unshare", "--mount", *entered, *words]


def _hand_over(folder: Path) -> None:
    """Let the image's user read and write what is in this folder."""
    for path in (folder, *folder.rglob("*")):
        os.chown(path, USER_ID, USER_ID)


def faults_of_image(image: Image, folder: Path) -> list[str]:
    """Run everything from the image; returns what is not as it should be."""
    cluster = ImageCluster(folder, image)
    for name in OWN_FOLDERS:
        (folder / name).mkdir(parents=True, exist_ok=True)
    probe = cluster.inside("python", "-c", PROBE)
    faults = (
        []
        if probe.stdout.split() == ALLOWED
        else [f"a process in the image says {probe.stdout}{probe.stderr}"]
    )
    shown = cluster.inside(*image.entrypoint, "openhours", "--help")
    faults += _ended("openhours --help", shown)
    try:
        with running_cluster(cluster):
            print(f"  {', '.join(PARTS)} are ready, read-only, as the user {USER_ID}", flush=True)
            return faults + _faults_of_parts(cluster, image) + asyncio.run(_faults_of_answers(cluster))
    except PartFailed as error:
        return [*faults, str(error)]


def _faults_of_parts(cluster: ImageCluster, image: Image) -> list[str]:
    faults: list[str] = []
    for part in PARTS:
        asked = cluster.inside(*image.health, PORT=str(cluster.ports[part]))
        faults += _ended(f"the health check of {part}", asked)
    for service in SERVICES:
        owner = {
            "MIGRATION_DATABASE_URL": cluster.owner_url(service),
            "ADMIN_DATABASE_URL": cluster.server_url,
        }
        done = cluster.inside(
            *image.entrypoint, service, "migrate", **{**cluster.variables_of(service), **owner}
        )
        faults += _ended(f"{service} migrate", done)
    return faults


async def _faults_of_answers(cluster: Cluster) -> list[str]:
    """The web app is there, and somebody signs up, gets a mail and confirms the address."""
    async with httpx.AsyncClient(base_url=cluster.url, timeout=ANSWER_SECONDS) as http:
        page = await http.get("/")
        faults = (
            [] if page.status_code == _OK and "<html" in page.text else [f"the web app: {page.status_code}"]
        )
        person = Client(http, "Ada Drill", new_email("ada"))
        person.patience = ANSWER_SECONDS
        try:
            await person.join(MailboxClient(http, cluster.mail.list_url, ANSWER_SECONDS))
        except UnexpectedRefusal as error:
            faults.append(str(error))
    return faults


def _ended(what: str, done: subprocess.CompletedProcess[str]) -> list[str]:
    return [] if done.returncode == 0 else [f"{what}: {done.stdout[-500:]}{done.stderr[-1000:]}"]
