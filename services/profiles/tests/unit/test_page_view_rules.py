"""Who counts as a visitor, on which day, and how far back figures look (product.md 3.11)."""

from datetime import UTC, date, datetime

import pytest
from profiles.page_views import rules
from profiles.page_views.rules import Views, counted_days, first_needed, is_program

PERSON = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
)


@pytest.mark.parametrize(
    "user_agent",
    [
        "",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        "Mozilla/5.0 (X11) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36",
        "facebookexternalhit/1.1",
        "python-httpx/0.28",
        "curl/8.5.0",
    ],
)
def test_programs_are_no_visitors(user_agent: str) -> None:
    assert is_program(user_agent)


@pytest.mark.parametrize("user_agent", [PERSON, f"{PERSON} Cubot/1", "Mozilla/5.0 (Android 15; CUBOT_X30)"])
def test_browsers_are_visitors_also_on_a_telephone_with_a_strange_name(user_agent: str) -> None:
    assert not is_program(user_agent)


def test_views_are_of_the_day_that_it_is_where_the_provider_is() -> None:
    late = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    zones = {"a": "Europe/Berlin", "b": "America/New_York"}
    assert counted_days({"b": 2, "a": 1, "nobody": 5}, zones, late) == [
        ("a", date(2026, 3, 29), 1),
        ("b", date(2026, 3, 28), 2),
    ]


def test_views_are_taken_once_and_only_of_so_many_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_PAGES", 2)
    views = Views()
    for provider_id in ("a", "b", "c", "a"):
        views.add(provider_id)
    assert views.take() == {"a": 2, "b": 1}
    assert views.take() == {}


def test_the_range_before_is_needed_too() -> None:
    assert first_needed(date(2026, 3, 1), date(2026, 3, 31)) <= date(2026, 2, 1)
    assert first_needed(date(2026, 1, 1), date(2026, 2, 28)) <= date(2025, 11, 1)
    assert first_needed(date.min, date.max) == date.min
