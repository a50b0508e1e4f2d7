"""deploy/docker/Dockerfile is built as it is, without a registry of images, and its image runs.

Debian's buildah builds it, isolated by chroot. The images that the Dockerfile begins with are stand-ins,
made by mmdebstrap of the packages of the mirror that this machine uses: Debian's own Python 3.13, and the
Node that the lock file pins. They trust the authorities that this machine trusts. Debian does not record how
its interpreter was built, so the Dockerfile's question whether it is optimized is answered by the stand-in.

Every part then runs from the image, as the user 10001, on a file system that is read-only but for
/var/lib/openhours and /tmp, without any capability, and must become ready.
"""

import asyncio
import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import httpx
from client.api_client import UnexpectedRefusal
from client.mailbox_client import MailboxClient
from client.personas import Client, new_email
from local.cluster import Cluster, PartFailed, part_of, running_cluster
from local.databases import CHECKOUT, SERVICES
from local.layout import PARTS
from testkit.environments import settings_of_parts

from drills.image_builds import Builder, BuildFailed, Image, missing_for_builds
from drills.running import Drill, NotTried

DOCKERFILE: Final = Path("deploy/docker/Dockerfile")
NAME: Final = "openhours"
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
            return subprocess.Popen(
                self._order((*self._image.entrypoint, part, "serve")),
                cwd=self.folder,
                env={**self._image.variables, **self.variables_of(part), **own},
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
    faults: list[str] = []
    if probe.stdout.split() != ALLOWED:
        faults.append(f"a process in the image says {probe.stdout}{probe.stderr}")
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
        variables = {
            **cluster.variables_of(service),
            "MIGRATION_DATABASE_URL": cluster.owner_url(service),
            "ADMIN_DATABASE_URL": cluster.server_url,
        }
        done = cluster.inside(*image.entrypoint, service, "migrate", **variables)
        faults += _ended(f"{service} migrate", done)
    return faults


async def _faults_of_answers(cluster: Cluster) -> list[str]:
    """The web app is there, and somebody signs up, gets a mail and confirms the address."""
    async with httpx.AsyncClient(base_url=cluster.url, timeout=ANSWER_SECONDS) as http:
        page = await http.get("/")
        found = page.status_code == _OK and "<html" in page.text
        faults = [] if found else [f"the web app: {page.status_code}"]
        person = Client(http, "Ada Drill", new_email("ada"))
        person.patience = ANSWER_SECONDS
        try:
            await person.join(MailboxClient(http, cluster.mail.list_url, ANSWER_SECONDS))
        except UnexpectedRefusal as error:
            faults.append(str(error))
    return faults


def _ended(what: str, done: subprocess.CompletedProcess[str]) -> list[str]:
    return [] if done.returncode == 0 else [f"{what}: {done.stdout[-500:]}{done.stderr[-1000:]}"]


def build(builder: Builder) -> None:
    """Make the stand-ins and the image. Raises BuildFailed."""
    began = time.monotonic()
    bases = builder.make_bases(CHECKOUT / DOCKERFILE)
    made = time.monotonic()
    print(f"  made {', '.join(bases)} in {made - began:.0f} s", flush=True)
    builder.build(CHECKOUT, DOCKERFILE, NAME)
    print(f"  built the image in {time.monotonic() - made:.0f} s: {builder.size(NAME)}", flush=True)


def faults_of_build(folder: Path) -> list[str]:
    """Build the image and run it; returns what did not hold."""
    builder = Builder(folder / "images")
    try:
        build(builder)
        with builder.mounted(NAME) as image:
            return faults_of_image(image, folder / "run")
    except BuildFailed as error:
        return [str(error)]
    finally:
        builder.forget()


async def drill(folder: Path, words: Sequence[str]) -> list[str]:
    """Build the image where that can be done; returns the faults."""
    del words
    if missing := missing_for_builds():
        raise NotTried(missing)
    return await asyncio.to_thread(faults_of_build, folder)


DRILL: Final = Drill(
    "The image, built without a registry, and every part run from it.",
    drill,
    "the Dockerfile builds unchanged, and every part serves from its image, read-only.",
)
