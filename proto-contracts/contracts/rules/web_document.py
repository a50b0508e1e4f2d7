"""`generated/rules.json`, which the web reads: the same rules, patterns and messages as the server's.

`generated/rules.<code>.json` has the messages of the checks in another language, by their English sentence.
"""

from collections.abc import Iterator

from contracts.rules import messages, options
from contracts.rules.call_fields import CALL_FIELDS, ENTRY_FIELDS
from contracts.rules.checks import PATTERNS
from contracts.rules.translations import translated


def document() -> dict[str, object]:
    """The checks of each call's fields, patterns for `new RegExp(pattern, "u")`, messages, options, limits.

    The web judges text trimmed and in NFC, and counts lengths in code points. An empty text fails no rule
    but `required`. The web shows the message of the first check that fails.
    """
    return {
        "calls": {
            call: {name: field.as_json() for name, field in fields.items()}
            for call, fields in CALL_FIELDS.items()
        },
        "entries": {name: field.as_json() for name, field in ENTRY_FIELDS.items()},
        "patterns": PATTERNS,
        "messages": {
            name.lower(): sentence
            for name, sentence in vars(messages).items()
            if name.isupper() and isinstance(sentence, str)
        },
        "texts": messages.ACTION_MESSAGES,
        "options": {
            name.lower(): list(entries)
            for name, entries in vars(options).items()
            if isinstance(entries, tuple)
        },
        "limits": {
            "images_at_once": 8,
            "image_megabytes": 10,
            "avatar_pixels": 300,
            "avatar_stencil_pixels": 250,
        },
    }


def translations(language: str) -> dict[str, str]:
    """The message of every check in a language, by the English message (product.md 8.3).

    Raises `KeyError` for a message without a translation.
    """
    spoken: dict[str, str] = {}
    for message in _messages():
        said = translated(message, language)
        if said is None:
            raise KeyError(message)
        spoken[message] = said
    return spoken


def _messages() -> Iterator[str]:
    for fields in (*CALL_FIELDS.values(), ENTRY_FIELDS):
        for field in fields.values():
            yield from (str(check["message"]) for check in field.as_json())
