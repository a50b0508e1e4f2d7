"""`Text(...)`: the checks of a field as a pydantic annotation, so that a request model states its rules."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from contracts.rules import messages
from contracts.rules.checks import (
    NUMERIC,
    Check,
    CheckValue,
    LengthRange,
    OneOf,
    Required,
    TextMax,
    first_failure,
    stored_text,
)

_LONGEST: Final = 20_000  # no field of the product comes near it; work on a text is bounded before it begins


class Text:
    """Annotation of a `str`: stored trimmed and in NFC, then judged by the checks in their order.

    Raises `ValueError` with the specification's sentence of the first check that fails. `shape` mends
    the typed text before the checks see it, `meaning` reads a text that passed them and may refuse it with a
    `ValueError`. A field that holds only digits also takes a JSON number.
    """

    def __init__(
        self,
        *checks: Check,
        shape: Callable[[str], str] | None = None,
        meaning: Callable[[str], str] | None = None,
    ) -> None:
        self.checks = checks
        self.required = any(isinstance(check, Required) for check in checks)
        self.digits = NUMERIC in checks
        self.shape = shape
        self.meaning = meaning

    def read(self, typed: object) -> str:
        """The text that will be stored; a missing value is the empty text."""
        if typed is None:
            typed = ""
        if self.digits and isinstance(typed, int) and not isinstance(typed, bool):
            typed = str(typed) if abs(typed) < 10**20 else "x"
        if not isinstance(typed, str):
            raise ValueError(messages.NUMERIC if self.digits else messages.NOT_TEXT)
        if len(typed) > _LONGEST:
            raise ValueError(messages.TEXT_MAX.format(n=self.longest()))
        text = stored_text(typed)
        if self.shape:
            text = self.shape(text)
        failure = first_failure(text, self.checks)
        if failure:
            raise ValueError(failure)
        return self.meaning(text) if self.meaning and text else text

    def longest(self) -> int:
        """The largest number of characters that can pass."""
        for check in self.checks:
            if isinstance(check, TextMax):
                return check.n
            if isinstance(check, LengthRange):
                return check.b
        return _LONGEST

    def as_json(self) -> list[dict[str, CheckValue]]:
        """The checks as the web reads them."""
        return [check.as_json() for check in self.checks]

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.read, core_schema.str_schema())

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        text: JsonSchemaValue = {"type": "string"}
        for check in self.checks:
            if isinstance(check, LengthRange):
                text |= {"minLength": check.a if self.required else 0, "maxLength": check.b}
            if isinstance(check, TextMax):
                text["maxLength"] = check.n
            if isinstance(check, OneOf):
                text["enum"] = list(check.options)
        if self.required:
            text.setdefault("minLength", 1)
        return {"anyOf": [text, {"type": "integer"}]} if self.digits else text


class WholeNumber:
    """Annotation of an `int` that forms send as text: some words with a meaning, `Text`'s checks, limits."""

    _largest: ClassVar[int] = 10**12

    def __init__(
        self,
        text: Text,
        minimum: int,
        maximum: int,
        sentence: str,
        *,
        words: Mapping[str, int] | None = None,
        step: int = 1,
    ) -> None:
        self.text = text
        self.minimum = minimum
        self.maximum = maximum
        self.sentence = sentence
        self.words = words or {}
        self.step = step

    def read(self, typed: object) -> int:
        """The number, or `ValueError` with the field's sentence."""
        if isinstance(typed, float) and typed.is_integer() and abs(typed) < self._largest:
            typed = int(typed)
        if isinstance(typed, str) and typed.strip() in self.words:
            return self.words[typed.strip()]
        number = int(self.text.read(typed))
        if not self.minimum <= number <= self.maximum or number % self.step:
            raise ValueError(self.sentence)
        return number

    def as_json(self) -> list[dict[str, CheckValue]]:
        """The checks as the web reads them; the `words` of the last one pass whatever the others say."""
        number: dict[str, CheckValue] = {
            "rule": "whole",
            "min": self.minimum,
            "max": self.maximum,
            "step": self.step,
            "message": self.sentence,
        }
        if self.words:
            number["words"] = list(self.words)
        return [*self.text.as_json(), number]

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.read, core_schema.int_schema())

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        number: JsonSchemaValue = {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}
        if self.step != 1:
            number["multipleOf"] = self.step
        return {"anyOf": [number, {"type": "string"}]}
