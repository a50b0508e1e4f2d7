"""What a provider's file of clients says, and what its import does (product.md 4.17). Pure."""

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from chassis.errors import CHECK_FIELDS, RuleViolation
from contracts.rules.fields import client_email, client_name, client_phone
from contracts.rules.text import Text

from booking.client_imports.cells import first_said
from booking.client_imports.columns import COLUMNS, Column, Use, columns_of, folded, has_names, use_of

Outcome = Literal["new", "joined", "unchanged", "refused"]
MOST_BYTES: Final = 1024 * 1024
MOST_ROWS: Final = 5000
MOST_COLUMNS: Final = 300
MOST_CLIENTS: Final = 50_000
"""Of one provider."""
DELIMITERS: Final = (",", ";", "\t")
TOO_LARGE: Final = "This file is too large: at most 1 MB and 5000 rows."
TOO_WIDE: Final = "Line {n} has too many columns: at most 300."
NOT_UTF8: Final = "This file is not text in UTF-8. Save it as CSV in UTF-8."
BROKEN: Final = "Line {n} is not written as CSV: look at its quotation marks."
NO_HEADER: Final = "The first row must name the columns: name, e-mail and phone."
NO_ROWS: Final = "This file names no clients."
SAME_ADDRESS: Final = "Line {n} has the same e-mail address."
SAME_CLIENT: Final = "Line {n} names the same client."
TOO_MANY_CLIENTS: Final = "You can have at most 50,000 clients."
LONGEST_EXAMPLE: Final = 60
CHANGED: Final = "Your clients have changed since this preview. Look at the new one."


_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_SEPARATOR: Final = re.compile(r"\"?sep=([^\"\r\n])\"?\1*[ \t]*", re.IGNORECASE)
"""The line that tells Excel how the others are separated."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the file as it is written there; `line` is where it begins, 1 for the first line."""

    line: int
    name: str
    email: str
    phone: str


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column of the file: its name, what it is used for, and the first value in it."""

    name: str
    used_for: Use
    example: str


@dataclass(frozen=True, slots=True)
class ClientFile:
    """What a file says, before it is judged."""

    columns: list[FileColumn]
    rows: list[Row]


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


Record = tuple[int, list[str]]
"""The line at which a row begins, and its cells."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The first row with a word, and the rows after it, which are read one by one."""

    header: list[str]
    rows: Iterator[Record]


def rows_of(content: bytes, assigned: Sequence[Use] = ()) -> list[Row]:
    """The rows of a file, by what its columns are used for: what `assigned` says of each from the left, or
    what their names mean.

    Raises RuleViolation, with words beside the file, for one that cannot be read.
    """
    return client_file(content, assigned).rows


def client_file(content: bytes, assigned: Sequence[Use] = ()) -> ClientFile:
    """The columns of a file and its rows, as `rows_of` reads them. Raises what it raises."""
    table = _table_of(content)
    if len(table.header) > len(assigned) > 0:
        assigned = (*assigned, *("unused" for _ in table.header[len(assigned) :]))
    uses: Sequence[Use] = assigned or [use_of(name) for name in table.header]
    if not has_names(uses):
        raise _refusal(NO_HEADER)
    places: dict[Column, list[int]] = {
        column: [place for place, use in enumerate(uses) if use == column] for column in COLUMNS
    }
    examples = [""] * len(table.header)
    rows: list[Row] = []
    for line, cells in table.rows:
        rows.append(_row(line, cells, places))
        _note_examples(examples, cells)
    if not rows:
        raise _refusal(NO_ROWS)
    columns = [FileColumn(*each) for each in zip(table.header, uses, examples, strict=False)]
    return ClientFile(columns, rows)


def _table_of(content: bytes) -> _Table:
    """The table of a file: UTF-8 with or without a byte order mark, with commas, semicolons or tabs, or with
    what its first line says (`sep=;`). Rows without a word are left out.

    Raises RuleViolation, with words beside the file, for a file that cannot be read; so do the rows.
    """
    if len(content) > MOST_BYTES:
        raise _refusal(TOO_LARGE)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _refusal(NOT_UTF8) from error
    if "\0" in text:
        raise _refusal(NOT_UTF8)
    told = _SEPARATOR.fullmatch(text, 0, _end_of_line(text, 0))
    start = _after_line_end(text, told.end()) if told else 0
    records = _records(text[start:], told[1] if told else _delimiter(text), 1 if told else 0)
    return _Table(next(records, (0, []))[1], records)


def _refusal(sentence: str) -> RuleViolation:
    """The refusal of a whole file."""
    return RuleViolation(CHECK_FIELDS, iv_media_base=sentence)


def _end_of_line(text: str, start: int) -> int:
    found = _LINE_END.search(text, start)
    return found.start() if found else len(text)


def _after_line_end(text: str, end: int) -> int:
    found = _LINE_END.match(text, end)
    return found.end() if found else end


def _delimiter(text: str) -> str:
    """The character by which the first row has most columns that are known; a comma where none has any."""
    begun = text.lstrip()
    first = begun[: _end_of_line(begun, 0)]

    def found(delimiter: str) -> int:
        return len(columns_of(first.split(delimiter, MOST_COLUMNS)[:MOST_COLUMNS]))

    return max(DELIMITERS, key=found)


def _records(text: str, delimiter: str, lines_before: int) -> Iterator[Record]:
    """Each record that has a word, with the line at which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    count = 0
    while True:
        line = lines_before + reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise _refusal(BROKEN.format(n=line)) from error
        if cells is None:
            return
        if len(cells) > MOST_COLUMNS:
            raise _refusal(TOO_WIDE.format(n=line))
        if not any(cell.strip() for cell in cells):
            continue
        count += 1
        if count > MOST_ROWS + 1:  # with the header
            raise _refusal(TOO_LARGE)
        yield line, cells


def _note_examples(examples: list[str], cells: Sequence[str]) -> None:
    """Keep the first value of each column that has none yet."""
    for place, cell in enumerate(cells[: len(examples)]):
        if cell and not examples[place]:
            examples[place] = cell[:LONGEST_EXAMPLE].strip()


def _row(line: int, cells: Sequence[str], places: Mapping[Column, Sequence[int]]) -> Row:
    def value(column: Column) -> str:
        return first_said((cells[place] for place in places[column] if place < len(cells)), column)

    given, name, family = value("given"), value("name"), value("family")
    if places["given"] and places["family"]:
        whole = f"{given} {family}" if given and family else name or given or family
    else:
        whole = " ".join(filter(None, (given, name, family)))
    return Row(line, whole, value("email"), value("phone"))


def judged(row: Row) -> Step:
    """The row as it is kept, a new client as long as nobody is known; or its refusal."""
    try:
        return Step("new", _checked(row))
    except _Unfit as error:
        return Step("refused", row, field=error.field, reason=error.reason)


def planned(rows: Iterable[Row | Step], known: Known) -> list[Step]:
    """What becomes of each row, `judged` or not: who has an address of a client is that client, and so is
    somebody without an address who has the name and the number of one. A client's number is added where none
    is known; nothing else that is known is changed.
    """
    seen: dict[tuple[str, ...], int] = {}
    return [_step(row if isinstance(row, Step) else judged(row), known, seen) for row in rows]


def _step(step: Step, known: Known, seen: dict[tuple[str, ...], int]) -> Step:
    if step.outcome == "refused":
        return step
    row = step.row
    name = "" if row.email else folded(row.name)
    key = (row.email,) if row.email else (name, row.phone)
    if key in seen:
        column, sentence = ("email", SAME_ADDRESS) if row.email else ("name", SAME_CLIENT)
        return Step("refused", row, field=column, reason=sentence.format(n=seen[key]))
    seen[key] = row.line
    client = known.by_address.get(row.email) if row.email else known.by_name.get((name, row.phone))
    if client is None:
        return step
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
