"""What a provider may write in place of a standard text, and how it is filled in (product.md 5.3). Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from chassis.errors import RuleViolation

from notifications.templates.translations import MailTexts, fill, translations

TextKind = Literal["reminder", "follow_up", "confirmation"]
KINDS: Final[tuple[TextKind, ...]] = ("reminder", "follow_up", "confirmation")
VARIABLES: Final = ("client", "provider", "service", "time", "place", "total")
"""What stands in braces in a provider's text, and is filled in for each mail."""
STANDARD: Final[dict[TextKind, str]] = {
    "reminder": "reminder",
    "follow_up": "follow_up_client",
    "confirmation": "order_accepted_client",
}
"""The mail whose text counts where a provider wrote none."""
_KIND_OF: Final[dict[str, TextKind]] = {
    "reminder": "reminder",
    "reminder_day": "reminder",
    "reminder_hour": "reminder",
    "follow_up_client": "follow_up",
    "order_accepted_client": "confirmation",
    "order_booked_client": "confirmation",
}
_IN_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_PARAGRAPHS: Final = re.compile(r"\n\s*\n")
_ISOLATES: Final = re.compile("[\u2068\u2069]")


@dataclass(frozen=True, slots=True)
class OwnText:
    """A subject and a text with `VARIABLES` in braces. Plain text: a blank line begins a paragraph."""

    subject: str
    text: str


def check_variables(subject: str, text: str) -> None:
    """Raise RuleViolation beside a field with something in braces that cannot be filled in."""
    wrong = {
        field: f"Nothing can be filled in for {found}"
        for field, typed in (("iv_subject", subject), ("iv_text", text))
        for found in _unknown(typed)[:1]
    }
    if wrong:
        raise RuleViolation(next(iter(wrong.values())), **wrong)


def _unknown(text: str) -> list[str]:
    return [f"{{{name}}}" for name in _IN_BRACES.findall(text) if name not in VARIABLES]


def own_text(texts: Mapping[str, object], template: str) -> OwnText | None:
    """What the provider wrote for a client's mail of this template; None for the standard text."""
    kept = texts.get(_KIND_OF.get(template, ""))
    if not isinstance(kept, Mapping):
        return None
    return OwnText(str(kept["subject"]), str(kept["text"]))


def standard_text(kind: TextKind, language: str) -> OwnText:
    """The standard text as its provider would have written it: with variables in place of its own words."""
    spoken = translations(language)
    mail, common = spoken.mails[STANDARD[kind]], spoken.common
    words = {
        "name": "{provider}",
        "when": "{time}",
        "what": fill(common.what_and_when, {"services": "{service}", "when": "{time}"}, language=language),
    }
    subject, *body = (
        _ISOLATES.sub("", fill(each, words, language=language)) for each in (mail.subject, *mail.body)
    )
    return OwnText(subject, "\n\n".join(body))


def filled_texts(own: OwnText, values: Mapping[str, str], standard: MailTexts) -> MailTexts:
    """The words of a mail with the provider's subject and text; heading and buttons stay the standard ones.

    Nothing is filled in twice: what a value has in braces stays as it is.
    """
    return standard.model_copy(
        update={
            "subject": _filled(own.subject, values),
            "body": [_filled(each, values).strip() for each in _PARAGRAPHS.split(own.text.strip())],
        }
    )


def _filled(text: str, values: Mapping[str, str]) -> str:
    """The text with its variables filled in, and every brace doubled: `fill` halves them again."""
    filled = _IN_BRACES.sub(lambda found: values.get(found[1], found[0]), text)
    return filled.replace("{", "{{").replace("}", "}}")
