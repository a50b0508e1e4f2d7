"""`make manifests`: builds all overlays and docker-compose.yml, and holds them to schemas and rules.

Ends with 1 when something is wrong. A program that is absent is said, and what it builds is not looked at.
"""

import sys
from collections.abc import Callable, Iterator

from ci.manifests import compose_rules, release_rules, workload_rules
from ci.manifests.build import (
    OVERLAYS,
    WITH_COMPONENTS,
    Document,
    NotBuilt,
    built_compose,
    built_overlay,
    kustomize,
)
from ci.manifests.schemas import OLDEST, newest, problems_with

KUBERNETES_RULES: tuple[Callable[[list[Document]], list[str]], ...] = (
    *workload_rules.RULES,
    *release_rules.RULES,
)


def overlay_problems(name: str) -> Iterator[str]:
    """What is wrong with an overlay, by both versions of Kubernetes and by the rules."""
    documents = built_overlay(name)
    for version in (OLDEST, newest()):
        yield from problems_with(documents, version)
    for rule in KUBERNETES_RULES:
        yield from rule(documents)


def _look(what: str, problems: Callable[[], Iterator[str]]) -> bool:
    try:
        found = list(problems())
    except NotBuilt as refusal:
        found = [str(refusal)]
    print(f"{what}: {'holds' if not found else f'{len(found)} wrong'}")
    for each in found:
        print(f"  {each}")
    return not found


def _compose_problems(whole: Document) -> Iterator[str]:
    for rule in compose_rules.RULES:
        yield from rule(whole)


def main() -> int:
    """Look at everything; returns the exit code."""
    held: list[bool] = []
    if kustomize() is None:
        print("kubectl and kustomize are not here: no overlay was built")
    else:
        held += [
            _look(name, lambda name=name: overlay_problems(name)) for name in (*OVERLAYS, WITH_COMPONENTS)
        ]
    try:
        whole = built_compose()
    except NotBuilt as refusal:
        print(f"docker-compose.yml: {refusal}")
        held.append(False)
    else:
        if whole is None:
            print("Docker Compose is not here: docker-compose.yml was not built")
        else:
            held.append(_look("docker-compose.yml", lambda: _compose_problems(whole)))
    good = all(held)
    ends = "all hold" if good else "NOT all hold"
    print(f"manifests: {len(held)} looked at, on Kubernetes {OLDEST} and {newest()}: {ends}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
