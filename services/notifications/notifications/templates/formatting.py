"""Dates, spans, money and names as people read them. Pure functions of values."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cache, lru_cache
from itertools import groupby
from typing import Final

from babel.numbers import NumberPattern, format_currency, get_currency_precision, parse_pattern
from contracts.booking_data import ANONYMOUS
from contracts.events.booking import OrderFacts, SessionFacts
from contracts.languages import DEFAULT
from contracts.zones import zone_named

from notifications.templates.moments import write
from notifications.templates.translations import fill, locale_of, tag_of, translations


@dataclass(frozen=True, slots=True)
class Reader:
    """How somebody reads: the language, the IANA zone, and the clock (h12 or h23); '' is unknown."""

    language: str = DEFAULT
    zone: str = ""
    hour_cycle: str = ""

    def or_in(self, zone: str) -> "Reader":
        """The same reader; `zone` fills in when the reader's own is unknown (product.md 5.1)."""
        return self if self.zone else replace(self, zone=zone)


LONGEST_NAME: Final = 60
REMEMBERED: Final = 1024
"""Both sides of an order are written the same span and amount, and prices are few: some 100 bytes each."""
TITLES: Final = frozenset(
    {"mr", "mrs", "ms", "mx", "dr", "prof", "sir", "st", "the", "la", "el", "le", "de", "van"}
)


def format_moment(instant: datetime, reader: Reader) -> str:
    """A short date and time as the reader reads it: 'Wed 25 Nov, 11:00', or '11:00 AM'."""
    return _written(instant, _pattern("moment", reader), reader)


def format_moments(starts: Sequence[datetime], reader: Reader) -> str:
    """The first of several moments, and how many more there are; '' for none."""
    if not starts:
        return ""
    first = format_moment(min(starts), reader)
    if len(starts) == 1:
        return first
    common = translations(reader.language).common
    return fill(common.and_more_times, {"when": first}, len(starts) - 1, reader.language)


def format_services(names: Sequence[str], language: str = DEFAULT) -> str:
    """The first of several services, and how many more there are: 'Haircut and 2 more'; '' for none."""
    if not names:
        return ""
    first = one_line_name(names[0])
    if len(names) == 1:
        return first
    return fill(translations(language).common.and_more_services, {"service": first}, len(names) - 1, language)


def format_people(names: Sequence[str], language: str = DEFAULT) -> str:
    """The first of several people, and how many more there are: 'Grace Wanjiru and 2 more'."""
    first = one_line_name(names[0])
    if len(names) == 1:
        return first
    return fill(translations(language).common.and_more_people, {"name": first}, len(names) - 1, language)


def format_appointment(services: str, when: str, language: str = DEFAULT) -> str:
    """What and when in one phrase: 'Haircut, Wed 25 Nov, 11:00'; the other one alone where one is ''."""
    if not services or not when:
        return services or when
    words = {"services": services, "when": when}
    return fill(translations(language).common.what_and_when, words, language=language)


def named_spans(sessions: Sequence[SessionFacts], reader: Reader) -> list[str]:
    """Each span as `format_span` writes it, with the name of its slot: 'Tuesday …, 09:40–11:00 · Early bird'.

    Sessions are made one only where they have one name (product.md 4.2).
    """
    spans: list[str] = []
    ordered = sorted(sessions, key=lambda each: each.starts_at)
    for alias, named in groupby(ordered, key=lambda each: one_line_name(each.alias)):
        for start, end in merge_adjacent(list(named)):
            span = format_span(start, end, reader)
            spans.append(f"{span} · {alias}" if alias else span)
    return spans


def merge_adjacent(sessions: Sequence[SessionFacts]) -> list[tuple[datetime, datetime]]:
    """Sessions in their order, those that follow each other without a gap made one."""
    spans: list[tuple[datetime, datetime]] = []
    for session in sorted(sessions, key=lambda each: each.starts_at):
        if spans and spans[-1][1] == session.starts_at:
            spans[-1] = (spans[-1][0], session.ends_at)
        else:
            spans.append((session.starts_at, session.ends_at))
    return spans


@lru_cache(REMEMBERED)
def format_span(starts_at: datetime, ends_at: datetime, reader: Reader) -> str:
    """A day with its hours: 'Tuesday 24 November 2026, 09:40–11:00'."""
    dates, clock = translations(reader.language).dates, _pattern("clock", reader)
    day = _written(starts_at, dates["day"], reader)
    start, end = _written(starts_at, clock, reader), _written(ends_at, clock, reader)
    return dates["span"].format(day=day, start=start, end=end)


def format_day(instant: datetime, reader: Reader) -> str:
    """The day of an instant: 'Tuesday 24 November 2026'."""
    return _written(instant, translations(reader.language).dates["day"], reader)


def format_clock_span(starts_at: datetime, ends_at: datetime, reader: Reader) -> str:
    """The hours of a span on a day that is known: '09:40–11:00'."""
    clock = _pattern("clock", reader)
    return f"{_written(starts_at, clock, reader)}–{_written(ends_at, clock, reader)}"


def format_duration(time_left: timedelta, language: str = DEFAULT) -> str:
    """How long something works, in the largest unit that fits: '1 hour', '10 minutes'."""
    minutes = max(1, round(time_left.total_seconds() / 60))
    words = translations(language).valid_for
    if minutes >= 2 * 1440:
        return fill(words["days"], {}, round(minutes / 1440), language)
    if minutes >= 60:
        return fill(words["hours"], {}, round(minutes / 60), language)
    return fill(words["minutes"], {}, minutes, language)


@lru_cache(REMEMBERED)
def format_money(minor: int, currency: str, language: str = DEFAULT) -> str:
    """An amount of minor units with its currency ('EUR-DE' or 'EUR'); 'Free' for nothing."""
    if minor == 0:
        return translations(language).common.free
    code = currency.partition("-")[0].upper()
    locale = locale_of(language)
    minor_in_one = 10 ** get_currency_precision(code)
    amount = Decimal(minor) / minor_in_one
    if minor % minor_in_one:
        return format_currency(amount, code, locale=locale)
    return format_currency(amount, code, _whole_amounts(language), locale=locale, currency_digits=False)


def format_total(order: OrderFacts, language: str) -> str:
    """What an order costs: the least it does where one of its prices is open (product.md 3.3)."""
    kinds = {service.price_kind for service in order.services}
    common = translations(language).common
    if order.total_minor == 0 and "on_request" in kinds:
        return common.price_on_request
    price = format_money(order.total_minor, order.currency, language)
    return common.price_from.format(price=price) if kinds & {"from", "on_request"} else price


@cache
def _whole_amounts(language: str) -> NumberPattern:
    """How the language writes money without a fraction."""
    return parse_pattern(locale_of(language).currency_formats["standard"].pattern.replace(".00", ""))


def one_line_name(name: str) -> str:
    """A name fit for one line: no line breaks, no runs of spaces, at most 60 characters."""
    line = " ".join(name.split())
    return line if len(line) <= LONGEST_NAME else line[: LONGEST_NAME - 1].rstrip() + "…"


def name_or_former_member(name: str, language: str) -> str:
    """The name in a fact; for a deleted account the reader's word for that."""
    return translations(language).common.former_member if name == ANONYMOUS else name


def first_name(name: str) -> str:
    """What to call a person by: the first word, unless that is a title or an initial ('Dr', 'J.')."""
    line = one_line_name(name)
    first = line.partition(" ")[0]
    is_name = len(first) > 1 and not first.endswith(".") and first.lower() not in TITLES
    return first if is_name else line


def _pattern(name: str, reader: Reader) -> str:
    dates = translations(reader.language).dates
    return dates[f"{name}_h12"] if reader.hour_cycle == "h12" else dates[name]


def _written(instant: datetime, pattern: str, reader: Reader) -> str:
    return write(instant.astimezone(zone_named(reader.zone)), pattern, tag_of(reader.language))
