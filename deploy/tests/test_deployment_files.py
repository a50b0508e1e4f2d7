"""The files for Docker, Kubernetes and observability name only what exists, and hold no password.

What the built manifests must hold to is in test_manifests.py.
"""

import ipaddress
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from ci.images import images_named, pinned
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


@pytest.mark.parametrize("part", SERVICES)
def test_a_service_is_not_told_the_roles_that_change_its_tables(part: str) -> None:
    services = _compose()
    serving = cast(dict[str, str], services[part]["environment"])
    migrating = cast(dict[str, str], services[f"migrate-{part}"]["environment"])
    admin = {"MIGRATION_DATABASE_URL", "ADMIN_DATABASE_URL"}
    assert (admin & set(serving), admin & set(migrating)) == (set(), admin)
    assert serving["DATABASE_URL"] == migrating["DATABASE_URL"]
    for each in yaml.safe_load_all((DEPLOY / f"kubernetes/base/{part}.yaml").read_text()):
        if each["kind"] in {"Deployment", "Job"}:
            (container,) = each["spec"]["template"]["spec"]["containers"]
            told = {variable["name"] for variable in container["env"]}
            assert admin & told == (admin if each["kind"] == "Job" else set()), each["kind"]


def test_the_build_of_the_image_fails_with_an_interpreter_that_is_not_optimised() -> None:
    dockerfile = (DEPLOY / "docker" / "Dockerfile").read_text()
    [program] = re.findall(r'^RUN python -c "(import sysconfig; .+)"$', dockerfile, re.MULTILINE)
    both = "'--enable-optimizations' '--enable-shared' '--with-lto'"
    for arguments, passes in ((both, True), ("'--with-lto'", False), ("'--enable-optimizations'", False)):
        config = f"import sysconfig; sysconfig.get_config_var = lambda _: {arguments!r}; "
        checked = subprocess.run([sys.executable, "-c", config + program], check=False, capture_output=True)
        assert (checked.returncode == 0) is passes


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


def _documents() -> list[dict[str, Any]]:
    files = sorted(DEPLOY.glob("kubernetes/**/*.yaml"))
    return [each for file in files for each in yaml.safe_load_all(file.read_text()) if each]


def test_compose_has_no_password_that_is_known() -> None:
    text = (CHECKOUT / "docker-compose.yml").read_text()
    assert "guest:guest" not in text
    for name, service in _compose().items():
        for key, value in cast(dict[str, str], service.get("environment", {})).items():
            if re.search(r"PASS|SECRET|_KEY$", key):
                assert re.fullmatch(r"\$\{\w+:\?.*\}", value), (name, key)
            assert not re.search(r"//\w+:(?!\$)[^@/]+@", str(value)), (name, key)


def test_the_secrets_of_compose_are_made_once_and_for_their_owner_alone(tmp_path: Path) -> None:
    script, file = DEPLOY / "docker" / "make-secrets.sh", tmp_path / ".env"
    subprocess.run(["bash", str(script), str(file)], check=True)
    first = file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    made = dict(line.split("=") for line in first.splitlines())
    wanted = set(re.findall(r"\$\{(\w+):\?", (CHECKOUT / "docker-compose.yml").read_text()))
    assert set(made) == wanted
    assert len(set(made.values())) == len(made)
    assert all(len(value) == 64 for value in made.values())
    subprocess.run(["bash", str(script), str(file)], check=True)
    assert file.read_text() == first


def test_every_image_names_its_version() -> None:
    names = images_named()
    assert {"postgres", "rabbitmq", "node", "python"} <= {name.partition(":")[0] for name in names}
    assert not [name for name in names if name.endswith(":latest")]


def test_an_image_is_pinned_behind_its_tag_and_pinned_anew() -> None:
    digests = {"rabbitmq:4": f"sha256:{'a' * 64}", "node:24-slim": f"sha256:{'b' * 64}"}
    text = "  image: rabbitmq:4\nFROM node:24-slim AS web\n          image: openhours\n"
    once = pinned(text, digests)
    assert once.splitlines()[:2] == [
        f"  image: rabbitmq:4@sha256:{'a' * 64}",
        f"FROM node:24-slim@sha256:{'b' * 64} AS web",
    ]
    assert pinned(once, digests) == once
    assert once.splitlines()[2] == "          image: openhours"


def _egress(part: str, overlay: str) -> set[tuple[str, int]]:
    """What the policies of base and an overlay let a part reach: the peer in one word, and the port."""
    reached: set[tuple[str, int]] = set()
    for folder in ("base", f"overlays/{overlay}"):
        for policy in yaml.safe_load_all((DEPLOY / "kubernetes" / folder / "egress.yaml").read_text()):
            selector = policy["spec"]["podSelector"]
            named = selector.get("matchLabels", {}).get("part")
            listed = [each.get("values", PARTS) for each in selector.get("matchExpressions", [])]
            if selector and part != named and not any(part in values for values in listed):
                continue
            for rule in policy["spec"]["egress"]:
                for peer in rule["to"]:
                    word = _peer(peer)
                    reached |= {(word, port["port"]) for port in rule["ports"]}
    return reached


def _peer(peer: dict[str, Any]) -> str:
    if "ipBlock" in peer:
        return "public" if "except" in peer["ipBlock"] else "stores"
    if "podSelector" not in peer:
        return "monitoring"
    labels = peer["podSelector"].get("matchLabels", {})
    return next(iter(labels.values()), "services")


def test_a_part_reaches_what_it_needs_and_nothing_else() -> None:
    names, identity = ("kube-dns", 53), ("identity", 8000)
    stores = {("postgres", 5432), ("rabbitmq", 5672)}
    assert _egress("gateway", "local") == {names, ("services", 8000), *stores}
    assert _egress("identity", "local") == {names, *stores}
    assert _egress("profiles", "local") == {names, identity, *stores}
    assert _egress("booking", "local") == {names, identity, *stores, ("public", 443), ("public", 80)}
    assert _egress("notifications", "local") == {names, identity, *stores, ("public", 443), ("mailpit", 1025)}


def test_in_production_stores_are_reached_by_tls_only() -> None:
    reached = {pair for part in PARTS for pair in _egress(part, "production") if pair[0] == "stores"}
    assert {port for _, port in reached} == {5432, 5671, 443, 465, 587}


def test_what_is_public_holds_no_address_of_a_private_network() -> None:
    private = [
        "10.1.2.3",
        "127.0.0.1",
        "169.254.169.254",
        "172.20.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "0.1.2.3",
    ]
    private += ["::1", "fd00::1", "fe80::1", "fec0::1", "64:ff9b::a00:1", "2002:a00:1::", "::ffff:10.0.0.1"]
    blocks = [
        peer["ipBlock"]
        for policy in yaml.safe_load_all((DEPLOY / "kubernetes/base/egress.yaml").read_text())
        for rule in policy["spec"]["egress"]
        for peer in rule["to"]
        if "ipBlock" in peer
    ]
    assert len(blocks) == 4
    for address in map(ipaddress.ip_address, private):
        for block in blocks:
            if address.version != ipaddress.ip_network(block["cidr"]).version:
                continue
            assert any(address in ipaddress.ip_network(each) for each in block["except"]), address


def _fewest_gateways(overlay: str) -> int:
    """What the overlay says itself, or its autoscaler."""
    told = yaml.safe_load((DEPLOY / f"kubernetes/overlays/{overlay}/kustomization.yaml").read_text())
    if counts := {each["name"]: each["count"] for each in told.get("replicas", [])}:
        return int(counts["gateway"])
    scalers = yaml.safe_load_all((DEPLOY / f"kubernetes/overlays/{overlay}/scaling.yaml").read_text())
    return next(each["spec"]["minReplicas"] for each in scalers if each["metadata"]["name"] == "gateway")


@pytest.mark.parametrize("overlay", ["local", "production"])
def test_several_gateways_count_their_callers_together(overlay: str) -> None:
    assert _fewest_gateways(overlay) > 1
    gateway, job = (
        next(each for each in _documents() if (each["kind"], each["metadata"]["name"]) == wanted)
        for wanted in (("Deployment", "gateway"), ("Job", "migrate-gateway"))
    )
    for each in (gateway, job):
        (container,) = each["spec"]["template"]["spec"]["containers"]
        (storage,) = [known for known in container["env"] if known["name"] == "RATE_LIMIT_STORAGE"]
        assert storage["valueFrom"]["secretKeyRef"]["key"] == "gateway-database-url"
    base = yaml.safe_load((DEPLOY / "kubernetes/base/kustomization.yaml").read_text())
    told = yaml.safe_load((DEPLOY / f"kubernetes/overlays/{overlay}/kustomization.yaml").read_text())
    settings = [
        each for file in (base, told) for each in file["configMapGenerator"] if each["name"] == "openhours"
    ]
    literals = [literal for each in settings for literal in each["literals"]]
    assert any(literal.startswith("TRUSTED_PROXIES=") for literal in literals)


def test_no_secret_of_kubernetes_is_in_a_file() -> None:
    assert not [each for each in _documents() if each["kind"] == "Secret"]


def test_the_web_app_names_the_licence_of_the_project() -> None:
    title, version = (line.strip() for line in (CHECKOUT / "LICENSE").read_text().splitlines()[1:3])
    assert (title, version.partition(",")[0]) == ("Apache License", "Version 2.0")
    assert json.loads((CHECKOUT / "web" / "package.json").read_text())["license"] == "Apache-2.0"
