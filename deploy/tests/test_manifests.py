"""`make manifests`: every overlay and docker-compose.yml fit schemas and rules, and each rule can fail."""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from ci.manifests import __main__ as manifests
from ci.manifests import build, compose_rules, crd_schemas, release_rules, schemas, workload_rules
from ci.manifests.build import OVERLAYS, WITH_COMPONENTS, Document
from ci.manifests.selection import of_kind, pod_of, selects
from gateway.routes import ROUTES
from gateway.settings import GatewaySettings
from local.databases import CHECKOUT, SERVICES
from local.layout import PARTS

ALL: Final = (*OVERLAYS, WITH_COMPONENTS)
Rule = Callable[[list[Document]], list[str]]
Change = Callable[[list[Document]], object]


@cache
def _overlay(name: str) -> list[Document]:
    if build.kustomize() is None:
        pytest.skip("neither kubectl nor kustomize is here: `make setup` installs kubectl on Linux")
    return build.built_overlay(name)


@cache
def _compose() -> Document:
    whole = build.built_compose()
    return pytest.skip("Docker Compose is not here") if whole is None else whole


def _one(documents: list[Document], kind: str, name: str) -> Document:
    return next(each for each in of_kind(documents, kind) if each["metadata"]["name"] == name)


def _booking(documents: list[Document]) -> Document:
    return _one(documents, "Deployment", "booking")


def _container(documents: list[Document]) -> Document:
    (container,) = pod_of(_booking(documents))["containers"]
    return container


def _job(documents: list[Document]) -> Document:
    return next(of_kind(documents, "Job"))


def _without(kind: str) -> Change:
    def change(documents: list[Document]) -> None:
        documents[:] = [each for each in documents if each["kind"] != kind]

    return change


def _without_default_deny(documents: list[Document]) -> None:
    documents.remove(_one(documents, "NetworkPolicy", "default-deny"))


def _open_policy(documents: list[Document]) -> None:
    del _one(documents, "NetworkPolicy", "public-to-gateway")["spec"]["ingress"][0]["from"]


def _avoiding_another(documents: list[Document]) -> None:
    pod_of(_booking(documents))["affinity"] = pod_of(_one(documents, "Deployment", "feed"))["affinity"]


BROKEN: Final[Mapping[Rule, tuple[Change, ...]]] = {
    workload_rules.replicas_are_set_once: (
        lambda all_: _booking(all_)["spec"].update(replicas=2),
        lambda all_: all_.append(_one(all_, "HorizontalPodAutoscaler", "booking")),
    ),
    workload_rules.deployments_have_budgets: (
        _without("PodDisruptionBudget"),
        lambda all_: _one(all_, "PodDisruptionBudget", "booking")["spec"].update(maxUnavailable=0),
    ),
    workload_rules.pods_are_spread: (
        lambda all_: pod_of(_booking(all_)).pop("topologySpreadConstraints"),
        lambda all_: pod_of(_booking(all_)).pop("affinity"),
        _avoiding_another,
    ),
    workload_rules.containers_have_resources: (
        lambda all_: _container(all_)["resources"].pop("limits"),
        lambda all_: _job(all_)["spec"]["template"]["spec"]["containers"][0].pop("resources"),
    ),
    workload_rules.servers_are_probed: (lambda all_: _container(all_).pop("startupProbe"),),
    workload_rules.pods_are_restricted: (
        lambda all_: _one(all_, "Namespace", "openhours")["metadata"].pop("labels"),
        lambda all_: pod_of(_booking(all_)).pop("securityContext"),
        lambda all_: pod_of(_booking(all_)).pop("automountServiceAccountToken"),
        lambda all_: _container(all_)["securityContext"].pop("capabilities"),
        lambda all_: _container(all_)["securityContext"].pop("readOnlyRootFilesystem"),
    ),
    workload_rules.parts_have_accounts: (_without("ServiceAccount"),),
    workload_rules.parts_end_in_peace: (
        lambda all_: pod_of(_booking(all_)).update(terminationGracePeriodSeconds=20),
        lambda all_: _container(all_).pop("lifecycle"),
    ),
    workload_rules.autoscalers_keep_two_and_rest: (
        lambda all_: _one(all_, "HorizontalPodAutoscaler", "booking")["spec"].update(minReplicas=1),
        lambda all_: _one(all_, "HorizontalPodAutoscaler", "booking")["spec"].pop("behavior"),
    ),
    release_rules.images_are_pinned: (
        lambda all_: _container(all_).update(image="registry.example:5000/openhours"),
        lambda all_: _container(all_).update(image="registry.example/openhours:latest"),
        lambda all_: _container(all_).update(image="registry.example/openhours:0.0.9"),
    ),
    release_rules.jobs_are_new_with_each_version: (
        lambda all_: _job(all_)["metadata"].update(name="migrate-booking"),
        lambda all_: pod_of(_job(all_))["containers"][0].update(envFrom=[{"configMapRef": {}}]),
    ),
    release_rules.jobs_end: (lambda all_: _job(all_)["spec"].pop("activeDeadlineSeconds"),),
    release_rules.secrets_are_documented: (
        lambda all_: _container(all_)["env"].append(
            {"name": "A", "valueFrom": {"secretKeyRef": {"name": "openhours", "key": "unheard-of"}}}
        ),
        lambda all_: _one(all_, "Ingress", "openhours")["spec"]["tls"][0].update(secretName="unheard-of"),
        lambda all_: all_.append({"kind": "Secret", "metadata": {"name": "openhours"}}),
    ),
    release_rules.pods_are_behind_policies: (
        _without("NetworkPolicy"),
        _without_default_deny,
        lambda all_: all_.remove(_one(all_, "NetworkPolicy", "names")),
        lambda all_: _one(all_, "NetworkPolicy", "default-deny")["spec"].update(policyTypes=["Ingress"]),
    ),
    release_rules.policies_name_peers_and_ports: (_open_policy,),
    release_rules.services_find_pods: (
        lambda all_: _one(all_, "Service", "booking")["spec"].update(selector={"part": "bookings"}),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ALL)
def test_an_overlay_fits_the_schemas_and_the_rules(name: str) -> None:
    _overlay(name)
    assert list(manifests.overlay_problems(name)) == []


@pytest.mark.parametrize("name", ALL)
def test_an_overlay_has_every_part_and_its_migration(name: str) -> None:
    documents = _overlay(name)
    found = {(each["kind"], each["metadata"]["name"]) for each in documents}
    version = _booking(documents)["metadata"]["labels"][release_rules.VERSION]
    assert {("Deployment", part) for part in PARTS} <= found
    assert {("Job", f"migrate-{part}-{version}") for part in PARTS} <= found


def test_every_rule_is_looked_at_and_shown_to_fail() -> None:
    assert set(BROKEN) == set(manifests.KUBERNETES_RULES)


@pytest.mark.parametrize(
    ("rule", "change"),
    [(rule, change) for rule, changes in BROKEN.items() for change in changes],
    ids=[f"{rule.__name__}-{number}" for rule, changes in BROKEN.items() for number in range(len(changes))],
)
def test_a_rule_finds_what_breaks_it(rule: Rule, change: Change) -> None:
    documents = deepcopy(_overlay("production"))
    assert rule(documents) == []
    change(documents)
    assert rule(documents) != []


def test_a_word_that_kubernetes_does_not_know_is_found() -> None:
    documents = deepcopy(_overlay("production"))
    _container(documents)["livenesProbe"] = {}
    for version in (schemas.OLDEST, schemas.newest()):
        (found,) = schemas.problems_with(documents, version)
        assert "livenesProbe" in found


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("operators", "Cluster"),
        ("operators", "RabbitmqCluster"),
        (WITH_COMPONENTS, "ScaledObject"),
        (WITH_COMPONENTS, "TriggerAuthentication"),
        (WITH_COMPONENTS, "HTTPRoute"),
    ],
)
def test_a_word_that_an_operator_does_not_know_is_found(name: str, kind: str) -> None:
    documents = deepcopy(_overlay(name))
    next(of_kind(documents, kind))["spec"]["unheardOf"] = 1
    (found,) = schemas.problems_with(documents, schemas.OLDEST)
    assert "unheardOf" in found


def test_a_kind_without_a_schema_is_found() -> None:
    unknown = {"apiVersion": "example.org/v1", "kind": "Unknown", "metadata": {"name": "a"}}
    assert schemas.problems_with([unknown], schemas.OLDEST) == [
        f"Unknown a: Kubernetes {schemas.OLDEST} knows no example.org/v1"
    ]


def test_the_readme_names_the_oldest_version() -> None:
    assert f"Kubernetes {schemas.OLDEST} or newer" in (build.KUBERNETES / "README.md").read_text()


def test_a_schema_keeps_what_is_wrong_and_leaves_words_and_status_out() -> None:
    text = {"type": "string", "description": "words"}
    port = {"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, {"type": "string"}]}
    pod = {"type": "object", "properties": {"containers": text}}
    spec = {"type": "object", "properties": {"name": text, "port": port, "pod": pod}}
    definition = {
        "spec": {
            "group": "example.org",
            "names": {"kind": "Thing"},
            "versions": [
                {"name": "v1", "storage": True, "schema": {"openAPIV3Schema": {
                    "type": "object", "properties": {"spec": spec, "status": text}}}},
            ],
        }
    }  # fmt: skip
    made = crd_schemas.schema_of(definition, "a source", ["spec.pod"])
    assert made["properties"]["spec"] == {
        "type": "object",
        "properties": {
            "name": {"type": "string"}, "port": {"type": ["integer", "string"]}, "pod": {"type": "object"}},
        "additionalProperties": False,
    }  # fmt: skip
    assert set(made["properties"]) == {"apiVersion", "kind", "metadata", "spec"}
    assert made["$comment"] == "a source"


@pytest.mark.parametrize("file", sorted(schemas.CUSTOM.glob("*.json")), ids=lambda file: file.stem)
def test_a_schema_names_its_source_and_its_licence(file: Path) -> None:
    assert json.loads(file.read_text())["$comment"].endswith(("Apache-2.0", "MPL-2.0"))
    assert file.name in (schemas.CUSTOM / "README.md").read_text()


def test_autoscalers_by_queue_take_the_place_of_the_others_and_grow_no_further() -> None:
    by_processor = {
        each["metadata"]["name"]: each["spec"]["maxReplicas"]
        for each in of_kind(_overlay("production"), "HorizontalPodAutoscaler")
    }
    documents = _overlay(WITH_COMPONENTS)
    by_queue = {
        each["metadata"]["name"]: each["spec"]["maxReplicaCount"]
        for each in of_kind(documents, "ScaledObject")
    }
    assert set(by_queue) == set(SERVICES)
    assert all(by_queue[part] <= by_processor[part] for part in by_queue)
    assert [each["metadata"]["name"] for each in of_kind(documents, "HorizontalPodAutoscaler")] == ["gateway"]


def test_the_ways_in_take_the_largest_post() -> None:
    largest = max(route.pictures for route in ROUTES) * GatewaySettings().picture_body_limit
    ingress = _one(_overlay("production"), "Ingress", "openhours")
    told = ingress["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-body-size"]
    assert int(told.removesuffix("m")) * 1024 * 1024 == largest
    caddy = (CHECKOUT / "deploy/docker/Caddyfile").read_text()
    assert f"max_size {largest // 1024 // 1024}MiB" in caddy


def test_a_selector_means_whom_kubernetes_means() -> None:
    labels = {"part": "booking"}
    assert selects({}, labels)
    assert not selects(None, labels)
    assert selects({"matchLabels": labels}, labels)
    assert not selects({"matchLabels": {"part": "feed"}}, labels)
    for operator, values, fits in (
        ("In", ["booking"], True),
        ("In", ["feed"], False),
        ("NotIn", ["feed"], True),
        ("Exists", [], True),
        ("DoesNotExist", [], False),
    ):
        expression = {"key": "part", "operator": operator, "values": values}
        assert selects({"matchExpressions": [expression]}, labels) is fits


def _service(whole: Document, name: str) -> dict[str, Any]:
    return whole["services"][name]


BROKEN_COMPOSE: Final[Mapping[Callable[[Document], list[str]], tuple[Callable[[Document], object], ...]]] = {
    compose_rules.services_are_limited: (
        lambda whole: _service(whole, "postgres").pop("cpus"),
        lambda whole: _service(whole, "jaeger").pop("mem_limit"),
    ),
    compose_rules.services_are_asked: (
        lambda whole: _service(whole, "booking").pop("healthcheck"),
        lambda whole: _service(whole, "collector").pop("labels"),
    ),
    compose_rules.starts_are_ordered: (
        lambda whole: _service(whole, "booking")["depends_on"].pop("migrate-booking"),
        lambda whole: _service(whole, "migrate-booking").pop("depends_on"),
        lambda whole: _service(whole, "proxy").pop("depends_on"),
        lambda whole: _service(whole, "feed")["depends_on"].update(rabbitmq={"condition": "service_healthy"}),
        lambda whole: _service(whole, "jaeger").pop("healthcheck"),
    ),
    compose_rules.images_are_pinned: (
        lambda whole: _service(whole, "postgres").update(image="postgres"),
        lambda whole: _service(whole, "postgres").update(image="postgres:latest"),
    ),
    compose_rules.only_the_proxy_is_public: (
        lambda whole: _service(whole, "postgres").update(ports=[{"target": 5432, "published": "5432"}]),
        lambda whole: _service(whole, "booking").update(ports=[{"target": 8000, "host_ip": "127.0.0.1"}]),
    ),
    compose_rules.rights_are_dropped: (
        lambda whole: _service(whole, "minio").pop("security_opt"),
        lambda whole: _service(whole, "booking").pop("cap_drop"),
        lambda whole: _service(whole, "proxy").pop("read_only"),
    ),
    compose_rules.gateways_count_together: (
        lambda whole: _service(whole, "gateway").pop("scale"),
        lambda whole: _service(whole, "gateway")["environment"].pop("RATE_LIMIT_STORAGE"),
        lambda whole: _service(whole, "gateway")["environment"].pop("TRUSTED_PROXIES"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("rule", compose_rules.RULES, ids=lambda rule: rule.__name__)
def test_compose_keeps_a_rule_that_can_be_broken(rule: Callable[[Document], list[str]]) -> None:
    assert rule(_compose()) == []
    for change in BROKEN_COMPOSE[rule]:
        broken = deepcopy(_compose())
        change(broken)
        assert rule(broken) != [], change


def test_compose_refuses_a_word_that_it_does_not_know(tmp_path: Path) -> None:
    _compose()
    wrong = tmp_path / "compose.yml"
    wrong.write_text("services: {a: {image: postgres:18, memory_limit: 1g}}\n")
    with pytest.raises(build.NotBuilt, match="memory_limit"):
        build.built_compose(wrong)


def test_compose_mounts_only_what_is_there() -> None:
    mounts = [mount for each in _compose()["services"].values() for mount in each.get("volumes", [])]
    sources = [Path(mount["source"]) for mount in mounts if mount["type"] == "bind"]
    assert sources
    assert [source for source in sources if not source.exists()] == []
