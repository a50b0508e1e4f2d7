"""Writes moments by CLDR patterns. What babel says of a field is looked up, not worked out at each moment.

Babel reads the locale and the pattern anew for each. The words are babel's.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Final

from babel import Locale
from babel.dates import DateTimeFormat, parse_pattern

_FIELDS: Final[dict[str, Callable[[datetime], int]]] = {
    "E": datetime.weekday,
    "M": lambda moment: moment.month,
    "d": lambda moment: moment.day,
    "H": lambda moment: moment.hour,
    "h": lambda moment: moment.hour,
    "a": lambda moment: moment.hour,
    "m": lambda moment: moment.minute,
}
"""What each letter of a pattern depends on."""
_SAMPLES: Final[dict[str, list[datetime]]] = {
    "E": [datetime(2024, 1, 1) + timedelta(days=day) for day in range(7)],  # noqa: DTZ001 - of no zone
    "M": [datetime(2024, month, 1) for month in range(1, 13)],  # noqa: DTZ001
    "d": [datetime(2024, 1, day) for day in range(1, 32)],  # noqa: DTZ001
    "m": [datetime(2024, 1, 1, 0, minute) for minute in range(60)],  # noqa: DTZ001
}
_HOURS: Final = [datetime(2024, 1, 1, hour) for hour in range(24)]  # noqa: DTZ001
_NAME: Final = re.compile(r"%\((\w+)\)s")
"""A field in what babel makes of a pattern; a percent sign of its own is doubled."""
Words = Mapping[int, str]


def write(moment: datetime, pattern: str, locale: str) -> str:
    """The moment, in its own zone, by a CLDR pattern."""
    sentence, fields, others = _read(pattern, locale)
    words = {name: table[value_of(moment)] for name, value_of, table in fields}
    if others:
        by_babel = DateTimeFormat(moment, locale)
        words.update((name, by_babel[name]) for name in others)
    return sentence % words


@cache
def _read(
    pattern: str, locale: str
) -> tuple[str, list[tuple[str, Callable[[datetime], int], Words]], list[str]]:
    """The pattern for `%`, its fields with their words by value, and the fields that only babel writes."""
    sentence = str(parse_pattern(pattern).format)
    names = _NAME.findall(sentence)
    fields = [(name, _FIELDS[name[0]], _words(name, locale)) for name in names if name[0] in _FIELDS]
    return sentence, fields, [name for name in names if name[0] not in _FIELDS]


@cache
def _words(name: str, locale: str) -> Words:
    value_of = _FIELDS[name[0]]
    read = Locale.parse(locale)
    return {value_of(each): DateTimeFormat(each, read)[name] for each in _SAMPLES.get(name[0], _HOURS)}
