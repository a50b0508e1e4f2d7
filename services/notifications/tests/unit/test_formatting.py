"""Dates, durations, money and names."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from contracts.events.booking import OrderedServiceFacts, SessionFacts
from contracts.events.profiles import PriceKind
from hypothesis import given
from hypothesis import strategies as st
from notifications.templates.formatting import (
    Reader,
    first_name,
    format_duration,
    format_moment,
    format_moments,
    format_money,
    format_span,
    format_total,
    merge_adjacent,
    named_spans,
    one_line_name,
)

from services.notifications.tests.conftest import order

NOON = datetime(2026, 11, 25, 10, 0, tzinfo=UTC)


def session(start: int, minutes: int) -> SessionFacts:
    starts_at = NOON + timedelta(minutes=start)
    return SessionFacts(slot_id="s", starts_at=starts_at, ends_at=starts_at + timedelta(minutes=minutes))


def test_a_moment_is_told_in_the_readers_zone() -> None:
    assert format_moment(NOON, Reader(zone="Europe/Berlin")) == "Wed 25 Nov, 11:00"
    assert format_moment(NOON, Reader(zone="Pacific/Auckland")) == "Wed 25 Nov, 23:00"
    assert format_moment(NOON, Reader(zone="Nowhere/Atlantis")) == "Wed 25 Nov, 10:00"


def test_a_moment_is_told_on_the_readers_clock() -> None:
    berlin = Reader(zone="Europe/Berlin", hour_cycle="h12")
    lima = Reader(zone="America/Lima", hour_cycle="h23")
    assert format_moment(NOON + timedelta(hours=3), berlin) == "Wed 25 Nov, 2:00 PM"
    assert format_moment(NOON, lima) == "Wed 25 Nov, 05:00"
    assert format_moment(NOON, replace(berlin, language="arabic")) == "الأربعاء 25 نوفمبر، 11:00 ص"
    day = format_span(NOON, NOON + timedelta(hours=3), replace(berlin, language="spanish"))
    assert day == "miércoles 25 de noviembre de 2026, 11:00 a.\u202fm.–2:00 p.\u202fm."


def test_several_moments_are_counted() -> None:
    times = [NOON + timedelta(hours=hour) for hour in (5, 0, 3)]
    assert format_moments(times[:1], Reader(zone="UTC")) == "Wed 25 Nov, 15:00"
    assert format_moments(times[:2], Reader(zone="UTC")) == "Wed 25 Nov, 10:00 and 1 more time"
    assert format_moments(times, Reader(zone="UTC")) == "Wed 25 Nov, 10:00 and 2 more times"
    assert format_moments([], Reader(zone="UTC")) == ""


def test_sessions_without_a_gap_become_one() -> None:
    spans = merge_adjacent([session(90, 30), session(30, 30), session(0, 30)])
    assert [(end - start) for start, end in spans] == [timedelta(minutes=60), timedelta(minutes=30)]
    assert format_span(*spans[0], Reader(zone="Europe/Berlin")) == "Wednesday 25 November 2026, 11:00–12:00"


def test_spans_have_the_names_of_their_slots() -> None:
    early = [session(minutes, 30).model_copy(update={"alias": "Early  bird"}) for minutes in (0, 30)]
    lines = named_spans([session(60, 30), *early], Reader(zone="Europe/Berlin"))
    assert lines == [
        "Wednesday 25 November 2026, 11:00–12:00 · Early bird",
        "Wednesday 25 November 2026, 12:00–12:30",
    ]


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(0, "1 minute"), (10, "10 minutes"), (60, "1 hour"), (1440, "24 hours"), (4320, "3 days")],
)
def test_how_long_something_works(minutes: int, said: str) -> None:
    assert format_duration(timedelta(minutes=minutes)) == said


@pytest.mark.parametrize(
    ("minor", "currency", "said"),
    [(0, "EUR-DE", "Free"), (7000, "EUR-DE", "€70"), (1050, "USD-US", "$10.50"), (500, "JPY-JP", "¥500")],
)
def test_money(minor: int, currency: str, said: str) -> None:
    assert format_money(minor, currency) == said


@pytest.mark.parametrize(
    ("prices", "said"),
    [
        ([(2450, "fixed"), (0, "free")], "$24.50"),
        ([(2450, "from"), (0, "free")], "from $24.50"),
        ([(2450, "fixed"), (0, "on_request")], "from $24.50"),
        ([(0, "free"), (0, "on_request")], "Price on request"),
        ([(0, "free")], "Free"),
    ],
)
def test_a_total_is_the_least_where_a_price_is_open(prices: list[tuple[int, PriceKind]], said: str) -> None:
    services = [
        OrderedServiceFacts(
            service_id=kind, name=kind, duration_minutes=30, cost_minor=minor, price_kind=kind
        )
        for minor, kind in prices
    ]
    total = sum(minor for minor, _ in prices)
    assert format_total(order(services=services, total_minor=total, currency="USD-US"), "english") == said


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Grace Wanjiru", "Grace"),
        ("Dr Who", "Dr Who"),
        ("J. Smith", "J. Smith"),
        ("Ivo", "Ivo"),
        ("The Dog House", "The Dog House"),
        ("李 小龍", "李 小龍"),
    ],
)
def test_what_a_person_is_called(name: str, called: str) -> None:
    assert first_name(name) == called


@given(st.text())
def test_a_name_never_breaks_its_line(name: str) -> None:
    line = one_line_name(name)
    assert "\n" not in line
    assert "\r" not in line
    assert len(line) <= 60
