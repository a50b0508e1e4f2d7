"""Finds the translation of a sentence: of a whole one, or of a template and the values in it.

A key of a `<language>.toml` is an English sentence, word for word, or a template with `{names}`. `{n}`, `{a}`
and `{b}` stand for whole numbers, and the forms of a plural go with `{n}`; `{date}` is a date as it travels,
`{day}` a day in words: '5 January', or '5 January 2027'.
Every other name stands for a text, which is translated too where the file knows it: as a sentence, or among
the words of that name. `{list}` is several such words.
"""

import re
import tomllib
from calendar import month_name
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final

from babel import Locale
from babel.dates import format_skeleton
from babel.lists import format_list
from pydantic import BaseModel, ConfigDict

from contracts.languages import DEFAULT, TAGS
from contracts.rules.translations.pseudo import PSEUDO, pseudo_text

LOCALES: Final[Mapping[str, str]] = {name: tag for name, tag in TAGS.items() if name != DEFAULT}
"""The languages other than English, each with the locale whose plural rules it follows."""

_NUMBER: Final = "[0-9]+"
_MONTHS: Final = tuple(month_name)
_DAY: Final = "day"
_WRITTEN_AS: Final = {
    "n": _NUMBER,
    "a": _NUMBER,
    "b": _NUMBER,
    "date": "[0-9]{4}-[0-9]{2}-[0-9]{2}",
    _DAY: f"[0-9]{{1,2}} (?:{'|'.join(_MONTHS[1:])})(?: [0-9]{{4}})?",
}
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_LIST: Final = "list"
_DEEPEST: Final = 3
"""How many translations stand in each other at most: a sentence in a sentence, and its words."""


class _Source(BaseModel):
    """The file of one language. A sentence with a number may have a form for each plural category (CLDR)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sentences: dict[str, str | dict[str, str]]
    words: dict[str, dict[str, str]]


@dataclass(frozen=True)
class _Template:
    pattern: re.Pattern[str]
    key: str


class Catalogue:
    """The translations into one language."""

    def __init__(self, language: str) -> None:
        """Read the language's file. Raises `FileNotFoundError` for a language without one."""
        text = files("contracts.rules.translations").joinpath(f"{language}.toml").read_text(encoding="utf-8")
        source = _Source.model_validate(tomllib.loads(text))
        self.sentences: Final[Mapping[str, str | dict[str, str]]] = source.sentences
        self.words: Final[Mapping[str, Mapping[str, str]]] = source.words
        self._locale = Locale.parse(LOCALES[language])
        # What says most by itself is tried first: '{sentence} ...' would match nearly everything.
        templates = [key for key in self.sentences if "{" in key]
        templates.sort(key=lambda key: len(_PLACEHOLDER.sub("", key)), reverse=True)
        self._templates = [_Template(_pattern(key), key) for key in templates]

    def find(self, sentence: str, depth: int = 0) -> str | None:
        """The translation of an English sentence; None when there is none."""
        known = self.sentences.get(sentence)
        if isinstance(known, str):
            return known
        for template in self._templates:
            match = template.pattern.fullmatch(sentence)
            if match:
                return self._filled(template.key, match.groupdict(), depth)
        return None

    def _filled(self, key: str, values: dict[str, str], depth: int) -> str:
        said = self.sentences[key]
        if isinstance(said, dict):
            category = self._locale.plural_form(int(values["n"]))
            said = said.get(category) or said["other"]
        spoken = {name: self._value(name, value, depth) for name, value in values.items()}
        return _PLACEHOLDER.sub(lambda match: spoken[match[1]], said)

    def _value(self, name: str, value: str, depth: int) -> str:
        if name == _DAY:
            return self._day(value)
        if name in _WRITTEN_AS:
            return value
        if name == _LIST:
            words = [self._word(name, each) for each in re.split(r", | and ", value)]
            return format_list(words, locale=self._locale)
        known = self._word(name, value)
        if known != value or depth >= _DEEPEST:
            return known
        return self.find(value, depth + 1) or value

    def _day(self, value: str) -> str:
        number, month, *year = value.split()
        # Without a year any leap year serves: it is not written.
        day = date(int(year[0]) if year else 2000, _MONTHS.index(month), int(number))
        return format_skeleton("yMMMMd" if year else "MMMMd", day, locale=self._locale)

    def _word(self, name: str, value: str) -> str:
        words = self.words.get(name, {})
        return words.get(value) or words.get(value[:1].lower() + value[1:]) or value


def _pattern(key: str) -> re.Pattern[str]:
    """The pattern of the sentences that a template makes."""
    parts = _PLACEHOLDER.split(key)
    written = [
        re.escape(part) if index % 2 == 0 else f"(?P<{part}>{_WRITTEN_AS.get(part, '.+')})"
        for index, part in enumerate(parts)
    ]
    return re.compile("".join(written), re.DOTALL)


@cache
def catalogue_of(language: str) -> Catalogue:
    """The translations into a language of `LOCALES`."""
    return Catalogue(language)


def translated(sentence: str, language: str) -> str | None:
    """`sentence` in `language`; None when it has no translation, and for English (product.md 8.3)."""
    if language == PSEUDO:
        # The languages have the same sentences: what one knows is translated.
        return pseudo_text(sentence) if translated(sentence, next(iter(LOCALES))) else None
    return catalogue_of(language).find(sentence) if language in LOCALES else None
