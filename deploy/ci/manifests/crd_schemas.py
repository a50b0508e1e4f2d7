"""Makes deploy/kubernetes/schemas of custom resource definitions, as their projects publish them.

python -m ci.manifests.crd_schemas "project 1.2.3, path/to/crd.yaml, licence" crd.yaml [spec.opaque ...]

Kept is the stored version's schema without its words and its status. What lies below an opaque path is taken
as it comes, so that a definition that holds Kubernetes' own pods stays small.
"""

import json
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import yaml
from local.databases import CHECKOUT

SCHEMAS = CHECKOUT / "deploy/kubernetes/schemas"
WORDS = frozenset({"description", "example", "default"})
OPEN = "x-kubernetes-preserve-unknown-fields"


def lean(schema: Mapping[str, Any], opaque: Collection[str], path: str = "") -> dict[str, Any]:
    """The schema without words and Kubernetes' own keywords. Unknown fields are wrong, as Kubernetes drops
    them."""
    if path in opaque or schema.get(OPEN):
        return {"type": "object"} if path in opaque else {}
    kept = {
        word: value for word, value in schema.items() if word not in WORDS and not word.startswith("x-kube")
    }
    if "properties" in schema:
        kept["properties"] = {
            name: lean(each, opaque, f"{path}.{name}".lstrip("."))
            for name, each in schema["properties"].items()
        }
        kept.setdefault("additionalProperties", False)
    if "items" in schema:
        kept["items"] = lean(schema["items"], opaque, path)
    if isinstance(schema.get("additionalProperties"), dict):
        kept["additionalProperties"] = lean(schema["additionalProperties"], opaque, path)
    if schema.get("x-kubernetes-int-or-string"):
        return {"type": ["integer", "string"]}
    return kept


def schema_of(definition: Mapping[str, Any], source: str, opaque: Collection[str]) -> dict[str, Any]:
    """The stored version's schema, with its source in it."""
    (stored,) = (each for each in definition["spec"]["versions"] if each["storage"])
    schema = lean(stored["schema"]["openAPIV3Schema"], opaque)
    del schema["properties"]["status"]
    schema["properties"]["metadata"] = {"type": "object"}
    names = {
        "apiVersion": {"const": f"{definition['spec']['group']}/{stored['name']}"},
        "kind": {"const": definition["spec"]["names"]["kind"]},
    }
    return {"$comment": source, **schema, "properties": {**schema["properties"], **names}}


def main() -> None:
    """Write one schema, named for its group and kind."""
    source, file, *opaque = sys.argv[1:]
    definition = yaml.safe_load(Path(file).read_text())
    kind, group = definition["spec"]["names"]["kind"].lower(), definition["spec"]["group"]
    schema = schema_of(definition, source, opaque)
    (SCHEMAS / f"{group}-{kind}.json").write_text(json.dumps(schema, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
