"""`Text(...)`, `WholeNumber(...)` and `Amount(...)`: the checks of a field as pydantic annotations for
request models.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
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

_LONGEST: Final = 20_000  # far above any field's limit; bounds the work on a text before it begins


class Text:
    """Annotation of a `str`: trims and normalises the text (NFC), then applies the checks in order.

    Raises `ValueError` with the message of the first check that fails. `normalize` corrects the typed text
    before the checks. `interpret` converts a text that passed them, and may reject it with a `ValueError`. A
    field of digits also accepts a JSON number.
    """

    def __init__(
        self,
        *checks: Check,
        normalize: Callable[[str], str] | None = None,
        interpret: Callable[[str], str] | None = None,
    ) -> None:
        self.checks = checks
        self.required = any(isinstance(check, Required) for check in checks)
        self.digits = NUMERIC in checks
        self.normalize = normalize
        self.interpret = interpret

    def read(self, typed: object) -> str:
        """The text to store; a missing value is the empty text. Raises `ValueError`."""
        if typed is None:
            typed = ""
        if self.digits and isinstance(typed, int) and not isinstance(typed, bool):
            typed = str(typed) if abs(typed) < 10**20 else "x"
        if not isinstance(typed, str):
            raise ValueError(messages.NUMERIC if self.digits else messages.NOT_TEXT)
        if len(typed) > _LONGEST:
            raise ValueError(messages.TEXT_MAX.format(n=self.longest()))
        text = stored_text(typed)
        if self.normalize:
            text = self.normalize(text)
        failure = first_failure(text, self.checks)
        if failure:
            raise ValueError(failure)
        return self.interpret(text) if self.interpret and text else text

    def longest(self) -> int:
        """The most characters that can pass."""
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
                text["enum"] = [*([] if self.required else [""]), *check.options]
        if self.required:
            text.setdefault("minLength", 1)
        return {"anyOf": [text, {"type": "integer"}]} if self.digits else text


class WholeNumber:
    """Annotation of an `int` that forms send as text: `Text`'s checks, limits, words that mean a number."""

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
        """The number. Raises `ValueError` with the field's message."""
        if isinstance(typed, float) and typed.is_integer() and abs(typed) < self._largest:
            typed = int(typed)
        if isinstance(typed, str) and typed.strip() in self.words:
            return self.words[typed.strip()]
        number = int(self.text.read(typed))
        if not self.minimum <= number <= self.maximum or number % self.step:
            raise ValueError(self.sentence)
        return number

    def as_json(self) -> list[dict[str, CheckValue]]:
        """The checks as the web reads them. The `words` of the last check pass all checks."""
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


class Amount:
    """Annotation of a `Decimal` that forms send as text: `Text`'s checks, and words that mean an amount.

    A JSON number is taken too. How many decimals a currency has is for whoever knows the currency to check.
    """

    def __init__(self, text: Text, *, words: Mapping[str, int]) -> None:
        self.text = text
        self.words = words

    def read(self, typed: object) -> Decimal:
        """The amount. Raises `ValueError` with the field's message."""
        if isinstance(typed, int | float) and not isinstance(typed, bool):
            typed = format(Decimal(repr(typed)), "f") if abs(typed) < 10**20 else "x"
        if typed is not None and not isinstance(typed, str):
            raise ValueError(messages.NUMERIC)
        if typed is not None and typed.strip() in self.words:
            return Decimal(self.words[typed.strip()])
        return Decimal(self.text.read(typed))

    def as_json(self) -> list[dict[str, CheckValue]]:
        """The checks as the web reads them. The `words` of the last check pass all checks."""
        *checks, last = self.text.as_json()
        return [*checks, last | {"words": list(self.words)}]

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.read, core_schema.decimal_schema())

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string"}]}
