"""The language of a page: `?lang=` in its address, else the app's, else the browser's (product.md 2.8)."""

from typing import Final
from urllib.parse import parse_qs

from chassis.http.languages import DEFAULT, preferred_language
from contracts.rules.translations import LOCALES, translated
from starlette.types import Scope

from gateway.pages.cookies import cookies_of

LANGUAGE_PARAMETER: Final = "lang"
LANGUAGE_COOKIE: Final = "language"
"""The app remembers here what the user chose (web/src/platform/viewer-cookies.ts)."""
CODES: Final = {DEFAULT: "en", **LOCALES}
"""The languages of the app, each with its code in `lang`, `hreflang` and `?lang=`."""
OPEN_GRAPH_LOCALES: Final = {"en": "en_US", "fr": "fr_FR", "es": "es_ES", "ar": "ar_AR"}
_RIGHT_TO_LEFT: Final = frozenset({"ar"})
_NAMES: Final = {code: language for language, code in CODES.items()}


def named_language(query: bytes) -> str | None:
    """The code that `?lang=` names; None without one, or when the app does not have it."""
    named = parse_qs(query.decode("latin-1")).get(LANGUAGE_PARAMETER, [""])[-1]
    return named if named in _NAMES else None


def language_of(scope: Scope) -> str:
    """The code of the language in which to answer a request for a page."""
    named = named_language(scope["query_string"])
    if named is not None:
        return named
    chosen = cookies_of(scope["headers"]).get(LANGUAGE_COOKIE, "")
    if chosen in _NAMES:
        return chosen
    accepted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return CODES[preferred_language(accepted.decode("latin-1")) or DEFAULT]


def said(sentence: str, code: str) -> str:
    """An English sentence in the language with this code."""
    return translated(sentence, _NAMES[code]) or sentence


def direction_of(code: str) -> str:
    """The direction of the language's script, as the attribute `dir` names it."""
    return "rtl" if code in _RIGHT_TO_LEFT else "ltr"
