"""All processes together, at their most, must open no more connections than their database server takes."""

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

import pytest
import yaml
from chassis.connection_shares import LISTENING, SMALLEST, shares_of
from local.app_registry import settings_type
from local.databases import CHECKOUT, SERVICES
from local.layout import PARTS, few_connections
from local.postgres import SHARED

KUBERNETES: Final = CHECKOUT / "deploy" / "kubernetes"
OVERLAYS: Final = sorted(path.parent for path in KUBERNETES.glob("overlays/*/kustomization.yaml"))
MIGRATING: Final = 2
"""A migration makes its database with one connection while another one is in it."""
OPERATORS: Final = 20
"""For whoever looks (psql, an exporter, a backup), and what PostgreSQL keeps for superusers (3)."""
SCALED_BY_HAND: Final = 3
"""`docker compose up --scale`: so many of each part must fit."""


def _documents_of(folder: Path) -> Iterator[dict[str, Any]]:
    """The documents of an overlay: its kustomizations, and the resources and patches they name."""
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text())
    yield {"kind": "Kustomization", **kustomization}
    patches = [patch["path"] for patch in kustomization.get("patches", []) if "path" in patch]
    for name in (*kustomization.get("resources", []), *kustomization.get("components", []), *patches):
        if (folder / name).is_dir():
            yield from _documents_of((folder / name).resolve())
        else:
            yield from (each for each in yaml.safe_load_all((folder / name).read_text()) if each)


def _literals(documents: list[dict[str, Any]]) -> dict[str, str]:
    """The settings of all parts. An overlay comes before its base, and wins."""
    lines = [
        line
        for each in reversed(documents)
        for made in each.get("configMapGenerator", [])
        if made["name"] == "openhours"
        for line in made.get("literals", [])
    ]
    return dict(line.split("=", 1) for line in lines)


def _own_environment(documents: list[dict[str, Any]], part: str) -> dict[str, str]:
    deployments = [each for each in documents if each["kind"] == "Deployment"]
    return {
        variable["name"]: variable["value"]
        for each in deployments
        if each["metadata"]["name"] == part
        for container in each["spec"]["template"]["spec"]["containers"]
        for variable in container.get("env", [])
        if "value" in variable
    }


def _most_replicas(documents: list[dict[str, Any]], part: str) -> int:
    scaled = [
        each["spec"].get("maxReplicas") or each["spec"].get("maxReplicaCount", 0)
        for each in documents
        if each["kind"] in {"HorizontalPodAutoscaler", "ScaledObject"}
        and each["spec"]["scaleTargetRef"]["name"] == part
    ]
    fixed = [
        each["spec"].get("replicas", 1)
        for each in documents
        if each["kind"] == "Deployment" and each["metadata"]["name"] == part
    ]
    named = [
        every["count"] for each in documents for every in each.get("replicas", []) if every["name"] == part
    ]
    return max(*scaled, *fixed, *named, 1)


def _surge(documents: list[dict[str, Any]], replicas: int) -> int:
    """How many more pods of one part a rollout runs: the largest that any Deployment or patch says."""
    said = [
        each["spec"].get("strategy", {}).get("rollingUpdate", {}).get("maxSurge", "25%")
        for each in documents
        if each["kind"] == "Deployment" and "strategy" in each["spec"]
    ] or ["25%"]
    shares = [
        math.ceil(replicas * int(each.rstrip("%")) / 100) if isinstance(each, str) else each for each in said
    ]
    return max(shares)


def _accepted(documents: list[dict[str, Any]]) -> list[int]:
    """`max_connections` of the servers that are deployed, or that the overlay takes for granted."""
    found: list[str] = []
    for each in documents:
        if each["kind"] == "ConfigMap" and each["metadata"]["name"] == "database-limits":
            found.append(each["data"]["max_connections"])
        elif each["kind"] == "Cluster" and "postgresql" in each["spec"]:
            found.append(each["spec"]["postgresql"]["parameters"]["max_connections"])
        elif each["kind"] == "StatefulSet":
            found += re.findall(r"max_connections=(\d+)", str(each))
    return list(map(int, found))


def _of_one_process(part: str, settings: Mapping[str, str]) -> int:
    told = settings.get("DATABASE_CONNECTIONS")
    field = settings_type(part).model_fields["database_connections"]
    return int(told) if told is not None else cast(int, field.default)


def _most(documents: list[dict[str, Any]]) -> dict[str, int]:
    """How many connections each part may open while it is rolled out at its most replicas."""
    settings, most = _literals(documents), dict[str, int]()
    for part in PARTS:
        replicas = _most_replicas(documents, part)
        own = {**settings, **_own_environment(documents, part)}
        most[part] = (replicas + _surge(documents, replicas)) * _of_one_process(part, own)
    return most


@pytest.mark.parametrize("overlay", OVERLAYS, ids=lambda path: path.name)
def test_all_replicas_of_an_overlay_fit_into_its_database(overlay: Path) -> None:
    documents = list(_documents_of(overlay))
    accepted = _accepted(documents)
    assert accepted, f"{overlay.name} neither deploys a server nor says what it takes for granted of one"
    migrations = MIGRATING * len({each["metadata"]["name"] for each in documents if each["kind"] == "Job"})
    most = _most(documents)
    assert migrations
    assert sum(most.values()) + migrations + OPERATORS <= min(accepted), (most, migrations, OPERATORS)


def test_three_of_each_part_of_compose_fit_into_its_database() -> None:
    services = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text())["services"]
    accepted = int(re.findall(r"max_connections=(\d+)", str(services["postgres"]["command"]))[0])
    most = 0
    for part in SERVICES:
        environment = services[part]["environment"]
        said = re.sub(r"\$\{\w+:-(\d+)\}", r"\1", str(environment["DATABASE_CONNECTIONS"]))
        most += SCALED_BY_HAND * _of_one_process(part, {"DATABASE_CONNECTIONS": said})
    assert most + MIGRATING * len(SERVICES) + OPERATORS <= accepted


def test_the_shares_of_a_process_add_up_to_what_it_may_open() -> None:
    for connections in range(SMALLEST, 200):
        shares = shares_of(connections)
        assert sum(shares) + LISTENING == connections
        assert shares.requests >= 1
        assert shares.background >= 2


def test_what_runs_on_one_machine_opens_few_connections_or_as_many_as_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("DATABASE_CONNECTIONS", raising=False)
    assert few_connections() >= SMALLEST
    assert len(SERVICES) * (few_connections() + MIGRATING) + OPERATORS <= int(SHARED["max_connections"]) / 3
    monkeypatch.setenv("DATABASE_CONNECTIONS", "31")
    assert few_connections() == 31
