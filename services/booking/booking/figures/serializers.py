"""Figures on the wire, and as rows of a file."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from contracts.figures import (
    BookedService,
    BusyHour,
    Cancelled,
    Figures,
    FiguresAnswer,
    FiguresOfPart,
    Income,
    Range,
)
from contracts.reference import whole_units
from contracts.rules.places import currency_code

from booking.figures.rules import Counted, Parts, Span, total, totals_by_key, views_by_part

MOST_SERVICES: Final = 10
COLUMNS: Final = (
    "from", "bookings", "completed", "hours", "no_shows", "cancelled", "requests", "views",
)  # fmt: skip
"""Of the CSV file, before one column of income for each currency."""


def figures_answer(
    parts: Parts, counted: Sequence[Counted], views: Mapping[date, int] | None, timezone: str
) -> FiguresAnswer:
    """The answer of get_figures. `views` are those of the page by day, None where they are not known."""
    by_part = None if views is None else views_by_part(parts, views)
    of_part: dict[int, list[Counted]] = {}
    for each in counted:
        of_part.setdefault(each.part, []).append(each)
    series = [
        _part(starts, of_part.get(place, []), None if by_part is None else by_part[place - 1])
        for place, starts in enumerate(parts.starts[:-1], 1)
    ]
    border = parts.of_former
    former = [each for each in counted if each.part <= border]
    lately = [each for each in counted if each.part > border]
    return FiguresAnswer(
        timezone=timezone,
        unit=parts.unit,
        range=_range(parts.span),
        former_range=_range(parts.former),
        figures=_figures(lately, by_part and by_part[border:]),
        former_figures=_figures(former, _known(by_part and by_part[:border])),
        series=series[border:],
        former_series=series[:border],
        services=_services(lately, former),
        hours=_hours(lately),
    )


def csv_header(answer: FiguresAnswer) -> tuple[str, ...]:
    """The names of the columns: those of every file, and the currencies of this one."""
    return (*COLUMNS, *(f"income {currency_code(each.currency)}" for each in answer.figures.income))


def csv_row(part: FiguresOfPart, currencies: Sequence[str]) -> tuple[str, ...]:
    """The cells of a day, week or month; a view that is not known is empty."""
    earned = {each.currency: each.amount for each in part.income}
    return (
        part.starts.isoformat(),
        str(part.bookings),
        str(part.completed),
        f"{part.minutes / 60:.2f}",
        str(part.no_shows),
        str(part.cancelled),
        str(part.requests),
        "" if part.views is None else str(part.views),
        *(f"{earned.get(currency, 0):.10g}" for currency in currencies),
    )


def _known(views: Sequence[int] | None) -> Sequence[int] | None:
    """The views of a former range. Without any it lies before they were counted, or longer ago than they are
    kept: nothing is compared with them.
    """
    return views if views and any(views) else None


def _range(span: Span) -> Range:
    return Range(from_date=span.first, to_date=span.last)


def _income(counted: Sequence[Counted]) -> list[Income]:
    return [
        Income(currency=currency, amount=float(whole_units(minor, currency)))
        for currency, minor in totals_by_key(counted, "income").items()
    ]


def _figures(counted: Sequence[Counted], views: Sequence[int] | None) -> Figures:
    return Figures(
        bookings=total(counted, "bookings"),
        completed=total(counted, "completed"),
        minutes=total(counted, "minutes"),
        income=_income(counted),
        new_clients=total(counted, "new_clients"),
        returning_clients=total(counted, "returning_clients"),
        no_shows=total(counted, "no_shows"),
        cancelled=Cancelled(
            by_provider=total(counted, "cancelled", "provider"),
            by_client=total(counted, "cancelled", "client"),
            by_system=total(counted, "cancelled", "system"),
            unknown=total(counted, "cancelled", ""),
        ),
        declined=total(counted, "declined"),
        requests=total(counted, "requests"),
        views=None if views is None else sum(views),
    )


def _part(starts: date, counted: Sequence[Counted], views: int | None) -> FiguresOfPart:
    return FiguresOfPart(
        starts=starts,
        bookings=total(counted, "bookings"),
        completed=total(counted, "completed"),
        minutes=total(counted, "minutes"),
        income=_income(counted),
        no_shows=total(counted, "no_shows"),
        cancelled=total(counted, "cancelled"),
        requests=total(counted, "requests"),
        views=views,
    )


def _services(lately: Sequence[Counted], former: Sequence[Counted]) -> list[BookedService]:
    names = {each.key: each.name for each in lately if each.kind == "service"}
    before = totals_by_key(former, "service")
    most = list(totals_by_key(lately, "service").items())[:MOST_SERVICES]
    return [
        BookedService(
            service_id=service_id,
            name=names[service_id],
            bookings=bookings,
            former_bookings=before.get(service_id, 0),
        )
        for service_id, bookings in most
    ]


def _hours(lately: Sequence[Counted]) -> list[BusyHour]:
    found = totals_by_key(lately, "hour")
    hours = [(*(int(figure) for figure in key.split("-")), sessions) for key, sessions in found.items()]
    return [BusyHour(weekday=day, hour=hour, sessions=sessions) for day, hour, sessions in sorted(hours)]
