"""The generic validators (product.md 8.1) as values.

A check judges text that is already trimmed and in NFC. Server and web run the same checks: patterns use the
syntax that Python's `regex` and JavaScript (flag `u`) share, and lengths count code points.
"""

import unicodedata
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Final

import regex

from contracts.rules import messages

CheckValue = str | int | list[str]

_LABEL: Final = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_HOST: Final = rf"(?:{_LABEL}\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]"
_BLANK_LETTERS: Final = "\u115f\u1160\u3164\uffa0\U00013441\U00013442"
"""Letters by their category that nobody can see: the Hangul fillers and the blank hieroglyphs."""
_BLANK: Final = rf"\p{{DI}}\p{{Z}}\p{{Cc}}\p{{Cf}}\p{{M}}\u2800{_BLANK_LETTERS}"
"""What shows nothing on its own: invisible characters (Default_Ignorable_Code_Point), spaces, marks that need
a letter before them, and characters that are drawn empty."""
_LINK_END: Final = rf"{_HOST}(?::[0-9]{{1,5}})?(?:[\/?#][^\s<>\x22\\`]*)?$"

PATTERNS: Final[dict[str, str]] = {
    "numeric": "^[0-9]+$",
    "amount": r"^[0-9]+(?:\.[0-9]+)?$",
    "decimal": r"^-?[0-9]+(?:\.[0-9]+)?$",
    "safeText": rf"^(?!.*[{_BLANK_LETTERS}])(?=.*[\p{{L}}\p{{N}}])[\p{{L}}\p{{M}}\p{{N}}_ '’.,&\/-]+$",
    "visible": rf"^[\s\S]*[^{_BLANK}][\s\S]*$",
    "username": "^[A-Za-z0-9_-]+$",
    "email": rf"^(?!\.)(?!.*\.\.)(?!.*\.@)[A-Za-z0-9!#$%&'*+\/=?^_{{|}}~.-]{{1,64}}@{_HOST}$",
    "meetingLink": rf"^https:\/\/{_LINK_END}",
}
_COMPILED: Final = {name: regex.compile(pattern) for name, pattern in PATTERNS.items()}
_INVISIBLE: Final = regex.compile(r"[\p{Cc}\p{Cs}\p{Cn}--[\n\t]]", regex.V1)


def stored_text(typed: str) -> str:
    """`typed` as it is stored: trimmed, in NFC, with `\\n` line ends, without control characters."""
    if typed.isascii() and typed.isprintable():  # most texts, in a tenth of the time
        return typed.strip()
    one_line_end = typed.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", one_line_end)).strip()


@dataclass(frozen=True)
class Check(ABC):
    """One rule of a field. An empty text fails no rule but `Required`."""

    name: ClassVar[str]

    @property
    @abstractmethod
    def message(self) -> str:
        """The message for a text that fails."""

    @abstractmethod
    def passes(self, text: str) -> bool:
        """Whether the non-empty `text` follows the rule."""

    def as_json(self) -> dict[str, CheckValue]:
        """The rule as the web reads it."""
        return {"rule": self.name, "message": self.message}


@dataclass(frozen=True)
class Required(Check):
    """required: not empty after trimming."""

    name: ClassVar[str] = "required"
    sentence: str = messages.REQUIRED

    @property
    def message(self) -> str:
        return self.sentence

    def passes(self, text: str) -> bool:
        return text != ""


@dataclass(frozen=True)
class Pattern(Check):
    """A rule given by a pattern; `pattern` names an entry of PATTERNS."""

    name: ClassVar[str] = "pattern"
    pattern: str
    sentence: str

    @property
    def message(self) -> str:
        return self.sentence

    def passes(self, text: str) -> bool:
        return _COMPILED[self.pattern].fullmatch(text) is not None

    def as_json(self) -> dict[str, CheckValue]:
        return {"rule": self.pattern, "pattern": PATTERNS[self.pattern], "message": self.message}


@dataclass(frozen=True)
class TextMin(Check):
    """textMin: at least `n` characters."""

    name: ClassVar[str] = "textMin"
    n: int

    @property
    def message(self) -> str:
        return messages.TEXT_MIN.format(n=self.n)

    def passes(self, text: str) -> bool:
        return len(text) >= self.n

    def as_json(self) -> dict[str, CheckValue]:
        return {**super().as_json(), "min": self.n}


@dataclass(frozen=True)
class TextMax(Check):
    """textMax: at most `n` characters."""

    name: ClassVar[str] = "textMax"
    n: int

    @property
    def message(self) -> str:
        return messages.TEXT_MAX.format(n=self.n)

    def passes(self, text: str) -> bool:
        return len(text) <= self.n

    def as_json(self) -> dict[str, CheckValue]:
        return {**super().as_json(), "max": self.n}


@dataclass(frozen=True)
class LengthRange(Check):
    """lengthRange: from `a` to `b` characters."""

    name: ClassVar[str] = "lengthRange"
    a: int
    b: int

    @property
    def message(self) -> str:
        return messages.LENGTH_RANGE.format(a=self.a, b=self.b)

    def passes(self, text: str) -> bool:
        return self.a <= len(text) <= self.b

    def as_json(self) -> dict[str, CheckValue]:
        return {**super().as_json(), "min": self.a, "max": self.b}


@dataclass(frozen=True)
class OneOf(Check):
    """The text is one of a closed list."""

    name: ClassVar[str] = "oneOf"
    options: tuple[str, ...]
    sentence: str = messages.NOT_AN_OPTION

    @property
    def message(self) -> str:
        return self.sentence

    def passes(self, text: str) -> bool:
        return text in self.options

    def as_json(self) -> dict[str, CheckValue]:
        return {**super().as_json(), "options": list(self.options)}


NUMERIC: Final = Pattern("numeric", messages.NUMERIC)
AMOUNT: Final = Pattern("amount", messages.NUMERIC)
DECIMAL: Final = Pattern("decimal", messages.NUMERIC)
SAFE_TEXT: Final = Pattern("safeText", messages.SAFE_INPUT)
VISIBLE: Final = Pattern("visible", messages.REQUIRED)
"""For names and required texts: a text that shows nothing is as good as none."""
USERNAME: Final = Pattern("username", messages.SAFE_INPUT)
EMAIL: Final = Pattern("email", messages.EMAIL.format(email="name@example.com"))
MEETING_LINK: Final = Pattern("meetingLink", messages.MEETING_LINK)


def first_failure(text: str, checks: tuple[Check, ...]) -> str | None:
    """The message of the first check that `text` fails; None when it is valid."""
    for check in checks:
        applies = text != "" or isinstance(check, Required)
        if applies and not check.passes(text):
            return check.message
    return None
