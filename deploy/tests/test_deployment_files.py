"""The files for Docker, Kubernetes and observability parse, and name only settings that exist."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import cast

import pytest
import yaml
from local.app_registry import settings_type
from local.databases import CHECKOUT, SERVICES
from local.layout import PARTS

Mapping = dict[str, "Mapping | list[str] | str"]
DEPLOY = CHECKOUT / "deploy"
STORES_OWN = ("AWS_",)
"""The prefix of variables that obstore reads."""


def _compose() -> dict[str, dict[str, object]]:
    loaded = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text())
    return cast(dict[str, dict[str, object]], loaded["services"])


@pytest.mark.parametrize("part", PARTS)
def test_compose_tells_each_part_only_what_it_understands(part: str) -> None:
    settings = set(cast(dict[str, str], _compose()[part]["environment"]))
    known = {name.upper() for name in settings_type(part).model_fields}
    assert not {name for name in settings if name not in known and not name.startswith(STORES_OWN)}


@pytest.mark.parametrize("part", SERVICES)
def test_compose_migrates_before_it_serves(part: str) -> None:
    services = _compose()
    assert services[f"migrate-{part}"]["command"] == [part, "migrate"]
    assert f"migrate-{part}" in cast(dict[str, object], services[part]["depends_on"])


def test_compose_mounts_only_what_is_there() -> None:
    for service in _compose().values():
        for volume in cast(list[str], service.get("volumes", [])):
            source = volume.split(":")[0]
            assert not source.startswith("./") or (CHECKOUT / source).is_file(), source


def test_the_image_copies_only_what_is_there() -> None:
    lines = (DEPLOY / "docker" / "Dockerfile").read_text().splitlines()
    for line in lines:
        if not line.startswith("COPY ") or "--from" in line:
            continue
        for source in line.split()[1:-1]:
            assert (CHECKOUT / source).exists(), source


@pytest.mark.parametrize("path", sorted(DEPLOY.glob("observability/**/*.yml")), ids=lambda path: path.name)
def test_observability_files_parse(path: Path) -> None:
    assert yaml.safe_load(path.read_text())


@pytest.mark.parametrize("overlay", ["local", "production"])
def test_kubernetes_overlays_build(overlay: str) -> None:
    folder = DEPLOY / "kubernetes" / "overlays" / overlay
    program = shutil.which("kubectl")
    if program is None:
        for file in sorted(DEPLOY.glob("kubernetes/**/*.yaml")):
            assert list(yaml.safe_load_all(file.read_text()))
        return
    built = subprocess.run(
        [program, "kustomize", str(folder)], capture_output=True, text=True, check=True
    ).stdout
    kinds = [(each["kind"], each["metadata"]["name"]) for each in yaml.safe_load_all(built)]
    assert {("Deployment", part) for part in PARTS} <= set(kinds)
    assert {("Job", f"migrate-{service}") for service in SERVICES} <= set(kinds)


def test_the_web_app_names_the_licence_of_the_project() -> None:
    title, version = (line.strip() for line in (CHECKOUT / "LICENSE").read_text().splitlines()[1:3])
    assert (title, version.partition(",")[0]) == ("Apache License", "Version 2.0")
    assert json.loads((CHECKOUT / "web" / "package.json").read_text())["license"] == "Apache-2.0"
