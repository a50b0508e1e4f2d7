"""Rules for docker-compose.yml: each is a function of the whole set that returns what breaks it."""

from collections.abc import Iterator
from typing import Final

from local.databases import SERVICES

from ci.manifests.build import Document
from ci.manifests.release_rules import TAGGED

OURS: Final = "openhours"
PUBLIC: Final = "proxy"
"""The one service that others than this machine may reach."""
NO_HEALTH_CHECK: Final = "no-health-check"
"""The label with the reason why a service has none."""
HEALTHY: Final = "service_healthy"
COMPLETED: Final = "service_completed_successfully"


def _services(whole: Document) -> Iterator[tuple[str, Document]]:
    return iter(whole["services"].items())


def _conditions(service: Document) -> dict[str, str]:
    return {name: each["condition"] for name, each in service.get("depends_on", {}).items()}


def _is_asked(service: Document) -> bool:
    return bool(service.get("healthcheck", {}).get("test"))


def services_are_limited(whole: Document) -> list[str]:
    """Each has a limit of processor, memory and processes."""
    words = ("cpus", "mem_limit", "pids_limit")
    return [
        f"{name} has no {word}" for name, each in _services(whole) for word in words if not each.get(word)
    ]


def services_are_asked(whole: Document) -> list[str]:
    """Each is asked for its health, but for jobs, and for those that say why not."""
    return [
        f"{name} has no health check, and no reason in the label {NO_HEALTH_CHECK}"
        for name, each in _services(whole)
        if not _is_asked(each)
        and each.get("restart") != "no"
        and not each.get("labels", {}).get(NO_HEALTH_CHECK)
    ]


def starts_are_ordered(whole: Document) -> list[str]:
    """A part waits for its migration, that for PostgreSQL, the proxy for a gateway; none for the broker."""
    services = whole["services"]
    found: list[str] = []
    for part in ("gateway", *SERVICES):
        job = f"migrate-{part}"
        if _conditions(services[part]).get(job) != COMPLETED:
            found.append(f"{part} does not wait for {job}")
        if _conditions(services.get(job, {})).get("postgres") != HEALTHY:
            found.append(f"{job} does not wait for postgres")
    if _conditions(services[PUBLIC]).get("gateway") != HEALTHY:
        found.append(f"{PUBLIC} does not wait for a gateway")
    for name, each in _services(whole):
        for wanted, condition in _conditions(each).items():
            if condition == HEALTHY and not _is_asked(services[wanted]):
                found.append(f"{name} waits for the health of {wanted}, which nobody asks")
            if condition == HEALTHY and wanted == "rabbitmq":
                found.append(f"{name} waits for the broker, without which it serves")
    return found


def images_are_pinned(whole: Document) -> list[str]:
    """Each image names a version or a digest; ours is built."""
    found: list[str] = []
    for name, each in _services(whole):
        fits = TAGGED.fullmatch(each["image"])
        tag = fits["tag"] if fits else None
        if each["image"] != OURS and (tag == "latest" or not (tag or "@sha256:" in each["image"])):
            found.append(f"{name}: {each['image']} names no version")
    return found


def only_the_proxy_is_public(whole: Document) -> list[str]:
    """All other ports are of this machine alone, and a part has none."""
    return [
        f"{name} publishes {port['target']} to everybody"
        for name, each in _services(whole)
        for port in each.get("ports", [])
        if name != PUBLIC and (port.get("host_ip") != "127.0.0.1" or each["image"] == OURS)
    ]


def rights_are_dropped(whole: Document) -> list[str]:
    """None gains rights; parts, jobs and the proxy have none, and write nothing to their image."""
    found: list[str] = []
    for name, each in _services(whole):
        if "no-new-privileges:true" not in each.get("security_opt", []) or each.get("privileged"):
            found.append(f"{name} may gain rights")
        if each["image"] != OURS and name != PUBLIC:
            continue
        if each.get("cap_drop") != ["ALL"] or not each.get("read_only"):
            found.append(f"{name} keeps rights, or may write to its image")
    return found


def gateways_count_together(whole: Document) -> list[str]:
    """Two at least, which count their callers in one table, and trust the one proxy before them."""
    gateway = whole["services"]["gateway"]
    told = gateway["environment"]
    if gateway.get("scale", 1) < 2 or not told.get("RATE_LIMIT_STORAGE", "").startswith("postgresql://"):
        return ["there is one gateway, or each counts for itself"]
    return [] if told.get("TRUSTED_PROXIES") == "1" else ["the gateways do not trust the proxy"]


RULES: Final = (
    services_are_limited,
    services_are_asked,
    starts_are_ordered,
    images_are_pinned,
    only_the_proxy_is_public,
    rights_are_dropped,
    gateways_count_together,
)
