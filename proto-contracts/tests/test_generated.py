"""What is committed below generated/ is what the code says today; old events can still be read."""

import json
from functools import reduce
from pathlib import Path
from typing import Any, cast

import jsonschema
import pytest
from contracts.event import Event, parse
from contracts.rules import web_document
from contracts.rules.translations import LOCALES
from generate import asyncapi, default_fields, event_schemas, languages, reference, typescript
from generate.files import TARGET, WIDTH, as_text
from generate.json_schema import reachable, referenced_names

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.json"))
STALE = "generated/{} is stale: run `make contracts`"


def expected() -> dict[str, str]:
    """Every generated file that the event contracts and rules determine, by name."""
    return {
        "asyncapi.json": as_text(asyncapi.document()),
        "events.ts": typescript.events(),
        "languages.json": as_text(languages.document()),
        "rules.json": as_text(web_document.document()),
        **{
            f"rules.{code}.json": as_text(web_document.translations(language))
            for language, code in LOCALES.items()
        },
        "default_fields.json": as_text(default_fields.document()),
    }


def test_events_rules_and_default_fields_are_current() -> None:
    files = expected()
    for name, text in files.items():
        assert (TARGET / name).read_text(encoding="utf-8") == text, STALE.format(name)
    assert {path.name for path in TARGET.iterdir()} == {*files, "openapi.json", "reference.json"}


def test_reference_data_is_current() -> None:
    committed = (TARGET / "reference.json").read_text(encoding="utf-8")
    assert committed == as_text(reference.document()), STALE.format("reference.json")


@pytest.mark.parametrize(("key", "event"), event_schemas.every_event().items())
def test_the_channel_of_an_event_leads_to_its_json_schema(key: str, event: type[Event]) -> None:
    document = json.loads((TARGET / "asyncapi.json").read_text(encoding="utf-8"))

    def at(reference: str) -> Any:
        return reduce(lambda node, name: node[name], reference.removeprefix("#/").split("/"), document)

    channel = document["channels"][key]
    assert at(channel["bindings"]["$ref"]) == asyncapi.EXCHANGE
    (message,) = channel["messages"].values()
    schema = at(at(message["$ref"])["payload"]["$ref"])
    assert set(schema["properties"]) == set(event.model_json_schema()["properties"])
    schemas = document["components"]["schemas"]
    assert reachable(referenced_names(schema), schemas) >= referenced_names(schema)
    jsonschema.validate(
        json.loads(event_schemas.example_of(event)), {**schema, "components": document["components"]}
    )


def test_a_long_document_is_written_in_short_lines() -> None:
    reference = {"$ref": "#/components/schemas/Problem"}
    long = {"key": "x" * 120}
    document = {
        "a": {"b": 1},
        "list": list(range(50)),
        "refs": dict.fromkeys("abcde", reference),
        "long": [long, long],
    }
    text = as_text(document)
    assert json.loads(text) == document
    assert text.splitlines()[1] == ' "a": {"b": 1},'
    assert max(map(len, text.splitlines())) <= WIDTH
    assert len(text.splitlines()) < len(json.dumps(document, indent=1).splitlines()) / 4


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_event_of_old_is_still_read(path: Path) -> None:
    old = json.loads(path.read_text(encoding="utf-8"))
    event = parse(path.stem, json.dumps({**old, "a_field_of_tomorrow": 1}).encode())
    assert event is not None
    assert event.aggregate
    assert _as_before(old, json.loads(event.model_dump_json())) == old


def _as_before(old: Any, new: Any) -> Any:
    """The new value without fields that were added since `old`, at any depth: contracts only grow."""
    if isinstance(old, dict) and isinstance(new, dict):
        before = cast("dict[str, Any]", old)
        return {name: _as_before(before[name], new[name]) for name in before if name in new}
    if isinstance(old, list) and isinstance(new, list):
        pairs = zip(cast("list[Any]", old), cast("list[Any]", new), strict=True)
        return [_as_before(was, now) for was, now in pairs]
    return new


def test_every_event_has_an_example() -> None:
    assert {path.stem for path in EXAMPLES} == set(event_schemas.every_event())
