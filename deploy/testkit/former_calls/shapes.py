"""The shape of an answer: what each version answers alike, whatever the run and the day.

What differs from run to run is named by its kind: `<id>`, `<token>`, `<file>`, `<picture>`, `<cursor>`,
`<minute>`, `<instant>`, `<spoken>` for an instant in a sentence, `<day>` in a calendar file, and a date by
its weekday, `<Mon>`. All else stands as it is: sentences, choices, numbers, and which members there are.
"""

import base64
import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, cast

from client.api_client import Json

_MAILED_BY_THE_MINUTE: Final = frozenset({"circle_grown", "messages_unread"})
"""Mails that a job sends: whether it has, when a journey ends, is chance."""
_MAY_HAVE_MORE: Final = frozenset({"alerts_list", "alerts", "mails", "unused_pictures"})
"""Lists with one row for each thing that happened: a later version may tell of more, and events of
several services come in any order."""
_MAY_GROW: Final = frozenset({"revision", "unread"})
"""Numbers that count what has happened: there may be more of it since."""
_BY_THE_CLOCK: Final = frozenset({"sent_at"})
"""What a job fills in when it comes to it."""
_FROM_TODAY: Final = "preview_appointment_window.data.days"
"""A list of the next seven days, which begins on the weekday of the call."""
_ONCE_ACCEPTED: Final = frozenset({"contact_phone", "delivery_location"})
"""What release 1.1.0 no longer answers of a booking that is only asked for (product.md 3.6)."""
_CURSOR: Final = "next_cursor"
_FOLDED: Final = frozenset({"json", "calendar"})
_TOKEN: Final = (
    r"[\w-]{16,}\.[\w-]{16,}\.[\w-]{16,}|(?<![\w<-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{40,}(?![\w>-])"  # noqa: S105
)
_KINDS: Final = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"data:image/[\w+/;,=.-]+", "<picture>"),
        (r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<id>"),
        (_TOKEN, "<token>"),
        (r"(?:(?<=/media/)[\w/-]+|[0-9a-f]{32,}(?:-\d+)?)\.(?:webp|jpg|svg)(?:\?[\w=-]+)?", "<file>"),
        (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)", "<instant>"),
        (r"(?<!\d)\d{8}(?=T\d{6}Z?\b)", "<day>"),
        (r"\b[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}(?: \d{4})?, \d\d:\d\d", "<spoken>"),
        (r"(?<=[a-z0-9]-)\d{8}\b", "<minute>"),
    )
)
_DATE: Final = re.compile(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)")


def shape_of(value: Json, known: Mapping[str, str], key: str = "") -> Json:
    """A value with kinds in place of what differs from run to run; `known` names further values."""
    value = unfolded(value, key)
    if isinstance(value, dict):
        return {_shape_of_text(name, known): shape_of(each, known, name) for name, each in value.items()}
    if isinstance(value, list):
        return [shape_of(each, known) for each in value]
    if isinstance(value, str):
        return "<cursor>" if key == _CURSOR and value else _shape_of_text(value, known)
    return value


def unfolded(value: Json, key: str = "") -> Json:
    """What a text holds: JSON as {"json": …}, a calendar file as {"calendar": its lines}; else the value."""
    if not isinstance(value, str):
        return value
    if key == "content" and (lines := _calendar_lines(value)):
        return {"calendar": lines}
    parsed = _parsed(value) if value[:1] in {"[", "{"} else None
    return {"json": parsed} if isinstance(parsed, list | dict) else value


def differences(was: Json, now: Json, path: str = "") -> list[str]:
    """Where a shape is not as it was, as `path: was this, is that`. New members are no difference."""
    was, now = unfolded(was, path.rpartition(".")[2]), unfolded(now, path.rpartition(".")[2])
    if isinstance(was, dict) and isinstance(now, dict):
        return [line for name in was for line in _of_member(was, now, name, path)]
    if isinstance(was, list) and isinstance(now, list):
        return _of_rows(was, now, path)
    same = was == now and isinstance(was, bool) is isinstance(now, bool)
    return [] if same else [_difference(path, was, now)]


def _of_member(was: Mapping[str, Json], now: Mapping[str, Json], name: str, path: str) -> list[str]:
    where = path if name in _FOLDED else f"{path}.{name}" if path else name
    if name not in now:
        return [f"{where}: was {_short(was[name])}, is not there"]
    if name in _BY_THE_CLOCK or (name in _MAY_GROW and _grown(was[name], now[name])):
        return []
    if name in _ONCE_ACCEPTED and now.get("request_status") == "pending" and now[name] == "":
        return []
    before, lines = was[name], now[name]
    if name == "calendar" and isinstance(before, list) and isinstance(lines, list):
        lost = [each for each in before if each not in lines]
        return [f"{where}: has no line {_short(each)}: {_short(lines)}" for each in lost]
    return differences(was[name], now[name], where)


def _of_rows(was: Sequence[Json], now: Sequence[Json], path: str) -> list[str]:
    if path.rpartition(".")[2] in _MAY_HAVE_MORE:
        return _lost(was, now, path)
    pairs = list(enumerate(zip(was, now, strict=False)))
    if path == _FROM_TODAY:  # today is partly over
        recorded = {_weekday(row): row for row in was[1:]}
        pairs = [
            (at, (recorded[_weekday(row)], row))
            for at, row in enumerate(now)
            if at and _weekday(row) in recorded
        ]
    if len(was) != len(now):
        return [_difference(path, was, now)]
    return [line for at, (one, other) in pairs for line in differences(one, other, f"{path}[{at}]")]


def _lost(was: Sequence[Json], now: Sequence[Json], path: str) -> list[str]:
    """The rows that are not among those of now, in whatever order these are."""
    left, lost = list(now), list[str]()
    for row in was:
        if _depends_on_a_job(row):
            continue
        found = next((each for each in left if not differences(row, each)), None)
        if found is None:
            lost.append(f"{path}: has no {_short(row)}")
        else:
            left.remove(found)
    return lost


def _depends_on_a_job(row: Json) -> bool:
    """Whether a row is there by chance: a mail that a job sends once a minute, a picture that one removes."""
    return isinstance(row, dict) and (row.get("kind") in _MAILED_BY_THE_MINUTE or "removed_after" in row)


def _shape_of_text(text: str, known: Mapping[str, str]) -> str:
    for value in sorted(known, key=len, reverse=True):
        text = text.replace(value, known[value])
    for pattern, kind in _KINDS:
        text = pattern.sub(kind, text)
    return _DATE.sub(lambda found: f"<{date.fromisoformat(found.group()):%a}>", text)


def _weekday(row: Json) -> str:
    return str(row.get("date", "")) if isinstance(row, dict) else ""


def _grown(was: Json, now: Json) -> bool:
    return isinstance(was, int) and isinstance(now, int) and now >= was


def _parsed(text: str) -> Json:
    try:
        return cast("Json", json.loads(text))
    except ValueError:
        return text


def _calendar_lines(content: str) -> list[Json]:
    """The lines of a calendar file in base64, without the instant at which it was made."""
    try:
        text = base64.b64decode(content, validate=True).decode()
    except ValueError:
        return []
    lines = text.replace("\r\n ", "").splitlines() if text.startswith("BEGIN:VCALENDAR") else []
    return [each for each in lines if not each.startswith("DTSTAMP")]


def _difference(path: str, was: Json, now: Json) -> str:
    return f"{path}: was {_short(was)}, is {_short(now)}"


def _short(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)[:200]
