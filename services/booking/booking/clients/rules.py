"""Who is one client, and the file of them (product.md 4.17). Pure."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from booking.clients.spreadsheet_cells import harmless

Sort = Literal["name", "last_visit", "next_visit", "visits", "spent"]
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)
MOST_TAGS: Final = 20

_BYTE_ORDER_MARK: Final = "\ufeff"


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Somebody with orders who belongs to no client yet."""

    person: str
    """The id of the account, or the address of the guest."""
    account_id: str
    """'' for a guest."""
    name: str
    email: str
    address: str
    """The address that is proven: an account's once it is confirmed, a guest's always. '' without one."""
    known: str | None
    """The client whom this address belongs to already."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A client, and the persons whose orders are theirs from now on."""

    client_id: str
    is_new: bool
    account_id: str
    name: str
    email: str
    persons: tuple[str, ...]


def entries(found: Sequence[NewPerson], new_id: Callable[[], str]) -> list[Entry]:
    """One entry for each client among these persons: those with the same proven address are one.

    An account's name and address count before a guest's.
    """
    groups: dict[str, list[NewPerson]] = {}
    for person in found:
        key = person.known or (f"address:{person.address}" if person.address else f"person:{person.person}")
        groups.setdefault(key, []).append(person)
    return [_entry(group, new_id) for group in groups.values()]


def _entry(group: Sequence[NewPerson], new_id: Callable[[], str]) -> Entry:
    first = next((each for each in group if each.account_id), group[0])
    return Entry(
        client_id=first.known or new_id(),
        is_new=first.known is None,
        account_id=first.account_id,
        name=first.name,
        email=first.email.lower(),
        persons=tuple(each.person for each in group),
    )


def joined_note(kept: str, other: str) -> str:
    """The note of two clients who turned out to be one: nothing of either is lost."""
    return "\n\n".join(note for note in (kept, other) if note)


def joined_tags(kept: Sequence[str], other: Sequence[str]) -> list[str]:
    """The tags of both, each once whatever its case, at most as many as one client may have."""
    by_key: dict[str, str] = {}
    for tag in (*kept, *other):
        by_key.setdefault(tag.casefold(), tag)
    return list(by_key.values())[:MOST_TAGS]


def csv_file(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A CSV file (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheets know the encoding.

    An apostrophe stands before what a spreadsheet would compute (`spreadsheet_cells.harmless`).
    """
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return (_BYTE_ORDER_MARK + written.getvalue()).encode()
