"""The catalogue: every word said to people, by language. English is the one that is complete."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, ConfigDict

LANGUAGES: Final = {"english": "en"}
"""Languages with a catalogue, and the locale that writes their dates and figures."""
DEFAULT: Final = "english"

Plural = tuple[str, str]
"""A sentence for one, and a sentence for any other number, which it names `{n}`."""


class LetterWords(BaseModel):
    """The words of one kind of mail."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    subject: str
    heading: str
    body: list[str]
    button: str = ""
    note: str = ""


class Common(BaseModel):
    """Words that several texts share."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    former_member: str
    and_more_times: Plural
    free: str
    footer: str
    why_account: str
    why_guest: str
    link_fallback: str


class Catalogue(BaseModel):
    """The words of one language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dates: dict[str, str]
    valid_for: dict[str, Plural]
    common: Common
    labels: dict[str, str]
    alerts: dict[str, str | Plural]
    letters: dict[str, LetterWords]


@cache
def catalogue(language: str = DEFAULT) -> Catalogue:
    """The catalogue of `language`; the default one's when there is none."""
    name = language if language in LANGUAGES else DEFAULT
    source = files("notifications.templates").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return Catalogue.model_validate(tomllib.loads(source))


def locale_of(language: str) -> str:
    """The locale by which babel writes dates and money in `language`."""
    return LANGUAGES.get(language, LANGUAGES[DEFAULT])


def fill(sentence: str | Plural, words: Mapping[str, str], count: int = 1) -> str:
    """`sentence` with its braces filled; of two sentences, the one for `count`."""
    if not isinstance(sentence, str):
        sentence = sentence[0] if count == 1 else sentence[1]
    return sentence.format_map({"n": str(count), **words})
