"""The texts that people read, by language. Every language has the same keys."""

import tomllib
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from string import Formatter
from typing import Annotated, cast

from babel import Locale
from contracts.languages import DEFAULT, TAGS
from contracts.rules.options import CONCERN_KEYS
from pydantic import BaseModel, BeforeValidator, ConfigDict


class PluralForms(BaseModel):
    """A sentence for each of the language's plural categories (CLDR), which names the number `{n}`.

    A category that is left out speaks as `other` does.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    zero: str = ""
    one: str = ""
    two: str = ""
    few: str = ""
    many: str = ""
    other: str

    @cached_property
    def names(self) -> frozenset[str]:
        """What stands in the braces of any form."""
        return frozenset[str]().union(*map(_names_in, self.model_dump().values()))

    def for_count(self, count: int, language: str) -> str:
        """The sentence that goes with this number in this language."""
        return cast(str, getattr(self, _plural_category(count, language))) or self.other


def _pair_as_forms(value: object) -> object:
    """Where one and more is all there is, a list of the two will do."""
    if isinstance(value, list | tuple):
        one, other = cast("list[object]", value)
        return {"one": one, "other": other}
    return value


Plural = Annotated[PluralForms, BeforeValidator(_pair_as_forms)]


class MailTexts(BaseModel):
    """The words of one kind of mail."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    subject: str
    heading: str
    body: list[str]
    button: str = ""
    note: str = ""


class SharedTexts(BaseModel):
    """Words that several texts share."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    former_member: str
    and_more_times: Plural
    and_more_services: Plural
    what_and_when: str
    and_more_people: Plural
    and_more: Plural
    quote: str
    free: str
    price_on_request: str
    price_from: str
    footer: str
    why_account: str
    why_guest: str
    why_asked: str
    stop: str
    link_fallback: str


class Translations(BaseModel):
    """The words of one language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dates: dict[str, str]
    valid_for: dict[str, Plural]
    common: SharedTexts
    labels: dict[str, str]
    concerns: dict[str, str]
    topics: dict[str, str]
    alerts: dict[str, str | Plural]
    actions: dict[str, str]
    mails: dict[str, MailTexts]

    def concern(self, title: str) -> str:
        """What a report is about, of which events tell the contract's title; others stay as they are."""
        return self.concerns.get(CONCERN_KEYS.get(title, ""), title)

    def topic(self, name: str) -> str:
        """The subject of a request to the staff; an unknown name is shown as it is."""
        return self.topics.get(name, name)


@cache
def translations(language: str = DEFAULT) -> Translations:
    """The translations into `language`, or into the default language when there are none."""
    name = language if language in TAGS else DEFAULT
    source = files("notifications.templates").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return Translations.model_validate(tomllib.loads(source))


def tag_of(language: str) -> str:
    """The tag of `language` (BCP 47), as HTML names it."""
    return TAGS.get(language, TAGS[DEFAULT])


# Babel reads a locale's name anew at each call, which costs more than the alert that it is for.
@cache
def locale_of(language: str) -> Locale:
    """The locale by which babel writes dates and money in `language`."""
    return Locale.parse(tag_of(language))


@lru_cache(maxsize=1024)
def _plural_category(count: int, language: str) -> str:
    return locale_of(language).plural_form(count)


@cache
def direction_of(language: str) -> str:
    """Which way `language` is written, as HTML says it: 'ltr' or 'rtl'."""
    return locale_of(language).text_direction


def names_in(sentence: str | PluralForms) -> frozenset[str]:
    """What stands in the braces of `sentence`, in any of its forms."""
    return _names_in(sentence) if isinstance(sentence, str) else sentence.names


@lru_cache(maxsize=1024)
def _names_in(sentence: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)


def fill(
    sentence: str | PluralForms, words: Mapping[str, str], count: int = 1, language: str = DEFAULT
) -> str:
    """`sentence` with its braces filled; of several forms, the one for `count` in `language`.

    Between words that run from right to left, each filled one stands isolated (Unicode's FSI and PDI): a name
    in other letters would else turn the whole line around.
    """
    if isinstance(sentence, PluralForms):
        sentence = sentence.for_count(count, language)
    if direction_of(language) == "rtl":
        words = {name: f"\u2068{word}\u2069" if word else "" for name, word in words.items()}
    return sentence.format_map({"n": str(count), **words})
