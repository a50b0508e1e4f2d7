"""Renders mails: the translated texts in one HTML and one text layout."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from contracts.languages import DEFAULT
from jinja2 import Environment, PackageLoader, StrictUndefined, Template, select_autoescape

from notifications.templates.translations import direction_of, fill, tag_of, translations

LONGEST_SUBJECT: Final = 160
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
    """The content of one mail besides the texts of its kind. `link` and `unsubscribe` are absolute."""

    link: str = ""
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


def render_mail(
    kind: str, words: Mapping[str, str], parts: MailParts, language: str = DEFAULT
) -> MailContent:
    """The mail of `kind` (a name under `mails` in the translations), its braces filled from `words`.

    A code stands alone on a line of the text (api.md 7). Raises `KeyError` for an unknown kind or a
    missing word.
    """
    spoken = translations(language)
    own = spoken.mails[kind]
    subject = " ".join(fill(own.subject, words, language=language).split())[:LONGEST_SUBJECT]
    body = [fill(paragraph, words, language=language) for paragraph in own.body]
    values = {
        "language": tag_of(language),
        "direction": direction_of(language),
        "subject": subject,
        "preview": body[0],
        "heading": fill(own.heading, words, language=language),
        "body": body,
        "button": own.button,
        "note": fill(own.note, words, language=language),
        "link": parts.link if own.button else "",
        "code": parts.code,
        "details": parts.details,
        "zone_note": parts.zone_note,
        "quote": parts.quote,
        "link_fallback": spoken.common.link_fallback,
        "footer": spoken.common.footer,
        "why": parts.why or (spoken.common.why_guest if parts.to_guest else spoken.common.why_account),
        "unsubscribe": parts.unsubscribe,
        "stop": spoken.common.stop,
    }
    return MailContent(
        subject=subject,
        text=_layout("mail.txt.j2").render(values),
        html=_layout("mail.html.j2").render(values),
    )
