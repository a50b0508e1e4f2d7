"""Clients on the wire, and as rows of a file."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from chassis.db import Record
from contracts.reference import whole_units
from contracts.rules.places import currency_code

from booking.clients.schemas import ClientLine, ClientOrder, ClientShown, Spent
from booking.serialization import instant_text

COLUMNS: Final = (
    "name", "email", "phone", "guest", "visits", "no_shows", "last_visit", "next_visit", "spent", "tags",
)  # fmt: skip
"""Of the CSV file."""


def client_line(row: Record) -> ClientLine:
    """A row of `hot_sql.PAGES`."""
    return ClientLine(
        client_id=row["client_id"],
        owner_id=row["account_id"],
        name=row["name"],
        email=row["email"],
        phone=row["phone"],
        username=row["username"],
        avatar=row["avatar"],
        is_guest=not row["account_id"],
        visits=row["visits"],
        no_shows=row["no_shows"],
        last_visit=_instant(row["last_visit"]),
        next_visit=_instant(row["next_visit"]),
        spent=[
            Spent(currency=currency, amount=float(whole_units(minor, currency)))
            for currency, minor in zip(row["currencies"], row["amounts"], strict=True)
        ],
        tags=row["tags"],
        has_note=bool(row["note"]),
    )


def client_shown(row: Record, orders: Sequence[Record]) -> ClientShown:
    """A client with note and orders."""
    return ClientShown(
        **client_line(row).model_dump(), note=row["note"], orders=[_order(order) for order in orders]
    )


def csv_row(line: ClientLine) -> tuple[str, ...]:
    """The cells of `COLUMNS`; no note, which is for nobody else."""
    spent = [f"{each.amount:.15g} {currency_code(each.currency)}" for each in line.spent]
    return (
        line.name,
        line.email,
        line.phone,
        "yes" if line.is_guest else "no",
        str(line.visits),
        str(line.no_shows),
        line.last_visit,
        line.next_visit,
        "; ".join(spent),
        "; ".join(line.tags),
    )


def _order(row: Record) -> ClientOrder:
    return ClientOrder(
        order_id=row["order_id"],
        request_status=row["status"],
        services=[service["name"] for service in row["services"]],
        starts_at=row["starts_at"],
        total=float(whole_units(row["total_minor"], row["currency"])),
        currency=row["currency"],
    )


def _instant(instant: datetime | None) -> str:
    return instant_text(instant) if instant else ""
