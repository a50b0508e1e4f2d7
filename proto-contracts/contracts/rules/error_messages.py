"""Turns pydantic's own errors into messages for the user."""

from collections.abc import Mapping
from typing import Final, Protocol

from contracts.rules import messages


class FieldError(Protocol):
    """One error of `ValidationError.errors()`: a mapping with type, loc, msg, input and ctx."""

    def get(self, key: str, /) -> object: ...


_BY_TYPE: Final[dict[str, str]] = {
    "missing": messages.REQUIRED,
    "json_invalid": messages.NOT_VALID,
    "json_type": messages.NOT_VALID,
    "string_type": messages.NOT_TEXT,
    "string_unicode": messages.NOT_TEXT,
    "string_sub_type": messages.NOT_TEXT,
    "list_type": messages.REQUIRED_ARRAY,
    "tuple_type": messages.REQUIRED_ARRAY,
    "set_type": messages.REQUIRED_ARRAY,
    "too_short": messages.REQUIRED_ARRAY,
    "literal_error": messages.NOT_AN_OPTION,
    "enum": messages.NOT_AN_OPTION,
    "bool_type": messages.NOT_AN_OPTION,
    "bool_parsing": messages.NOT_AN_OPTION,
}
_BY_LIMIT: Final = {
    "string_too_long": ("max_length", messages.TEXT_MAX),
    "string_too_short": ("min_length", messages.TEXT_MIN),
    "too_long": ("max_length", messages.TOO_MANY),
    "greater_than_equal": ("ge", messages.NUMBER_MIN),
    "less_than_equal": ("le", messages.NUMBER_MAX),
}
_PREFIXES: Final = (
    ("int_", messages.NUMERIC),
    ("float_", messages.NUMERIC),
    ("decimal_", messages.NUMERIC),
    ("finite_", messages.NUMERIC),
    ("greater_than", messages.NUMERIC),
    ("less_than", messages.NUMERIC),
    ("multiple_of", messages.NUMERIC),
    ("date", messages.NOT_A_DATE),
    ("time", messages.NOT_A_DATE),
)


def _limit(error: FieldError, name: str) -> object:
    context = error.get("ctx")
    return context.get(name) if isinstance(context, Mapping) else None


def message_for(error: FieldError) -> str:
    """The message for one error of `ValidationError.errors()` (product.md 8.1).

    The text of a `ValueError` that a rule of this package raised is already such a message.
    """
    kind = str(error.get("type"))
    if kind == "value_error":
        return str(_limit(error, "error") or messages.NOT_VALID)
    if error.get("input") in (None, "") and kind != "json_invalid":
        return messages.REQUIRED
    if kind in _BY_LIMIT:
        limit, template = _BY_LIMIT[kind]
        return template.format(n=_limit(error, limit))
    if kind in _BY_TYPE:
        return _BY_TYPE[kind]
    return next((message for prefix, message in _PREFIXES if kind.startswith(prefix)), messages.NOT_VALID)
