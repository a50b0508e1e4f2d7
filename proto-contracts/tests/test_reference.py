"""The reference data holds what the contract requires, and every entry passes its own rule."""

from decimal import Decimal

import pytest
from contracts import reference, rules, texts
from contracts.rules import options
from pydantic import TypeAdapter


def test_the_lists_of_the_contract_are_whole() -> None:
    document = reference.document()
    assert len(document["categories"]) == len(options.CATEGORIES) == 17
    assert document["languages"][:4] == ["english", "french", "spanish", "arabic"]
    assert len(document["languages"]) == 26
    assert len(document["report_concerns"]) == 12
    assert len(document["sample_policy_perks"]) == 9
    assert {entry["value"] for entry in document["delivery_modes"]} == {"in-person", "remote", "hybrid"}
    assert set(texts.DEFAULT_FEEDBACK) == {
        "accepted",
        "rejected",
        "ongoing",
        "completed",
        "missed",
        "cancelled",
    }
    assert [entry["rating"] for entry in document["rating_words"]] == [5, 4, 3, 2, 1]


def test_countries_have_a_currency_that_is_known() -> None:
    for country in reference.countries().values():
        assert len(country.countryCode) == 2
        assert country.continentName
        if country.countryCode != "AQ":
            assert reference.is_currency(country.currencyCode), country


def test_every_region_can_be_sent_as_a_city() -> None:
    city = TypeAdapter(rules.City)
    for code, names in reference.document()["regions"].items():
        assert reference.country(code)
        for name in names:
            assert city.validate_python(name) == name


def test_money_is_counted_in_minor_units() -> None:
    assert reference.minor_units(25, "EUR-DE") == 2500
    assert reference.minor_units(25, "JPY-JP") == 25
    assert reference.minor_units(25, "KWD-KW") == 25000
    assert reference.minor_units(Decimal("24.50"), "EUR-DE") == 2450
    assert reference.minor_units(Decimal("24.005"), "KWD-KW") == 24005
    for amount, currency in (("24.505", "EUR-DE"), ("24.5", "JPY-JP"), ("1.0005", "KWD-KW")):
        with pytest.raises(ValueError, match="is no amount of"):
            reference.minor_units(Decimal(amount), currency)
    assert reference.whole_units(2500, "EUR") == 25
    assert reference.whole_units(2550, "EUR") == 25.5
    assert isinstance(reference.whole_units(2500, "EUR"), int)
    assert reference.whole_units(2500, "JPY") == 2500
    assert reference.minor_digits("DEM-DE") == 2, "which is in use no longer"
    assert reference.currencies()["PEN"].symbol == "S/"
