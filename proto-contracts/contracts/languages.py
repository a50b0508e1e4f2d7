"""The languages of Openhours (product.md 1.9): a line here, and a file for each kind of text.

CONTRIBUTING.md says which files those are. What else is known of a language comes from CLDR, through Babel.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, get_args

from babel import Locale
from babel.core import get_global

Language = Literal["english", "french", "spanish", "arabic", "german", "portuguese"]
"""A language by its English name, as it travels and is stored."""

DEFAULT: Final[Language] = "english"
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
"""Those that every sentence is written in (product.md 8.3)."""

_TAGS_BY_NAME: Final = {name.lower(): tag for tag, name in Locale("en").languages.items()}
TAGS: Final[Mapping[str, str]] = {language: _TAGS_BY_NAME[language] for language in LANGUAGES}
"""Each language's tag: in `lang`, `hreflang` and `?lang=`, and for CLDR's formats and plural rules."""
BY_TAG: Final[Mapping[str, Language]] = {TAGS[language]: language for language in LANGUAGES}


def own_name(tag: str) -> str:
    """What a language calls itself, as a title: 'Français'."""
    name = Locale(tag).get_display_name() or tag
    return name[:1].upper() + name[1:]


# Babel reads a locale anew at each call.
@cache
def direction_of(tag: str) -> Literal["ltr", "rtl"]:
    """The direction of a language's script, as the attribute `dir` names it."""
    return "rtl" if Locale(tag).text_direction == "rtl" else "ltr"


def region_of(tag: str) -> str:
    """The country to name where a language needs one: CLDR's likeliest ('pt': 'BR')."""
    return get_global("likely_subtags")[tag].rpartition("_")[2]
