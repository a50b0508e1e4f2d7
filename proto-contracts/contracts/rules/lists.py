"""Values that requests carry as native JSON or as a JSON string: lists and device data."""

import json
import math
import re
from collections.abc import Sequence
from typing import Annotated, Final, TypeVar, cast

from pydantic import AfterValidator, BeforeValidator, GetCoreSchemaHandler, GetJsonSchemaHandler, JsonValue
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from contracts.rules import messages
from contracts.rules.checks import stored_text

T = TypeVar("T")
_LONGEST_JSON: Final = 1_000_000
_MOST_ENTRIES: Final = 1_000
"""More than any list may have. Bounds the work on a list before its entries are judged one by one."""
_LONGEST_DEVICE_DATA: Final = 4_000
_UNSTORABLE: Final = re.compile(r"[\x00\ud800-\udfff]")


def _read_json(typed: str, longest: int) -> object:
    """The parsed JSON; None when it is invalid, too long or too deep."""
    if len(typed) > longest:
        return None
    try:
        return json.loads(typed)
    except (ValueError, RecursionError):
        return None


def _as_list(typed: object) -> object:
    if isinstance(typed, str):
        typed = _read_json(typed, _LONGEST_JSON) if typed.strip() else []
    if typed is None or not isinstance(typed, list | tuple):
        raise ValueError(messages.REQUIRED_ARRAY)
    entries = list(cast("Sequence[object]", typed))
    if len(entries) > _MOST_ENTRIES:
        raise ValueError(messages.TOO_MANY.format(n=_MOST_ENTRIES))
    return entries


class _JsonOrNative:
    """Accepts a list or a JSON string of one; rejects anything else with 'requiredArray'."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(_as_list, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        native = handler(schema)
        if handler.mode == "serialization":
            return native
        return {"anyOf": [native, {"type": "string", "contentMediaType": "application/json"}]}


JsonList = Annotated[list[T], _JsonOrNative()]
"""`JsonList[T]`: a native list of T or a JSON string of one; an empty string is the empty list."""


class EntryCount:
    """Limits the number of entries of a `JsonList`. Too few entries fail with 'requiredArray'."""

    def __init__(self, minimum: int = 0, maximum: int = 50) -> None:
        self.minimum = minimum
        self.maximum = maximum

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._bounded, handler(source))

    def _bounded(self, entries: list[object]) -> list[object]:
        if len(entries) < self.minimum:
            raise ValueError(messages.REQUIRED_ARRAY)
        if len(entries) > self.maximum:
            raise ValueError(messages.TOO_MANY.format(n=self.maximum))
        return entries

    def as_json(self) -> list[dict[str, object]]:
        """The limits as the web reads them."""
        too_many = messages.TOO_MANY.format(n=self.maximum)
        required: list[dict[str, object]] = [{"rule": "requiredArray", "message": messages.REQUIRED_ARRAY}]
        return [
            *(required if self.minimum else []),
            {"rule": "arrayMax", "max": self.maximum, "message": too_many},
        ]


def without_repeats(entries: list[str]) -> list[str]:
    """The entries in order, without empty ones and without repeats (ignoring case)."""
    entries_by_key: dict[str, str] = {}
    for entry in entries:
        if entry:
            entries_by_key.setdefault(entry.casefold(), entry)
    return list(entries_by_key.values())


DistinctEntries: Final = AfterValidator(without_repeats)
"""Annotation that removes repeated and empty entries from a list of texts."""


def _blank_as_none(typed: object) -> object:
    return None if isinstance(typed, str) and not stored_text(typed) else typed


BlankIsNone: Final = BeforeValidator(_blank_as_none)
"""Annotation of `X | None`: a text of which nothing would be stored is None."""


def _device_data(typed: object) -> object:
    if isinstance(typed, str):
        typed = _read_json(typed, _LONGEST_DEVICE_DATA)
    if not isinstance(typed, dict):
        return {}
    try:
        fits = len(json.dumps(typed)) <= _LONGEST_DEVICE_DATA and _is_storable(cast("object", typed))
    except (TypeError, ValueError, RecursionError):
        return {}
    return cast("object", typed) if fits else {}


def _is_storable(value: object) -> bool:
    """Whether PostgreSQL can store the JSON value unchanged. Python reads more than that."""
    if isinstance(value, str):
        return value.isprintable() or not _UNSTORABLE.search(value)
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, int):
        return abs(value) < 2**63
    if isinstance(value, dict):
        pairs = cast("dict[object, object]", value).items()
        return all(_is_storable(name) and _is_storable(each) for name, each in pairs)
    return not isinstance(value, list) or all(map(_is_storable, cast("list[object]", value)))


class _LenientDeviceData:
    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(_device_data, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        native = handler(schema)
        return native if handler.mode == "serialization" else {"anyOf": [native, {"type": "string"}]}


DeviceData = Annotated[dict[str, JsonValue], _LenientDeviceData()]
"""iv_device_data: timezone and platform, native or as a JSON string.

It only informs, so it is never rejected: unreadable data, or more than 4,000 characters, count as empty.
"""
