"""What all generated descriptions share: plain JSON Schema without pydantic's titles."""

from collections.abc import Callable, Mapping
from typing import Any, cast

Schema = dict[str, Any]


def untitled(node: Any) -> Any:
    """The same JSON without what says nothing: titles made of names, defaults that are null."""
    if isinstance(node, list):
        return [untitled(each) for each in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    kept: Schema = {}
    for name, value in cast("Mapping[str, Any]", node).items():
        if name in {"properties", "$defs", "schemas"} and isinstance(value, dict):
            kept[name] = {inner: untitled(each) for inner, each in cast("Schema", value).items()}
        elif not (name == "title" and isinstance(value, str)) and not (name == "default" and value is None):
            kept[name] = untitled(value)
    return kept


def references(node: Any) -> set[str]:
    """The names of all schemas that a piece of JSON Schema refers to."""
    if isinstance(node, list):
        return {name for each in cast("list[Any]", node) for name in references(each)}
    if not isinstance(node, dict):
        return set()
    found: set[str] = set()
    for name, value in cast("Mapping[str, Any]", node).items():
        if name == "$ref" and isinstance(value, str):
            found.add(value.rpartition("/")[2])
        else:
            found |= references(value)
    return found


def reachable(start: set[str], schemas: Mapping[str, Schema]) -> set[str]:
    """`start` and every schema that is reached from there."""
    seen: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name in schemas and name not in seen:
            seen.add(name)
            waiting.extend(references(schemas[name]))
    return seen


def rewritten(node: Any, reference: Callable[[str], str]) -> Any:
    """The same JSON Schema with each reference rewritten."""
    if isinstance(node, list):
        return [rewritten(each, reference) for each in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    return {
        name: reference(value) if name == "$ref" and isinstance(value, str) else rewritten(value, reference)
        for name, value in cast("Mapping[str, Any]", node).items()
    }


def placed(schema: Schema, place: str) -> Schema:
    """The schema with its references pointing to another place of the document."""
    return rewritten(schema, lambda target: f"{place}/{target.rpartition('/')[2]}")


def renamed(node: Any, names: Mapping[str, str]) -> Any:
    """The same JSON Schema with its references pointing to the new names."""

    def new_name(target: str) -> str:
        place, _, name = target.rpartition("/")
        return f"{place}/{names.get(name, name)}"

    return rewritten(node, new_name)
