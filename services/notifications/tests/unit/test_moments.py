"""Moments are written in the very words of babel, whatever the language, the clock and the hour."""

from datetime import UTC, datetime, timedelta

import pytest
from babel.dates import format_datetime
from contracts.languages import TAGS
from contracts.zones import zone_named
from notifications.templates.moments import write
from notifications.templates.translations import names_in, tag_of, translations

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
STEP = timedelta(days=5, hours=7, minutes=13)
"""Meets every month, weekday and hour within two hundred steps."""


@pytest.mark.parametrize("language", TAGS)
def test_every_pattern_is_written_as_babel_writes_it(language: str) -> None:
    locale = tag_of(language)
    patterns = [each for name, each in translations(language).dates.items() if name != "span"]
    assert patterns
    for pattern in (*patterns, "EEEE 'o''clock' 100% HH:mm:ss, G"):
        for step in range(200):
            moment = (BEGAN + step * STEP).astimezone(zone_named("Asia/Kathmandu"))
            assert write(moment, pattern, locale) == format_datetime(moment, pattern, locale=locale)


@pytest.mark.parametrize("language", TAGS)
def test_the_words_of_a_sentence_are_those_of_all_its_forms(language: str) -> None:
    alerts = translations(language).alerts
    assert names_in(alerts["comment_added"]) >= {"name", "n", "post"}
    assert names_in(alerts["order_accepted"]) == {"name", "what"}
