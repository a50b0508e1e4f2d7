"""Builds what is applied: each overlay by kustomize, and what Docker Compose makes of its file."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

import yaml
from local.databases import CHECKOUT

KUBERNETES: Final = CHECKOUT / "deploy/kubernetes"
COMPOSE: Final = CHECKOUT / "docker-compose.yml"
OVERLAYS: Final = ("local", "operators", "production")
COMPONENTS: Final = ("backups", "gateway-api", "monitoring", "queue-scaling")
"""Each is optional; they are built over production, all together."""
WITH_COMPONENTS: Final = "production with components"
PROGRAM_SECONDS: Final = 50
Document = dict[str, Any]


class NotBuilt(Exception):
    """A program refused the files. The message is the program's own."""


def kustomize() -> list[str] | None:
    """The command that builds a folder; None where neither kubectl nor kustomize is."""
    if kubectl := shutil.which("kubectl"):
        return [kubectl, "kustomize"]
    if program := shutil.which("kustomize"):
        return [program, "build"]
    return None


def compose() -> list[str] | None:
    """The command of Docker Compose; None where it is not."""
    if program := shutil.which("docker-compose"):
        return [program]
    if docker := shutil.which("docker"):
        known = subprocess.run([docker, "compose", "version"], capture_output=True, check=False)
        return [docker, "compose"] if known.returncode == 0 else None
    return None


def _output(command: Sequence[str], environment: dict[str, str] | None = None) -> str:
    ran = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PROGRAM_SECONDS, env=environment
    )
    if ran.returncode:
        raise NotBuilt(f"{' '.join(command)}: {ran.stderr.strip()}")
    return ran.stdout


def documents_in(text: str) -> list[Document]:
    """The documents of a YAML file, without empty ones."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return [each for each in yaml.load_all(text, loader) if each]


def built(folder: Path) -> list[Document]:
    """What kustomize makes of a folder; raises `NotBuilt` when it refuses, LookupError without kustomize."""
    command = kustomize()
    if command is None:
        raise LookupError("neither kubectl nor kustomize is here")
    return documents_in(_output([*command, str(folder)]))


def built_overlay(name: str) -> list[Document]:
    """An overlay, or production with all components, as the platform teams add them."""
    if name != WITH_COMPONENTS:
        return built(KUBERNETES / "overlays" / name)
    with tempfile.TemporaryDirectory() as folder:
        here = os.path.relpath(KUBERNETES, Path(folder).resolve())
        kustomization = {
            "apiVersion": "kustomize.config.k8s.io/v1beta1",
            "kind": "Kustomization",
            "namespace": "openhours",
            "resources": [f"{here}/overlays/production"],
            "components": [f"{here}/components/{name}" for name in COMPONENTS],
        }
        (Path(folder) / "kustomization.yaml").write_text(yaml.safe_dump(kustomization))
        return built(Path(folder))


def built_compose(file: Path = COMPOSE) -> Document | None:
    """The whole set with all profiles, as Docker Compose reads it with made-up secrets.

    None without Docker Compose; raises `NotBuilt` when it refuses the file.
    """
    command = compose()
    if command is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        secrets = Path(folder) / "env"
        script = str(CHECKOUT / "deploy/docker/make-secrets.sh")
        subprocess.run(["bash", script, str(secrets)], check=True)
        words = [
            "--file",
            str(file),
            "--env-file",
            str(secrets),
            "--profile",
            "*",
            "config",
            "--format",
            "json",
        ]
        bare = {"PATH": os.environ["PATH"], "HOME": folder}  # nothing of this machine's settings
        return cast(Document, json.loads(_output([*command, *words], bare)))
