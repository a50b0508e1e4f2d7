"""What a provider's file of clients says, and what its import does (product.md 4.17). Pure."""

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from chassis.errors import CHECK_FIELDS, RuleViolation
from contracts.rules.fields import client_email, client_name, client_phone
from contracts.rules.text import Text

from booking.client_imports.columns import Column, columns_of, folded, has_names
from booking.clients.spreadsheet_cells import as_meant

Outcome = Literal["new", "joined", "unchanged", "refused"]
MOST_BYTES: Final = 1024 * 1024
MOST_ROWS: Final = 5000
MOST_CLIENTS: Final = 50_000
"""Of one provider."""
DELIMITERS: Final = (",", ";", "\t")
TOO_LARGE: Final = "This file is too large: at most 1 MB and 5000 rows."
NOT_UTF8: Final = "This file is not text in UTF-8. Save it as CSV in UTF-8."
NO_HEADER: Final = "The first row must name the columns: name, e-mail and phone."
NO_ROWS: Final = "This file names no clients."
BROKEN: Final = "Line {n} is not written as CSV: look at its quotation marks."
SAME_ADDRESS: Final = "Line {n} has the same e-mail address."
SAME_CLIENT: Final = "Line {n} names the same client."
TOO_MANY_CLIENTS: Final = "You can have at most 50,000 clients."
CHANGED: Final = "Your clients have changed since this preview. Look at the new one."


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the file as it is written there; `line` is where it begins, 1 for the first line."""

    line: int
    name: str
    email: str
    phone: str


@dataclass(frozen=True, slots=True)
class Step:
    """What the import does with a row. `field` and `reason` say why it is refused, `client_id` whom it
    joins.
    """

    outcome: Outcome
    row: Row
    client_id: str = ""
    field: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class KnownClient:
    """Somebody who is a client already. `email` is '' where none is known."""

    client_id: str
    name: str
    email: str
    phone: str


@dataclass(frozen=True, slots=True)
class Known:
    """A provider's clients, by the addresses that are theirs, and by name and number; names by their ids."""

    by_address: dict[str, KnownClient] = field(default_factory=dict[str, KnownClient])
    by_name: dict[tuple[str, str], KnownClient] = field(default_factory=dict[tuple[str, str], KnownClient])
    names: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def count(self) -> int:
        """How many clients there are."""
        return len(self.names)

    def add(self, client: KnownClient, addresses: Iterable[str]) -> None:
        """Enter a client. Without a number only somebody without an address is known by the name alone."""
        self.names[client.client_id] = client.name
        for address in addresses:
            self.by_address[address] = client
        if client.phone or not client.email:
            self.by_name.setdefault((folded(client.name), client.phone), client)


def rows_of(content: bytes) -> list[Row]:
    """The rows of a CSV file (RFC 4180): UTF-8 with or without a byte order mark, with commas, semicolons or
    tabs. Rows without a word are left out.

    Raises RuleViolation, with words beside the file, for a file that cannot be read.
    """
    if len(content) > MOST_BYTES:
        raise _refusal(TOO_LARGE)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _refusal(NOT_UTF8) from error
    if "\0" in text:
        raise _refusal(NOT_UTF8)
    records = _records(text, _delimiter(text))
    header = next(records, (0, []))[1]
    columns = columns_of(header)
    if not has_names(columns):
        raise _refusal(NO_HEADER)
    rows = [_row(line, cells, columns) for line, cells in records]
    if not rows:
        raise _refusal(NO_ROWS)
    return rows


def _refusal(sentence: str) -> RuleViolation:
    return RuleViolation(CHECK_FIELDS, iv_media_base=sentence)


def _delimiter(text: str) -> str:
    """The character by which the first row has most columns that are known; a comma where none has any."""
    first = text.lstrip().partition("\n")[0]

    def found(delimiter: str) -> int:
        return len(columns_of(first.split(delimiter)))

    return max(DELIMITERS, key=found)


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each record that has a word, with the line at which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    count = 0
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise _refusal(BROKEN.format(n=line)) from error
        if cells is None:
            return
        if not any(cell.strip() for cell in cells):
            continue
        count += 1
        if count > MOST_ROWS + 1:  # with the header
            raise _refusal(TOO_LARGE)
        yield line, cells


def _row(line: int, cells: Sequence[str], columns: Mapping[Column, int]) -> Row:
    def cell(column: Column) -> str:
        place = columns.get(column)
        return as_meant(cells[place].strip()) if place is not None and place < len(cells) else ""

    parts = ("given", "family") if {"given", "family"} <= columns.keys() else ("given", "name", "family")
    name = " ".join(filter(None, map(cell, parts))) or cell("name")
    return Row(line, name, cell("email"), cell("phone"))


def planned(rows: Iterable[Row], known: Known) -> list[Step]:
    """What becomes of each row: who has an address of a client is that client, and so is somebody without an
    address who has the name and the number of one. A client's number is added where none is known; nothing
    else that is known is changed.
    """
    seen: dict[tuple[str, ...], int] = {}
    return [_step(row, known, seen) for row in rows]


def _step(written: Row, known: Known, seen: dict[tuple[str, ...], int]) -> Step:
    try:
        row = _checked(written)
    except _Unfit as error:
        return Step("refused", written, field=error.field, reason=error.reason)
    by_name = folded(row.name), row.phone
    key = (row.email,) if row.email else by_name
    if key in seen:
        sentence = SAME_ADDRESS if row.email else SAME_CLIENT
        return Step(
            "refused", written, field="email" if row.email else "name", reason=sentence.format(n=seen[key])
        )
    seen[key] = row.line
    client = known.by_address.get(row.email) if row.email else known.by_name.get(by_name)
    if client is None:
        return Step("new", row)
    adds_phone = bool(row.phone) and not client.phone
    return Step("joined" if adds_phone else "unchanged", row, client_id=client.client_id)


class _Unfit(Exception):
    """A cell that cannot be kept."""

    def __init__(self, column: str, reason: str) -> None:
        super().__init__(reason)
        self.field = column
        self.reason = reason


def _checked(row: Row) -> Row:
    """The row as it is kept. Raises _Unfit for the first cell that fails."""

    def read(column: str, check: Text, cell: str) -> str:
        try:
            return check.read(cell)
        except ValueError as error:
            raise _Unfit(column, str(error)) from error

    return Row(
        row.line,
        read("name", client_name, row.name),
        read("email", client_email, row.email),
        read("phone", client_phone, row.phone),
    )


def digest_of(steps: Iterable[Step]) -> str:
    """What names the changes of a plan: another plan has another name. '' for one that changes nothing."""
    changing = [
        f"{step.outcome}\0{step.client_id}\0{step.row.name}\0{step.row.email}\0{step.row.phone}"
        for step in steps
        if step.outcome in {"new", "joined"}
    ]
    return hashlib.sha256("\n".join(changing).encode()).hexdigest() if changing else ""


def check_previewed(steps: Sequence[Step], preview: str, clients: int) -> None:
    """Nothing happens that the preview did not show. What was imported already changes nothing, and may be
    repeated.

    Raises RuleViolation for another plan, and for more clients than a provider can have.
    """
    now = digest_of(steps)
    if now and now != preview:
        raise RuleViolation(CHECK_FIELDS, iv_preview=CHANGED)
    check_room(steps, clients)


def check_room(steps: Iterable[Step], clients: int) -> None:
    """Raises RuleViolation when the new clients and the provider's `clients` are too many."""
    if clients + sum(step.outcome == "new" for step in steps) > MOST_CLIENTS:
        raise _refusal(TOO_MANY_CLIENTS)
