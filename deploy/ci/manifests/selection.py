"""Reads built documents: which are of a kind, what their pods are, and whom a selector means."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ci.manifests.build import Document

WORKLOADS: Final = ("Deployment", "StatefulSet", "Job", "CronJob")


def of_kind(documents: Sequence[Document], *kinds: str) -> Iterator[Document]:
    """The documents of these kinds."""
    return (each for each in documents if each["kind"] in kinds)


def named(document: Document) -> str:
    """How a problem names a document."""
    return f"{document['kind']} {document['metadata']['name']}"


def job_of(workload: Document) -> Document:
    """The specification of a workload's jobs, or of the workload itself if it makes none."""
    own: Document = workload["spec"]
    return own["jobTemplate"]["spec"] if "jobTemplate" in own else own


def pod_of(workload: Document) -> Document:
    """The specification of a workload's pods."""
    spec: Document = job_of(workload)["template"]["spec"]
    return spec


def labels_of(workload: Document) -> dict[str, str]:
    """The labels of a workload's pods."""
    labels: dict[str, str] = job_of(workload)["template"]["metadata"]["labels"]
    return labels


def containers_of(workload: Document) -> list[Document]:
    """All containers of a workload's pods, those of the beginning first."""
    pod = pod_of(workload)
    return [*pod.get("initContainers", []), *pod["containers"]]


def selects(selector: Mapping[str, Any] | None, labels: Mapping[str, str]) -> bool:
    """Whether a label selector means pods with these labels. An empty one means all, None means none."""
    if selector is None:
        return False
    if any(labels.get(key) != value for key, value in selector.get("matchLabels", {}).items()):
        return False
    return all(_fits(each, labels) for each in selector.get("matchExpressions", []))


def _fits(expression: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    value = labels.get(expression["key"])
    match expression["operator"]:
        case "In":
            return value in expression["values"]
        case "NotIn":
            return value not in expression["values"]
        case "Exists":
            return value is not None
        case _:
            return value is None


def scaled(documents: Sequence[Document]) -> list[str]:
    """The deployments that something scales, one entry for each that does."""
    scalers = of_kind(documents, "HorizontalPodAutoscaler", "ScaledObject")
    return [each["spec"]["scaleTargetRef"]["name"] for each in scalers]
