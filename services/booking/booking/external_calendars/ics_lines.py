"""The content lines of an iCalendar file (RFC 5545, 3.1), and the budgets of a reading. Pure.

A file may be hostile or broken. Lines are read leniently, because each reading of a line that fails is a time
that nobody keeps free.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

MOST_EVENTS: Final = 5_000
"""Events that may touch the time that is asked for: a series is one, and each changed date of it one more."""
MOST_DATES: Final = 20_000
"""Single dates of all series, RDATE and EXDATE, and periods of VFREEBUSY."""
MOST_ZONE_LINES: Final = 20_000
"""Lines and single dates of all VTIMEZONEs."""
LONGEST_LINE: Final = 65_536
"""In bytes, unfolded, of a line that is needed."""
DEEPEST: Final = 8
NO_CALENDAR: Final = "There is no calendar at this address."
CUT_SHORT: Final = "This calendar ends in the middle."
TOO_MANY: Final = "This calendar has too many events."
UNREADABLE: Final = "This calendar can't be read."
TIMES: Final = frozenset({"DTSTART", "DTEND", "RECURRENCE-ID", "RDATE", "EXDATE", "FREEBUSY"})
"""Properties whose values are times."""
_BYTE_ORDERS: Final = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
_NAME: Final = re.compile(rb"\s*([A-Za-z0-9-]+)")
_BOUNDARY: Final = re.compile(
    rb"\s*(?:BEGIN|END):\s*(?:VCALENDAR|VEVENT|VFREEBUSY|VTIMEZONE)\s*", re.IGNORECASE
)
"""A line that nothing is folded into: what follows it belongs to no line."""
_HEAD: Final = re.compile(r'[^:"]*(?:"[^"]*"[^:"]*)*(?=:)')
_BEFORE_TIME: Final = re.compile(r":(?=\s*[0-9]{4}-?[0-9]{2}-?[0-9]{2})")
_PARAMETER: Final = re.compile(r';\s*([A-Za-z0-9-]+)\s*=\s*("[^"]*"|[^;]*)')


class NotACalendar(ValueError):
    """The file cannot be read. The message is for people."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property's value without blanks around it, and its parameters by their names in capitals."""

    value: str
    parameters: Mapping[str, str]


def in_utf_8(content: bytes) -> bytes:
    """The file without a byte order mark, and in UTF-8 if the mark says that it is in UTF-16."""
    for mark, encoding in _BYTE_ORDERS.items():
        if content.startswith(mark):
            return content.decode(encoding, "replace").encode()
    return content


def unfolded(lines: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    """The name, in capitals, and the whole of each content line; of one over `LONGEST_LINE`, as much as
    shows that it is. A line that begins with no name is left out.
    """
    whole = bytearray()
    for line in lines:
        part = line.rstrip(b"\r\n")
        if part[:1] in {b" ", b"\t"} and _NAME.match(whole):
            if len(whole) <= LONGEST_LINE and not _BOUNDARY.fullmatch(whole):
                whole += part[1:]
            continue
        yield from _named(whole)
        whole = bytearray(part)
    yield from _named(whole)


def _named(line: bytearray) -> Iterator[tuple[str, bytes]]:
    name = _NAME.match(line)
    if name is not None:
        yield name[1].decode().upper(), bytes(line)


def property_of(name: str, line: bytes) -> Property:
    """The property in a content line. A colon in an unquoted parameter does not end a time's parameters."""
    text = line.decode("utf-8", "replace")
    found = _BEFORE_TIME.search(text) if name in TIMES else None
    if found is not None:
        head, value = text[: found.start()], text[found.end() :]
    else:
        quoted = _HEAD.match(text)
        head = quoted[0] if quoted else text.partition(":")[0]
        value = text[len(head) + 1 :]
    parameters = {each[1].upper(): each[2].strip('" ') for each in _PARAMETER.finditer(head)}
    return Property(value.strip(), parameters)


def component_named(line: bytes) -> str:
    """The component that a BEGIN or END names."""
    return line.partition(b":")[2].strip().decode("utf-8", "replace").upper()
