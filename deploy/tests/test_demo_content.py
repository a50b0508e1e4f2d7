"""What the demo says would be accepted by the forms."""

from collections import Counter
from typing import Any

import pytest
from contracts import rules
from contracts.reference import country, document
from contracts.rules.options import (
    CATEGORIES,
    CONTACT_AUDIENCES,
    PAYMENT_METHODS,
    REPORT_CONCERNS,
    REQUEST_TOPICS,
)
from demo.people import Provider, clients, content, providers
from pydantic import TypeAdapter

PROVIDERS = [pytest.param(each, id=each.username) for each in providers()]


def _accepts(rule: Any, *values: object) -> None:
    """Raise ValidationError unless the rule takes each of the values as it is."""
    field: TypeAdapter[object] = TypeAdapter(rule)
    for value in values:
        assert field.validate_python(value) == value


def test_there_are_forty_providers_of_every_category_in_a_dozen_countries() -> None:
    assert len(providers()) == 40
    assert {each.category for each in providers()} == set(CATEGORIES)
    assert len({each.country for each in providers()}) >= 12
    assert len(clients()) == 60


def test_nobody_has_somebody_elses_address() -> None:
    people = [*(each.email for each in providers()), *(each.email for each in clients())]
    assert not [each for each, count in Counter(people).items() if count > 1]
    _accepts(rules.Email, *people)
    assert len({each.username for each in providers()}) == 40


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_provider_could_have_filled_in_the_forms(provider: Provider) -> None:
    _accepts(rules.PersonName, provider.name)
    _accepts(rules.Username, provider.username)
    _accepts(rules.Expertise, provider.expertise)
    _accepts(rules.ContactPhone, provider.phone)
    _accepts(rules.Country, provider.country)
    _accepts(rules.City, provider.city)
    _accepts(rules.Currency, provider.priced_in)
    _accepts(rules.LocationAddress, provider.address)
    _accepts(rules.DeliveryMode, provider.mode)
    _accepts(rules.Bio, provider.bio)
    _accepts(rules.Skills, list(provider.skills))
    _accepts(rules.Perks, list(provider.perks))
    _accepts(rules.Languages, list(provider.languages))
    _accepts(rules.PaymentNote, provider.note)
    assert set(provider.methods) <= set(PAYMENT_METHODS)
    assert {provider.phone_to, provider.street_to} <= set(CONTACT_AUDIENCES)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_provider_lives_where_the_lists_say(provider: Provider) -> None:
    code = provider.country.rpartition("-")[2]
    known = country(code)
    assert known is not None
    assert provider.country == f"{known.countryName}-{code}"
    assert provider.city in document()["regions"][code]
    assert provider.currency == known.currencyCode


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_provider_offers_several_services(provider: Provider) -> None:
    assert len(provider.services) >= 2
    for each in (*provider.services, *provider.archived):
        _accepts(rules.ServiceName, each.name)
        _accepts(rules.DurationMinutes, each.minutes)
        _accepts(rules.Cost, each.cost)
        _accepts(rules.ServiceBrief, each.brief)
        assert provider.mode in {each.mode, "hybrid"}


def test_what_clients_write_could_have_been_written() -> None:
    reviews = content("reviews")
    _accepts(rules.ReviewFeedback, *(text for texts in reviews["category"].values() for text in texts))
    for stars in ("five", "four", "three", "two"):
        _accepts(rules.ReviewFeedback, *(text for texts in reviews[stars].values() for text in texts))
    _accepts(rules.BookingBrief, *(text for texts in reviews["request"].values() for text in texts))
    lines = [line for each in content("conversations")["conversation"] for line in each["lines"]]
    _accepts(rules.MessageText, *(line[2:] for line in lines))
    assert {line[:2] for line in lines} == {"> ", "< "}


def test_posts_could_have_been_written() -> None:
    posts = content("posts")
    for each in posts["post"]:
        _accepts(rules.PostBrief, each["text"])
        _accepts(rules.Comment, *each.get("say", ()))
    _accepts(rules.RepostBrief, *(each["text"] for each in posts["repost"]))


def test_what_lies_on_the_desk_could_have_been_filed() -> None:
    desk = content("staff")
    assert {each["title"] for each in desk["report"]} <= set(REPORT_CONCERNS)
    assert {each["topic"] for each in desk["request"]} <= set(REQUEST_TOPICS)
    _accepts(rules.RequestText, *(each["text"] for each in desk["request"]))
