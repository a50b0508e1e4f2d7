"""Numbers that come as text, in queries, paths and forms (product.md 8.1).

Python and pydantic read more as a number than people type: figures of other scripts, underscores (1_0),
signs and spaces, exponents. Some, such as a superscript two, pass `str.isdigit` and then fail.
"""

import re
from typing import Final

from pydantic import BeforeValidator

from contracts.rules import messages

_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
_DECIMAL: Final = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")


def is_plain_whole(text: str) -> bool:
    """Whether the text is a whole number in plain figures: ASCII, at most 18."""
    return _WHOLE.fullmatch(text) is not None


def _plain_whole(typed: object) -> object:
    if isinstance(typed, str) and typed and not is_plain_whole(typed):
        raise ValueError(messages.NUMERIC)
    return typed


def _plain_decimal(typed: object) -> object:
    if isinstance(typed, str) and typed and not _DECIMAL.fullmatch(typed):
        raise ValueError(messages.NUMERIC)
    return typed


PlainWhole: Final = BeforeValidator(_plain_whole)
"""Annotation of an `int`: a text must be plain figures. Fails with the message of what is no number."""
PlainDecimal: Final = BeforeValidator(_plain_decimal)
"""Annotation of a `float` or `Decimal`: a text must be plain figures, at most with a point between them."""
