"""Renders mails: the translated texts in one HTML and one text layout."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from contracts.languages import DEFAULT
from jinja2 import Environment, PackageLoader, StrictUndefined, Template, select_autoescape
from markupsafe import escape

from notifications.templates.translations import MailTexts, direction_of, fill, tag_of, translations

LONGEST_SUBJECT: Final = 160
_SOME_HAVE: Final = ("note", "link", "accept", "decline", "code", "zone_note", "quote.text", "unsubscribe")
"""Slots that not every mail has."""
_EDGE: Final = "\0"
"""Before and after the name of a slot: no layout and no translation has it."""
_REMEMBERED_SHAPES: Final = 256
"""About 7 kB each."""
_FALLBACKS: Final = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
_LOOK: Final = {
    "paper": "#FAF8F4",
    "surface": "#FFFFFF",
    "ink": "#1B2320",
    "muted": "#5D6762",
    "line": "#E8E3D9",
    "brand": "#1C6B56",
    "brand_soft": "#E2F0EA",
    "accent": "#E8973A",
    "accent_soft": "#FCEFDC",
    "face": f"font-family:Figtree,{_FALLBACKS}",
    "display": f"font-family:'Bricolage Grotesque',Figtree,{_FALLBACKS}",
}
"""Colours and type of the product's look, by the names that the layouts use."""


@dataclass(frozen=True, slots=True)
class MailDetail:
    """One row of facts: a label and its value, line by line."""

    label: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MailQuote:
    """A quoted text with a line that names its author."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class MailParts:
    """The content of one mail besides the texts of its kind. Links are absolute.

    `accept` and `decline` open a booking with an answer chosen, in place of the button that opens it;
    `answers` names the two in `actions` of the translations.
    """

    link: str = ""
    accept: str = ""
    decline: str = ""
    answers: tuple[str, str] = ("accept", "decline")
    code: str = ""
    details: tuple[MailDetail, ...] = ()
    zone_note: str = ""
    quote: MailQuote | None = None
    to_guest: bool = False
    why: str = ""
    """Why the mail is sent, where neither having an account nor having booked is the reason."""
    unsubscribe: str = ""


@dataclass(frozen=True, slots=True)
class MailContent:
    """A mail ready to be sent: the same content as text and as HTML."""

    subject: str
    text: str
    html: str


class _Layouts(PackageLoader):
    """The layouts with their colours and faces written in: Jinja would escape each of them for each mail."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool] | None]:
        source, filename, is_current = super().get_source(environment, template)
        for name, value in _LOOK.items():
            source = source.replace(f"{{{{ {name} }}}}", value)
        return source, filename, is_current


@cache
def _layout(name: str) -> Template:
    layouts = Environment(
        loader=_Layouts("notifications", "templates"),
        autoescape=select_autoescape(enabled_extensions=("html.j2",), default=False),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return layouts.get_template(name)


class _Shape(NamedTuple):
    """Mails of one shape differ only in what is filled in, so that a layout is rendered once for all of them
    (measured: 76 µs for each mail, and 24 to fill it in).
    """

    language: str
    button: str
    why: str
    answers: tuple[str, str]
    is_own: bool
    """Whether somebody wrote the paragraphs, in whatever language and with line breaks."""
    paragraphs: int
    details: tuple[tuple[str, int], ...]
    """The label of each row and how many lines it has."""
    given: tuple[str, ...]
    """The slots that not every mail has."""


Pieces = list[str]
"""A layout taken apart: what stands in every mail of a shape, and between that the names of the slots."""


@lru_cache(_REMEMBERED_SHAPES)
def _pieces(shape: _Shape) -> tuple[Pieces, Pieces]:
    """The text and the HTML of a shape. Jinja renders them once, with slots in place of what is filled in."""
    common, actions = translations(shape.language).common, translations(shape.language).actions
    given = {name: _slot(name) if name in shape.given else "" for name in _SOME_HAVE}
    body = [_slot(f"body.{place}") for place in range(shape.paragraphs)]
    values = {
        "language": tag_of(shape.language),
        "direction": direction_of(shape.language),
        "subject": _slot("subject"),
        "preview": body[0],
        "heading": _slot("heading"),
        "body": body,
        "button": shape.button,
        "accept_word": actions[shape.answers[0]],
        "decline_word": actions[shape.answers[1]],
        "is_own": shape.is_own,
        "details": [
            MailDetail(label, tuple(_slot(f"{row}.{line}") for line in range(lines)))
            for row, (label, lines) in enumerate(shape.details)
        ],
        "quote": MailQuote(_slot("quote.label"), _slot("quote.text"))
        if "quote.text" in shape.given
        else None,
        "link_fallback": common.link_fallback,
        "footer": common.footer,
        "why": shape.why,
        "stop": common.stop,
        **given,
    }
    text, html = (_layout(name).render(values).split(_EDGE) for name in ("mail.txt.j2", "mail.html.j2"))
    return text, html


def _slot(name: str) -> str:
    return f"{_EDGE}{name}{_EDGE}"


def render_mail(
    kind: str,
    words: Mapping[str, str],
    parts: MailParts,
    language: str = DEFAULT,
    written: MailTexts | None = None,
) -> MailContent:
    """The mail of `kind` (a name under `mails` in the translations), its braces filled from `words`. What
    somebody has `written` stands in place of its texts.

    A code stands alone on a line of the text (api.md 7). Raises `KeyError` for an unknown kind or a
    missing word.
    """
    spoken = translations(language)
    own = written or spoken.mails[kind]
    filled = _filled_in(own, words, parts, language)
    shape = _Shape(
        language=language,
        button=own.button,
        why=parts.why or (spoken.common.why_guest if parts.to_guest else spoken.common.why_account),
        answers=parts.answers if parts.accept else ("accept", "decline"),
        is_own=written is not None,
        paragraphs=len(own.body),
        details=tuple((detail.label, len(detail.lines)) for detail in parts.details),
        given=tuple(name for name in _SOME_HAVE if name in filled),
    )
    text, html = _pieces(shape)
    escaped = {name: escape(value) for name, value in filled.items()}
    return MailContent(filled["subject"], _join(text, filled), _join(html, escaped))


def _filled_in(own: MailTexts, words: Mapping[str, str], parts: MailParts, language: str) -> dict[str, str]:
    """What stands in the slots of a mail, by their names."""
    some = {
        "note": fill(own.note, words, language=language),
        "link": parts.link if own.button else "",
        "accept": parts.accept,
        "decline": parts.decline,
        "code": parts.code,
        "zone_note": parts.zone_note,
        "unsubscribe": parts.unsubscribe,
    }
    filled = {name: value for name, value in some.items() if value}
    filled["subject"] = " ".join(fill(own.subject, words, language=language).split())[:LONGEST_SUBJECT]
    filled["heading"] = fill(own.heading, words, language=language)
    if parts.quote:
        filled |= {"quote.label": parts.quote.label, "quote.text": parts.quote.text}
    for place, paragraph in enumerate(own.body):
        filled[f"body.{place}"] = fill(paragraph, words, language=language)
    for row, detail in enumerate(parts.details):
        filled |= {f"{row}.{line}": value for line, value in enumerate(detail.lines)}
    return filled


def _join(pieces: Pieces, filled: Mapping[str, str]) -> str:
    joined = pieces.copy()
    joined[1::2] = [filled[name] for name in pieces[1::2]]
    return "".join(joined)
