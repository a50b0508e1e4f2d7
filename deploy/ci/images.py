"""`make images`: pins the images of compose, Kubernetes and the Dockerfile by digest, as registries say it.

It needs docker, and the registries of the images. Each `name:tag` becomes `name:tag@sha256:...`; run it again
to take a newer image of the same tag. Without an answer for each image it changes nothing, and ends with 3.
"""

import re
import shutil
import subprocess
import sys
from typing import Final

from local.databases import CHECKOUT

NOT_TOLD: Final = 3
FILES: Final = (
    CHECKOUT / "docker-compose.yml",
    CHECKOUT / "deploy/docker/Dockerfile",
    *sorted(CHECKOUT.glob("deploy/kubernetes/**/*.yaml")),
)
IMAGE: Final = re.compile(
    r"^(?P<before>\s*(?:-\s+)?image:\s+|FROM )(?P<name>[\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?(?=\s|$)",
    re.MULTILINE,
)


def images_named() -> list[str]:
    """The images of all files as name:tag, without ours."""
    return sorted({found["name"] for file in FILES for found in IMAGE.finditer(file.read_text())})


def digest_of(image: str) -> str | None:
    """The digest of an image for all platforms; None when docker or the registry does not tell."""
    command = ["docker", "buildx", "imagetools", "inspect", image, "--format", "{{.Manifest.Digest}}"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    digest = ran.stdout.strip()
    return digest if re.fullmatch(r"sha256:[0-9a-f]{64}", digest) else None


def pinned(text: str, digests: dict[str, str]) -> str:
    """The file's text with these digests behind their images."""
    return IMAGE.sub(lambda found: f"{found['before']}{found['name']}@{digests[found['name']]}", text)


def main() -> int:
    """Pin all images; returns the exit code."""
    if shutil.which("docker") is None:
        print("images: docker is not here, so no digest was looked up")
        return NOT_TOLD
    found = {image: digest_of(image) for image in images_named()}
    silent = [image for image, digest in found.items() if digest is None]
    if silent:
        print(f"images: no registry told the digest of {', '.join(silent)}; nothing is changed")
        return NOT_TOLD
    digests = {image: digest for image, digest in found.items() if digest is not None}
    for file in FILES:
        file.write_text(pinned(file.read_text(), digests))
    print(f"images: {len(digests)} pinned")
    return 0


if __name__ == "__main__":
    sys.exit(main())
