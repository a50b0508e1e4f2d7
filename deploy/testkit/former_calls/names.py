"""Names in place of what differs from run to run: ids, addresses, tokens and instants.

A recording holds `<order_id.1>` where the former version answered an id. On replay the name takes the value
that the present version answers there, and stands for it from then on: wherever the former version answered
the same id again, so must the present one. Names without a number stand for any value of their kind.

Sessions are on days from a Monday on (`first_monday`), and days are named by their distance from it: `<+2d>`
is its Wednesday. So the weekdays of a recording are those of its replay.
"""

import base64
import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Final, cast

from client.api_client import Json

_MAILED_BY_THE_MINUTE: Final = frozenset({"circle_grown", "messages_unread"})
"""Mails that a job sends: whether it has, when a replay ends, is chance."""
_MAY_HAVE_MORE: Final = frozenset({"alerts_list", "alerts", "mails", "unused_pictures"})
"""Lists that show one row for each thing that was told: a version since may tell more, and events of
several services come in any order."""
_MAY_GROW: Final = frozenset({"revision", "unread"})
"""Numbers that count what has happened: there may be more of it since."""
_BY_THE_CLOCK: Final = frozenset({"sent_at"})
"""What a job fills in when it comes to it."""
LONGEST_DAYS: Final = 28
"""Days from the first Monday that have names."""
_DAYS_AHEAD: Final = 3
"""The least days until the first Monday: what a provider has 48 hours to answer must not start before."""
INSTANT: Final = "<instant>"
TOKEN: Final = "<token>"  # noqa: S105  a name, not a token
DATE: Final = "<date>"
FILE: Final = "<file>"
PICTURE: Final = "<picture>"
SPOKEN: Final = "<spoken>"
_ANY: Final = {
    INSTANT: r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)",
    TOKEN: r"[\w.-]{20,}",
    DATE: r"\d{4}-\d\d-\d\d",
    FILE: r"[\w/.:-]+",
    SPOKEN: r"[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}(?: \d{4})?, \d\d:\d\d",
    PICTURE: r"data:image/[\w+/;,=.-]+",
}
_NAME: Final = re.compile(r"<[a-zA-Z_]+(?:\.-?[a-zA-Z0-9_]+)*>|<\+\d+d>")
_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TOKEN: Final = re.compile(
    r"[\w-]{16,}\.[\w-]{16,}\.[\w-]{16,}|(?<![\w<-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{40,}(?![\w>-])"
)
_FILE: Final = re.compile(r"(?:(?<=/media/)[\w/-]+|[0-9a-f]{32,}(?:-\d+)?)\.(?:webp|jpg|svg)(?:\?[\w=-]+)?")
_PICTURE: Final = re.compile(r"data:image/[\w+/;,=.-]+")
_INSTANT: Final = re.compile(r"(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d:)(\d\d(?:\.\d+)?)(Z|\+00:00))?")
_BASIC_DAY: Final = re.compile(r"(?<!\d)(\d{8})(?=T\d{6}Z?\b)")
_SPOKEN_DAY: Final = re.compile(r"\b(\w{3} \d{1,2} \w{3})((?: \d{4})?, \d\d:\d\d)")
_SLOT_MINUTE: Final = re.compile(r"(?<=[a-z0-9]-)\d{8}\b")
_DAY: Final = re.compile(r"<(?:\+(\d+)d|(basic|spoken|minute)\.(-?\d+))>")


def first_monday(today: date) -> date:
    """The Monday from which sessions are booked."""
    soonest = today + timedelta(days=_DAYS_AHEAD)
    return soonest + timedelta(days=-soonest.weekday() % 7)


class Names:
    """The names of one recording or replay, and the values for which they stand."""

    def __init__(self, monday: date | None = None) -> None:
        """Days are counted from this Monday; without it, from the first one as seen from today in UTC."""
        self.monday: Final = monday or first_monday(datetime.now(UTC).date())
        self._first_minute: Final = int(datetime.combine(self.monday, time(), UTC).timestamp()) // 60
        self._spoken: Final = {self._day(f"<spoken.{each}>"): each for each in range(LONGEST_DAYS)}
        self._values: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def __getitem__(self, name: str) -> str:
        """The value of a name. Raises KeyError when it has none yet."""
        return self._values[name]

    def bind(self, name: str, value: str) -> str:
        """Let a name stand for a value; returns the value."""
        self._values[f"<{name}>"] = value
        return value

    def bind_all(self, found: dict[str, str]) -> None:
        """Let these names (with their brackets) stand for what was found."""
        self._values |= found

    def day(self, number: int) -> date:
        """A day, counted from the first Monday."""
        return self.monday + timedelta(days=number)

    def filled(self, template: Json) -> Json:
        """What to send: a recorded value with values in place of its names. Raises KeyError for a name that
        stands for nothing yet."""
        if isinstance(template, str):
            return _NAME.sub(lambda found: self._value(found.group()), template)
        if isinstance(template, dict):
            return {self._text(key): self.filled(value) for key, value in template.items()}
        if isinstance(template, list):
            return [self.filled(each) for each in template]
        return template

    def hidden(self, answered: Json, key: str = "") -> Json:
        """What to record: names in place of the values. An id that is new gets a name, by its key."""
        if isinstance(answered, str):
            return self._hidden_text(answered, key)
        if isinstance(answered, dict):
            return {self._known_hidden(name): self.hidden(value, name) for name, value in answered.items()}
        if isinstance(answered, list):
            return [self.hidden(each, key) for each in answered]
        return answered

    def sent(self, value: Json) -> Json:
        """What to record of a request: names in place of what is known, and lists in texts as they are."""
        if isinstance(value, str):
            return self._days_hidden(self._values_hidden(value))
        if isinstance(value, dict):
            return {key: self.sent(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.sent(each) for each in value]
        return value

    def differences(self, template: Json, actual: Json, found: dict[str, str], path: str = "") -> list[str]:
        """Where an answer is not as recorded, as `path: was this, is that`. Members that are new are no
        difference. Names that had no value, and stand for one by this answer, come into `found`."""
        match template:
            case {"json": inner, **others} if not others:
                return self.differences(inner, _parsed(actual), found, path)
            case {"calendar": list(lines), **others} if not others:
                return self._calendar_differences([str(each) for each in lines], str(actual), found, path)
            case dict() if isinstance(actual, dict):
                return self._members(template, actual, found, path)
            case list() if isinstance(actual, list):
                return self._rows(template, actual, found, path)
            case str() if isinstance(actual, str):
                same = self._fits(template, actual, found)
            case _:
                same = template == actual and isinstance(template, bool) is isinstance(actual, bool)
        return [] if same else [_difference(path, template, actual)]

    def _members(
        self, template: Mapping[str, Json], actual: Mapping[str, Json], found: dict[str, str], path: str
    ) -> list[str]:
        lines: list[str] = []
        for name, value in template.items():
            key = self._text(name)
            where = f"{path}.{key}" if path else key
            if key in actual and (key in _BY_THE_CLOCK or (key in _MAY_GROW and _grown(value, actual[key]))):
                continue
            if key in actual:
                lines += self.differences(value, actual[key], found, where)
            else:
                lines.append(f"{where}: was {_short(value)}, is not there")
        return lines

    def _rows(
        self, template: Sequence[Json], actual: Sequence[Json], found: dict[str, str], path: str
    ) -> list[str]:
        if path.rpartition(".")[2] in _MAY_HAVE_MORE:
            return self._lost(template, actual, found, path)
        if len(template) != len(actual):
            return [_difference(path, template, actual)]
        if any(_date_of(row) == DATE for row in template):
            return self._days_from_today(template, actual, path)
        return [
            line
            for number, (one, other) in enumerate(zip(template, actual, strict=True))
            for line in self.differences(one, other, found, f"{path}[{number}]")
        ]

    def _days_from_today(self, template: Sequence[Json], actual: Sequence[Json], path: str) -> list[str]:
        """The differences in a list of the next seven days, which begins on another weekday than the recorded
        list. Days are compared by weekday: those that are named in the recording, and not today, which is
        partly over.
        """
        recorded = {
            date.fromisoformat(self._text(day)).weekday(): row
            for row in template
            if (day := _date_of(row)) != DATE
        }
        lines: list[str] = []
        for number, row in enumerate(actual[1:], 1):
            day = date.fromisoformat(_date_of(row))
            if then := recorded.get(day.weekday()):
                weeks = day - date.fromisoformat(self._text(_date_of(then)))
                lines += Names(self.monday + weeks).differences(then, row, {}, f"{path}[{number}]")
        return lines

    def _lost(
        self, template: Sequence[Json], actual: Sequence[Json], found: dict[str, str], path: str
    ) -> list[str]:
        """The recorded rows that are not among the answered ones, in whatever order these are."""
        left, lost = list(actual), list[str]()
        for row in template:
            if _depends_on_a_job(row):
                continue
            for other in left:
                bound = dict(found)
                if not self.differences(row, other, bound):
                    found |= bound
                    left.remove(other)
                    break
            else:
                lost.append(f"{path}: has no {_short(row)}")
        return lost

    def _calendar_differences(
        self, template: list[str], actual: str, found: dict[str, str], path: str
    ) -> list[str]:
        lines = _calendar_lines(actual)
        return [
            f"{path}: has no line {_short(each)} any more: {_short(list(lines))}"
            for each in template
            if not any(self._fits(each, line, found) for line in lines)
        ]

    def _fits(self, template: str, actual: str, found: dict[str, str]) -> bool:
        """Whether a text is as recorded; names without a value are added to `found`."""
        pattern, groups, end = "", dict[str, str](), 0
        for each in _NAME.finditer(template):
            pattern += re.escape(template[end : each.start()]) + self._pattern(each.group(), found, groups)
            end = each.end()
        fitted = re.fullmatch(pattern + re.escape(template[end:]), actual, re.DOTALL)
        if fitted is None:
            return False
        found |= {name: fitted.group(group) for group, name in groups.items()}
        return True

    def _pattern(self, name: str, found: dict[str, str], groups: dict[str, str]) -> str:
        if name in _ANY:
            return _ANY[name]
        known = self._day(name) or self._values.get(name) or found.get(name)
        if known is not None:
            return re.escape(known)
        for group, other in groups.items():
            if other == name:
                return f"(?P={group})"
        group = f"n{len(groups)}"
        groups[group] = name
        return f"(?P<{group}>.+?)"

    def _text(self, template: str) -> str:
        return _NAME.sub(
            lambda each: self._day(each.group()) or self._values.get(each.group(), each.group()), template
        )

    def _value(self, name: str) -> str:
        return self._day(name) or self._values[name]

    def _day(self, name: str) -> str | None:
        """What stands for a day: its date, without dashes too, as it is spoken; or a minute since 1970."""
        found = _DAY.fullmatch(name)
        if found is None:
            return None
        dashed, form, number = found.groups()
        if form == "minute":
            return str(self._first_minute + int(number))
        day = self.day(int(dashed or number))
        return {"basic": f"{day:%Y%m%d}", "spoken": f"{day:%a} {day.day} {day:%b}"}.get(form, day.isoformat())

    def _hidden_text(self, text: str, key: str) -> Json:
        if key == "content" and (lines := _calendar_lines(text)):
            return {"calendar": [self._known_hidden(each) for each in lines]}
        if text[:1] in {"[", "{"}:
            parsed = _parsed(text)
            if isinstance(parsed, list | dict):
                return {"json": self.hidden(parsed, key)}
        if key == "next_cursor" and text:
            self._named(key, text)
        for each in _ID.findall(text):
            if each not in self._values.values():
                self._named(key if _ID.fullmatch(text) and key else "id", each)
        return self._known_hidden(text)

    def _named(self, key: str, value: str) -> None:
        number = next(
            each for each in count(self._counts.get(key, 0) + 1) if f"<{key}.{each}>" not in self._values
        )
        self._counts[key] = number
        self.bind(f"{key}.{number}", value)

    def _known_hidden(self, text: str) -> str:
        text = self._values_hidden(text)
        return self._days_hidden(_PICTURE.sub(PICTURE, _FILE.sub(FILE, _TOKEN.sub(TOKEN, text))))

    def _values_hidden(self, text: str) -> str:
        for name, value in sorted(self._values.items(), key=lambda each: -len(each[1])):
            text = text.replace(value, name)
        return text

    def _days_hidden(self, text: str) -> str:
        for pattern, hide in (
            (_INSTANT, self._hidden_instant),
            (_BASIC_DAY, self._hidden_basic_day),
            (_SPOKEN_DAY, self._hidden_spoken_day),
            (_SLOT_MINUTE, self._hidden_minute),
        ):
            text = pattern.sub(hide, text)
        return text

    def _hidden_instant(self, found: re.Match[str]) -> str:
        day, time, seconds, _ = found.groups()
        number = (date.fromisoformat(day) - self.monday).days
        if 0 <= number < LONGEST_DAYS and (time is None or seconds == "00"):
            return f"<+{number}d>{found.group()[len(day) :]}"
        return INSTANT if time else DATE

    def _hidden_basic_day(self, found: re.Match[str]) -> str:
        day = datetime.strptime(found.group(1), "%Y%m%d").replace(tzinfo=UTC).date()
        number = (day - self.monday).days
        return f"<basic.{number}>" if 0 <= number < LONGEST_DAYS else found.group()

    def _hidden_spoken_day(self, found: re.Match[str]) -> str:
        number = self._spoken.get(found.group(1))
        return SPOKEN if number is None else f"<spoken.{number}>{found.group(2)}"

    def _hidden_minute(self, found: re.Match[str]) -> str:
        number = int(found.group()) - self._first_minute
        return f"<minute.{number}>" if abs(number) < LONGEST_DAYS * 1440 else found.group()


def _grown(was: Json, now: Json) -> bool:
    return isinstance(was, int) and isinstance(now, int) and now >= was


def _date_of(row: Json) -> str:
    """The date of a row that is a day, else an empty text."""
    return str(row.get("date", "")) if isinstance(row, dict) else ""


def _parsed(text: Json) -> Json:
    if not isinstance(text, str):
        return text
    try:
        return cast("Json", json.loads(text))
    except ValueError:
        return text


def _calendar_lines(content: str) -> list[str]:
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


def _depends_on_a_job(row: Json) -> bool:
    """Whether a row is there by chance: a mail that a job sends once a minute, a picture that one removes."""
    return isinstance(row, dict) and (row.get("kind") in _MAILED_BY_THE_MINUTE or "removed_after" in row)
