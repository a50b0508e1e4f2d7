"""Compares documents with the schemas of Kubernetes, of the oldest version that we name and of the newest.

Kubernetes' own come with the package kubernetes-validate, those of operators from deploy/kubernetes/schemas.
"""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import kubernetes_validate
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from ci.manifests.build import KUBERNETES, Document
from ci.manifests.selection import named

OLDEST: Final = "1.30"
"""preStop.sleep is on by default since 1.30; README.md of deploy/kubernetes names it too."""
CUSTOM: Final = KUBERNETES / "schemas"
PACKAGED: Final = Path(kubernetes_validate.__file__).parent / "kubernetes-json-schema"


def newest() -> str:
    """The newest version of Kubernetes whose schemas are here."""
    return ".".join(kubernetes_validate.latest_version().split(".")[:2])


@cache
def _registry(version: str) -> Registry[Any]:
    definitions = json.loads((PACKAGED / f"v{version}.0-local-strict/_definitions.json").read_text())
    return Resource.from_contents(definitions) @ Registry()


@cache
def _validator(api_version: str, kind: str, version: str) -> Draft202012Validator | None:
    """The validator of a kind; None when the version of Kubernetes, and the operators, know no such kind."""
    group, _, name = api_version.rpartition("/")
    custom = CUSTOM / f"{group}-{kind.lower()}.json"
    if custom.is_file():
        return Draft202012Validator(json.loads(custom.read_text()))
    packaged = "-".join(word for word in (kind.lower(), group.partition(".")[0], name) if word)
    file = PACKAGED / f"v{version}.0-local-strict" / f"{packaged}.json"
    if not file.is_file():
        return None
    schema = json.loads(file.read_text())
    registry = Resource.from_contents(schema) @ _registry(version)
    return Draft202012Validator(schema, registry=registry)


@cache
def _problems_with(text: str, version: str) -> tuple[str, ...]:
    each: Document = json.loads(text)
    validator = _validator(each["apiVersion"], each["kind"], version)
    if validator is None:
        return (f"{named(each)}: Kubernetes {version} knows no {each['apiVersion']}",)
    return tuple(
        f"{named(each)} on {version}: {'.'.join(map(str, error.path))}: {error.message}"
        for error in validator.iter_errors(each)
    )


def problems_with(documents: Iterable[Document], version: str) -> list[str]:
    """What a version of Kubernetes would refuse, or drop as unknown.

    Overlays share most of their documents, and each is looked at once.
    """
    return [
        problem for each in documents for problem in _problems_with(json.dumps(each, sort_keys=True), version)
    ]
