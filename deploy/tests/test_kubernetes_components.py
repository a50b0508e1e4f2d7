"""Backups and monitoring on Kubernetes: their commands and their labels are those that the parts know."""

from functools import cache
from typing import Any, Final

import pytest
import yaml
from chassis.settings import ServiceSettings
from ci.documents import prometheus_rule
from ci.manifests import build
from ci.manifests.build import WITH_COMPONENTS, Document
from ci.manifests.selection import containers_of, labels_of, of_kind, selects
from openhours.__main__ import command_parser
from openhours.backups.media_objects import media_stores
from openhours.parts import SERVICES, read_settings

URL: Final = "postgresql://role:password@db.example/openhours?sslmode=verify-full"


@cache
def _documents() -> list[Document]:
    if build.kustomize() is None:
        pytest.skip("neither kubectl nor kustomize is here: `make setup` installs kubectl on Linux")
    return build.built_overlay(WITH_COMPONENTS)


def _backups() -> list[dict[str, Any]]:
    return [containers_of(each)[0] for each in of_kind(_documents(), "CronJob")]


def _settings(container: dict[str, Any]) -> dict[str, str]:
    """The container's variables; those of secrets are an address of a database."""
    maps = {each["metadata"]["name"]: each["data"] for each in of_kind(_documents(), "ConfigMap")}
    named = [each["configMapRef"]["name"] for each in container["envFrom"] if "configMapRef" in each]
    shared = {name: value for each in named for name, value in maps[each].items()}
    return shared | {each["name"]: URL for each in container["env"]}


def test_a_backup_has_the_settings_that_it_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(_backups()) == 2
    for container in _backups():
        with monkeypatch.context() as environment:
            for name, value in _settings(container).items():
                environment.setenv(name, value)
            settings = {service: read_settings(service, ServiceSettings) for service in SERVICES}
        assert all(each.migration_database_url == URL for each in settings.values())
        assert [store.url for store in media_stores(settings)] == ["s3://openhours-media"]


def test_a_backup_says_a_command_that_exists() -> None:
    for container in _backups():
        program, command, *words = container["args"]
        values = _settings(container)
        said = [values[word[2:-1]] if word.startswith("$(") else word for word in words]
        arguments = command_parser(command).parse_args(said)
        assert (program, arguments.place) == ("openhours", "s3://openhours-backups")
        assert arguments.keep == 14 or arguments.erasures_only


def test_each_part_is_scraped_under_the_name_that_the_alerts_want() -> None:
    (monitor,) = of_kind(_documents(), "PodMonitor")
    (endpoint,) = monitor["spec"]["podMetricsEndpoints"]
    for part in of_kind(_documents(), "Deployment"):
        assert selects(monitor["spec"]["selector"], labels_of(part))
        assert labels_of(part)[monitor["spec"]["jobLabel"]] == "openhours"
        assert {"part"} == set(monitor["spec"]["podTargetLabels"]) & set(labels_of(part))
        (container,) = containers_of(part)
        assert endpoint["port"] in {port["name"] for port in container["ports"]}


def test_the_alerts_of_kubernetes_are_those_of_prometheus() -> None:
    (rule,) = of_kind(_documents(), "PrometheusRule")
    assert rule["spec"] == yaml.safe_load(prometheus_rule.ALERTS.read_text(encoding="utf-8"))
