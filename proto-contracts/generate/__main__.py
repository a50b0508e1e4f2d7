"""`python -m generate` in this folder: writes the named parts of `generated/`, all by default.

openapi.json is not among them: `python -m ci.openapi` builds it from the services.
"""

import sys
from collections.abc import Callable
from typing import Final

from contracts.rules import web_document
from contracts.rules.translations import LOCALES

from generate import (
    asyncapi,
    default_fields,
    event_examples,
    languages,
    reference,
    typescript,
)
from generate.files import as_text, write


def _events() -> None:
    write("asyncapi.json", as_text(asyncapi.document()))
    write("events.ts", typescript.events())
    event_examples.write_missing()


def _rules() -> None:
    write("languages.json", as_text(languages.document()))
    write("rules.json", as_text(web_document.document()))
    for language, code in LOCALES.items():
        write(f"rules.{code}.json", as_text(web_document.translations(language)))


PARTS: Final[dict[str, Callable[[], None]]] = {
    "reference": lambda: write("reference.json", as_text(reference.document())),
    "default_fields": lambda: write("default_fields.json", as_text(default_fields.document())),
    "rules": _rules,
    "events": _events,
}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
