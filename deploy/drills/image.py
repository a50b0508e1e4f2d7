"""deploy/docker/Dockerfile is built as it is, without a registry of images, and its image runs.

Debian's buildah builds it, isolated by chroot. The images that the Dockerfile begins with are stand-ins,
made by mmdebstrap of the packages of the mirror that this machine uses: Debian's own Python 3.13, and the
Node that the lock file pins. They trust the authorities that this machine trusts. Debian does not record how
its interpreter was built, so the Dockerfile's question whether it is optimized is answered by the stand-in.

Every part then runs from the image, as the user 10001, on a file system that is read-only but for
/var/lib/openhours and /tmp, without any capability, and must become ready.
"""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from local.databases import CHECKOUT

from drills.image_builds import Builder, BuildFailed, missing_for_builds
from drills.image_runs import faults_of_image
from drills.running import Drill, NotTried

DOCKERFILE: Final = Path("deploy/docker/Dockerfile")
NAME: Final = "openhours"


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
