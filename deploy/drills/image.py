"""`make image`: deploy/docker/Dockerfile is built as it is, without a registry of images, and its image runs.

Debian's buildah builds it, isolated by chroot. The images that the Dockerfile begins with are stand-ins,
made by mmdebstrap of the packages of the mirror that this machine uses: Debian's own Python 3.13, and the
Node that the lock file pins. They trust the authorities that this machine trusts. Debian does not record how
its interpreter was built, so the Dockerfile's question whether it is optimized is answered by the stand-in.

Every part then runs from the image, as the user 10001, on a file system that is read-only but for
/var/lib/openhours and /tmp, without any capability, and must become ready.

python -m drills.image
"""

import sys
import time
from pathlib import Path
from typing import Final

from local.databases import CHECKOUT
from local.folders import temporary_folder

from drills.image_builds import Builder, BuildFailed, missing_for_builds
from drills.image_runs import faults_of_image
from drills.invariants import verdict

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


def main() -> int:
    """Build the image and run it; returns 1 if something did not hold."""
    if missing := missing_for_builds():
        print(f"Skipped: {missing}.")
        return 0
    print("The image, built without a registry, and every part run from it.", flush=True)
    with temporary_folder("image") as folder:
        builder = Builder(folder / "images")
        try:
            build(builder)
            with builder.mounted(NAME) as image:
                faults = faults_of_image(image, folder / "run")
        except BuildFailed as error:
            faults = [str(error)]
        finally:
            builder.forget()
    return verdict(
        faults, "the Dockerfile builds unchanged, and every part serves from its image, read-only."
    )


if __name__ == "__main__":
    sys.exit(main())
