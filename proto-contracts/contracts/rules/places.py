"""Country and currency in their joined wire forms: 'Peru-PE', 'PEN-PE' (api.md 1)."""

from contracts import reference
from contracts.rules import messages


def with_country_code(text: str) -> str:
    """`text` as country name, dash and ISO code.

    A known country's name without a code gets its code; the code becomes upper case. Raises `ValueError` when
    the text names no country.
    """
    name, dash, code = text.rpartition("-")
    if dash and reference.country(code.upper()):
        return f"{name.strip()}-{code.upper()}"
    known = reference.country_named(text)
    if known is None:
        raise ValueError(messages.NOT_AN_OPTION)
    return f"{known.countryName}-{known.countryCode}"


def with_known_currency(text: str) -> str:
    """`text` as currency code, or as currency code, dash and country code; in upper case.

    Raises `ValueError` when a code is unknown, because no amount could be shown in such a currency.
    """
    code, dash, country_code = text.upper().partition("-")
    if not reference.is_currency(code) or (dash and not reference.country(country_code)):
        raise ValueError(messages.NOT_AN_OPTION)
    return f"{code}{dash}{country_code}"


def currency_code(currency: str) -> str:
    """The part before the dash: 'EUR' of 'EUR-DE'."""
    return currency.partition("-")[0]


def plain_postcode(typed: str) -> str:
    """A postcode as it is compared: in capitals, without spaces and dashes."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())
