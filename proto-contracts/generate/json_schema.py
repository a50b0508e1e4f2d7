"""Functions over JSON Schema that all generated descriptions share."""

from collections.abc import Callable, Mapping
from typing import Any, cast

Schema = dict[str, Any]


def without_titles(node: Any) -> Any:
    """The same JSON without pydantic's titles and without defaults of null."""
    if isinstance(node, list):
        return [without_titles(each) for each in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    result: Schema = {}
    for name, value in cast("Mapping[str, Any]", node).items():
        if name in {"properties", "$defs", "schemas"} and isinstance(value, dict):
            result[name] = {inner: without_titles(each) for inner, each in cast("Schema", value).items()}
        elif not (name == "title" and isinstance(value, str)) and not (name == "default" and value is None):
            result[name] = without_titles(value)
    return result


def referenced_names(node: Any) -> set[str]:
    """The names of all schemas that a JSON Schema refers to."""
    if isinstance(node, list):
        return {name for each in cast("list[Any]", node) for name in referenced_names(each)}
    if not isinstance(node, dict):
        return set()
    found: set[str] = set()
    for name, value in cast("Mapping[str, Any]", node).items():
        if name == "$ref" and isinstance(value, str):
            found.add(value.rpartition("/")[2])
        else:
            found |= referenced_names(value)
    return found


def reachable(start: set[str], schemas: Mapping[str, Schema]) -> set[str]:
    """`start` and every schema that it refers to, directly or through others."""
    seen: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name in schemas and name not in seen:
            seen.add(name)
            waiting.extend(referenced_names(schemas[name]))
    return seen


def rewrite_references(node: Any, reference: Callable[[str], str]) -> Any:
    """The same JSON Schema with each reference rewritten."""
    if isinstance(node, list):
        return [rewrite_references(each, reference) for each in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    return {
        name: reference(value)
        if name == "$ref" and isinstance(value, str)
        else rewrite_references(value, reference)
        for name, value in cast("Mapping[str, Any]", node).items()
    }


def move_references(schema: Schema, place: str) -> Schema:
    """The same JSON Schema with its references moved to another place of the document."""
    return rewrite_references(schema, lambda target: f"{place}/{target.rpartition('/')[2]}")


def rename_references(node: Any, names: Mapping[str, str]) -> Any:
    """The same JSON Schema with its references changed to the new names."""

    def new_name(target: str) -> str:
        place, _, name = target.rpartition("/")
        return f"{place}/{names.get(name, name)}"

    return rewrite_references(node, new_name)
