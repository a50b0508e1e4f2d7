"""What is committed below generated/ is what the code says today; old events can still be read."""

import json
from pathlib import Path
from typing import Any, cast

import pytest
from contracts.event import parse
from contracts.rules import web_document
from contracts.rules.translations import LOCALES
from generate import asyncapi, default_fields, event_schemas, languages, reference, typescript
from generate.files import TARGET, as_text

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.json"))
STALE = "generated/{} is stale: run `make contracts`"


def expected() -> dict[str, str]:
    """Every generated file that the event contracts and rules determine, by name."""
    return {
        **event_schemas.schemas(),
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
    on_disk = {f"events/{path.name}" for path in (TARGET / "events").iterdir()}
    assert on_disk == {name for name in files if name.startswith("events/")}


def test_reference_data_is_current() -> None:
    committed = json.loads((TARGET / "reference.json").read_text(encoding="utf-8"))
    assert committed == reference.document(), STALE.format("reference.json")


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
