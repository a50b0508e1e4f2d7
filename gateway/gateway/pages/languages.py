"""The language of a page: `?lang=` in its address, else the app's, else the browser's (product.md 2.8)."""

from typing import Final
from urllib.parse import parse_qs

from chassis.http.languages import preferred_language
from contracts.languages import BY_TAG, DEFAULT, TAGS, region_of
from contracts.rules.translations import translated
from starlette.types import Scope

from gateway.pages.cookies import cookies_of

LANGUAGE_PARAMETER: Final = "lang"
LANGUAGE_COOKIE: Final = "language"
"""The app remembers here what the user chose (web/src/platform/viewer-cookies.ts)."""
OPEN_GRAPH_LOCALES: Final = {
    **{tag: f"{tag}_{region_of(tag)}" for tag in TAGS.values()},
    # Open Graph has one Arabic, for all countries.
    "ar": "ar_AR",
}


def named_language(query: bytes) -> str | None:
    """The tag that `?lang=` names; None without one, or when the app does not have it."""
    named = parse_qs(query.decode("latin-1")).get(LANGUAGE_PARAMETER, [""])[-1]
    return named if named in BY_TAG else None


def language_of(scope: Scope) -> str:
    """The tag of the language in which to answer a request for a page."""
    named = named_language(scope["query_string"])
    if named is not None:
        return named
    chosen = cookies_of(scope["headers"]).get(LANGUAGE_COOKIE, "")
    if chosen in BY_TAG:
        return chosen
    accepted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return TAGS[preferred_language(accepted.decode("latin-1")) or DEFAULT]


def said(sentence: str, tag: str) -> str:
    """An English sentence in the language with this tag."""
    return translated(sentence, BY_TAG[tag]) or sentence
