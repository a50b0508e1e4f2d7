"""A provider's figures and the file of them (product.md 4.18)."""

from typing import Final

from chassis.db import Connection
from contracts.figures import FiguresAnswer
from contracts.zones import zone_named

from booking.clients.rules import csv_file
from booking.figures.rules import checked_span, parts_of
from booking.figures.schemas import FiguresAsked, PageViews
from booking.figures.serializers import csv_header, csv_row, figures_answer
from booking.figures.store import figures_of
from booking.hours.store import hours_of

WITHOUT_HOURS: Final = "UTC"
"""The zone of a provider who has saved no hours yet."""


async def figures(tx: Connection, provider_id: str, asked: FiguresAsked, page: PageViews) -> FiguresAnswer:
    """The figures of the range and of the one before it. Raises RuleViolation for a range that is none."""
    parts = parts_of(checked_span(asked.from_date, asked.to_date))
    zone = asked.timezone or await _own_zone(tx, provider_id)
    counted = await figures_of(tx, provider_id, parts, zone_named(zone))
    return figures_answer(parts, counted, page.views, zone)


async def figures_file(tx: Connection, provider_id: str, asked: FiguresAsked, page: PageViews) -> bytes:
    """The series of the range as a CSV file. Raises RuleViolation for a range that is none."""
    answer = await figures(tx, provider_id, asked, page)
    currencies = [each.currency for each in answer.figures.income]
    return csv_file(csv_header(answer), (csv_row(part, currencies) for part in answer.series))


async def _own_zone(tx: Connection, provider_id: str) -> str:
    hours = await hours_of(tx, provider_id)
    return WITHOUT_HOURS if hours is None else hours.timezone
