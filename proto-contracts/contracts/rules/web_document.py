"""What the web reads as `generated/rules.json`: the same rules, patterns and sentences."""

from contracts.rules import messages, options
from contracts.rules.checks import PATTERNS
from contracts.rules.fields import CALL_FIELDS, ENTRY_FIELDS


def document() -> dict[str, object]:
    """The checks of each call's fields in order, patterns for `new RegExp(pattern, "u")`, texts, limits.

    The text is trimmed and in NFC before it is judged; lengths count code points; an empty text
    breaks no rule but `required`; the first failing check's message is shown.
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
