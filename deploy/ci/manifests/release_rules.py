"""Rules for releases, for secrets, and for who may reach whom: functions of the built documents."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from ci.manifests.build import KUBERNETES, Document
from ci.manifests.selection import (
    WORKLOADS,
    containers_of,
    job_of,
    labels_of,
    named,
    of_kind,
    pod_of,
    selects,
)

VERSION: Final = "app.kubernetes.io/version"
OURS: Final = re.compile(r"^([\w.-]+(:\d+)?/)*openhours[:@]")
TAGGED: Final = re.compile(r"^[\w./:-]+?(:(?P<tag>[\w][\w.-]*))?(@sha256:[0-9a-f]{64})?$")
DNS: Final = 53


def images_are_pinned(documents: Sequence[Document]) -> list[str]:
    """Each image names a version or a digest; ours names the version that its labels name."""
    found: list[str] = []
    for each in of_kind(documents, *WORKLOADS):
        version = each["metadata"].get("labels", {}).get(VERSION)
        for image in (container["image"] for container in containers_of(each)):
            fits = TAGGED.fullmatch(image)
            tag = fits["tag"] if fits else None
            if tag == "latest" or not (tag or "@sha256:" in image):
                found.append(f"{named(each)}: {image} names no version")
            elif OURS.match(image) and tag != version:
                found.append(f"{named(each)}: its image is {tag}, its version {version}")
    clusters = of_kind(documents, "RabbitmqCluster")
    return found + [
        f"{named(each)} names no version" for each in clusters if ":" not in each["spec"].get("image", "")
    ]


def jobs_are_new_with_each_version(documents: Sequence[Document]) -> list[str]:
    """A job's text cannot be changed once it is there. So its name ends with the version, and it reads no
    setting that changes between versions."""
    found: list[str] = []
    for each in of_kind(documents, "Job"):
        version = each["metadata"].get("labels", {}).get(VERSION)
        if version is None or not each["metadata"]["name"].endswith(f"-{version}"):
            found.append(f"{named(each)} does not end with its version {version}")
        if "configMapRef" in str(pod_of(each)) or "configMapKeyRef" in str(pod_of(each)):
            found.append(f"{named(each)} reads a ConfigMap, whose name changes with its content")
    return found


def jobs_end(documents: Sequence[Document]) -> list[str]:
    """A job has a deadline, a number of tries, and is cleared away."""
    words = ("activeDeadlineSeconds", "backoffLimit", "ttlSecondsAfterFinished")
    return [
        f"{named(each)} has no {word}"
        for each in of_kind(documents, "Job", "CronJob")
        for word in words
        if word not in job_of(each)
    ]


def _references(node: Any) -> Iterator[tuple[str, str]]:
    """All secrets that a document names, each with the key, or '' for all of its keys."""
    if isinstance(node, list):
        for each in node:
            yield from _references(each)
    if not isinstance(node, dict):
        return
    for word, value in node.items():
        if word == "secretKeyRef":
            yield value["name"], value["key"]
        elif word == "secretTargetRef":
            yield from ((each["name"], each["key"]) for each in value)
        elif word in {"secretRef", "secret"} and "name" in value:
            keys = [each["key"] for each in value.get("items", [])] or [""]
            yield from ((value["name"], key) for key in keys)
        elif word in {"secretName", "caSecretName"}:
            yield value, ""
        else:
            yield from _references(value)


def secrets_are_documented(documents: Sequence[Document], readme: str | None = None) -> list[str]:
    """README.md of deploy/kubernetes names each secret and each key that is read; no file holds one."""
    text = readme if readme is not None else (KUBERNETES / "README.md").read_text()
    words = set(re.findall(r"`([^`\s]+)`", text))
    named_ones = {pair for each in documents for pair in _references(each)}
    found = [
        f"README.md does not name {key or name}"
        for name, key in sorted(named_ones)
        if (key or name) not in words
    ]
    return found + [f"{named(each)} is in a file" for each in of_kind(documents, "Secret")]


def pods_are_behind_policies(documents: Sequence[Document]) -> list[str]:
    """Nothing is let in or out by default. Each pod may resolve names; what serves says who may call it."""
    policies = [each["spec"] for each in of_kind(documents, "NetworkPolicy")]
    closed = [
        each
        for each in policies
        if not each["podSelector"] and not each.get("ingress") and not each.get("egress")
    ]
    found = [] if any(set(each["policyTypes"]) == {"Ingress", "Egress"} for each in closed) else [
        "no policy closes the namespace by default"
    ]  # fmt: skip
    for each in of_kind(documents, *WORKLOADS):
        mine = [policy for policy in policies if selects(policy["podSelector"], labels_of(each))]
        rules = [rule for policy in mine for rule in policy.get("egress", [])]
        if not any(port["port"] == DNS for rule in rules for port in rule.get("ports", [])):
            found.append(f"{named(each)} may not resolve names")
        if each["kind"] not in {"Job", "CronJob"} and not any(policy.get("ingress") for policy in mine):
            found.append(f"{named(each)}: no policy lets anybody in")
    return found


def policies_name_peers_and_ports(documents: Sequence[Document]) -> list[str]:
    """No policy lets in or out everybody, or on every port."""
    return [
        f"{named(each)}: a rule of {way} is open to all, or for all ports"
        for each in of_kind(documents, "NetworkPolicy")
        for way, peers in (("ingress", "from"), ("egress", "to"))
        for rule in each["spec"].get(way, [])
        if not rule.get(peers) or not rule.get("ports")
    ]


def services_find_pods(documents: Sequence[Document]) -> list[str]:
    """Each service selects the pods of one workload."""
    workloads = list(of_kind(documents, "Deployment", "StatefulSet"))
    found: list[str] = []
    for each in of_kind(documents, "Service"):
        selector = {"matchLabels": each["spec"]["selector"]}
        if len([one for one in workloads if selects(selector, labels_of(one))]) != 1:
            found.append(f"{named(each)} selects the pods of no workload, or of several")
    return found


RULES: Final = (
    images_are_pinned,
    jobs_are_new_with_each_version,
    jobs_end,
    secrets_are_documented,
    pods_are_behind_policies,
    policies_name_peers_and_ports,
    services_find_pods,
)
