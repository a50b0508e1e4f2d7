"""Rules for what runs in a cluster: each is a function of the built documents that returns what breaks it."""

from collections.abc import Sequence
from typing import Final

from ci.manifests.build import Document
from ci.manifests.selection import (
    WORKLOADS,
    containers_of,
    labels_of,
    named,
    of_kind,
    pod_of,
    scaled,
    selects,
)

TOPOLOGIES: Final = frozenset({"topology.kubernetes.io/zone", "kubernetes.io/hostname"})
LEAVING_SECONDS: Final = 5
"""What a process needs after its last request: its connections close, its last spans leave."""


def replicas_are_set_once(documents: Sequence[Document]) -> list[str]:
    """A deployment that is scaled names no number, which each apply would set again. One scales, not two."""
    targets = scaled(documents)
    twice = [f"{name} is scaled twice" for name in sorted(set(targets)) if targets.count(name) > 1]
    both = [
        f"{named(each)} has replicas beside its autoscaler"
        for each in of_kind(documents, "Deployment")
        if each["metadata"]["name"] in targets and "replicas" in each["spec"]
    ]
    return twice + both


def deployments_have_budgets(documents: Sequence[Document]) -> list[str]:
    """Each deployment has a budget for disruptions, one that always lets a node be drained."""
    budgets = [each["spec"] for each in of_kind(documents, "PodDisruptionBudget")]
    found: list[str] = []
    for each in of_kind(documents, "Deployment"):
        mine = [budget for budget in budgets if selects(budget["selector"], labels_of(each))]
        if len(mine) != 1:
            found.append(f"{named(each)} has {len(mine)} budgets for disruptions")
        elif mine[0].get("maxUnavailable") != 1:
            found.append(f"{named(each)}: its budget does not let one pod go")
    return found


def pods_are_spread(documents: Sequence[Document]) -> list[str]:
    """A deployment's pods are spread over zones and machines, and avoid each other."""
    found: list[str] = []
    for each in of_kind(documents, "Deployment"):
        pod = pod_of(each)
        constraints = pod.get("topologySpreadConstraints", [])
        mine = [one for one in constraints if selects(one.get("labelSelector"), labels_of(each))]
        if missing := TOPOLOGIES - {one["topologyKey"] for one in mine}:
            found.append(f"{named(each)} is not spread over {', '.join(sorted(missing))}")
        anti = pod.get("affinity", {}).get("podAntiAffinity", {})
        terms = [
            one["podAffinityTerm"] for one in anti.get("preferredDuringSchedulingIgnoredDuringExecution", [])
        ]
        terms += anti.get("requiredDuringSchedulingIgnoredDuringExecution", [])
        if not any(selects(term["labelSelector"], labels_of(each)) for term in terms):
            found.append(f"{named(each)} does not avoid its own pods")
    return found


def containers_have_resources(documents: Sequence[Document]) -> list[str]:
    """Each container asks for processor and memory, and has a limit of memory."""
    found: list[str] = []
    for each in of_kind(documents, *WORKLOADS):
        for container in containers_of(each):
            resources = container.get("resources", {})
            asked = set(resources.get("requests", {}))
            limited = set(resources.get("limits", {}))
            if not {"cpu", "memory"} <= asked or "memory" not in limited:
                has = f"has requests {sorted(asked)}, limits {sorted(limited)}"
                found.append(f"{named(each)}: {container['name']} {has}")
    return found


def servers_are_probed(documents: Sequence[Document]) -> list[str]:
    """What serves is asked whether it is ready, and a part whether it has started and lives."""
    found: list[str] = []
    for each in of_kind(documents, "Deployment", "StatefulSet"):
        part = each["kind"] == "Deployment"
        wanted = {"readinessProbe", "startupProbe", "livenessProbe"} if part else {"readinessProbe"}
        found += [
            f"{named(each)}: {container['name']} has no {', '.join(sorted(wanted - set(container)))}"
            for container in pod_of(each)["containers"]
            if wanted - set(container)
        ]
    return found


def pods_are_restricted(documents: Sequence[Document]) -> list[str]:
    """Pods keep to the Pod Security Standard "restricted", and hold no token of Kubernetes."""
    found = [
        f"{named(each)} does not enforce the restricted standard"
        for each in of_kind(documents, "Namespace")
        if each["metadata"].get("labels", {}).get("pod-security.kubernetes.io/enforce") != "restricted"
    ]
    for each in of_kind(documents, *WORKLOADS):
        pod = pod_of(each)
        context = pod.get("securityContext", {})
        kept = (
            context.get("runAsNonRoot") and context.get("seccompProfile", {}).get("type") == "RuntimeDefault"
        )
        if not kept or pod.get("automountServiceAccountToken") is not False or pod.get("hostNetwork"):
            found.append(f"{named(each)}: its pods may be root, or hold a token")
        for container in containers_of(each):
            own = container.get("securityContext", {})
            dropped = own.get("capabilities", {}).get("drop") == ["ALL"] and not own.get("privileged")
            if own.get("allowPrivilegeEscalation") is not False or not dropped:
                found.append(f"{named(each)}: {container['name']} keeps rights it does not need")
            if each["kind"] != "StatefulSet" and not own.get("readOnlyRootFilesystem"):
                found.append(f"{named(each)}: {container['name']} may write to its image")
    return found


def parts_have_accounts(documents: Sequence[Document]) -> list[str]:
    """Each part, its migration and the backups run as a service account of their own, which is there."""
    accounts = {each["metadata"]["name"] for each in of_kind(documents, "ServiceAccount")}
    return [
        f"{named(each)} has no service account of its own"
        for each in of_kind(documents, "Deployment", "Job", "CronJob")
        if pod_of(each).get("serviceAccountName") not in accounts
    ]


def parts_end_in_peace(documents: Sequence[Document]) -> list[str]:
    """A pod gets the time to leave the balancer, to answer what it has begun, to finish events and jobs."""
    drains = [
        int(each["data"]["DRAIN_SECONDS"])
        for each in of_kind(documents, "ConfigMap")
        if "DRAIN_SECONDS" in each.get("data", {})
    ]
    if not drains:
        return ["no ConfigMap names DRAIN_SECONDS"]
    found: list[str] = []
    for each in of_kind(documents, "Deployment"):
        pod = pod_of(each)
        hooks = [container.get("lifecycle", {}).get("preStop", {}) for container in pod["containers"]]
        slept = max(hook.get("sleep", {}).get("seconds", 0) for hook in hooks)
        needed = slept + 2 * drains[0] + LEAVING_SECONDS
        if slept < 1 or pod.get("terminationGracePeriodSeconds", 30) < needed:
            found.append(f"{named(each)} has less than {needed} s to end, or no pause before")
    return found


def autoscalers_keep_two_and_rest(documents: Sequence[Document]) -> list[str]:
    """An autoscaler keeps two pods at least, and waits before it takes one away."""
    found: list[str] = []
    for each in of_kind(documents, "HorizontalPodAutoscaler"):
        down = each["spec"].get("behavior", {}).get("scaleDown", {})
        if each["spec"].get("minReplicas", 1) < 2 or down.get("stabilizationWindowSeconds", 0) < 300:
            found.append(f"{named(each)} may leave one pod, or takes pods away at once")
    for each in of_kind(documents, "ScaledObject"):
        scaler = each["spec"].get("advanced", {}).get("horizontalPodAutoscalerConfig", {})
        down = scaler.get("behavior", {}).get("scaleDown", {})
        if each["spec"].get("minReplicaCount", 0) < 2 or down.get("stabilizationWindowSeconds", 0) < 300:
            found.append(f"{named(each)} may leave one pod, or takes pods away at once")
    return found


RULES: Final = (
    replicas_are_set_once,
    deployments_have_budgets,
    pods_are_spread,
    containers_have_resources,
    servers_are_probed,
    pods_are_restricted,
    parts_have_accounts,
    parts_end_in_peace,
    autoscalers_keep_two_and_rest,
)
