"""The manifest of the installed app, in the viewer's language."""

import json
from typing import Any, Final

from contracts.languages import direction_of

from gateway.pages.languages import said

MANIFEST: Final = "/manifest.webmanifest"
VARY: Final = (b"vary", b"accept-language, cookie")


def in_language(manifest: bytes, code: str) -> bytes:
    """The manifest with its description, shortcuts and screenshots in a language (product.md 2.8)."""
    told: dict[str, Any] = json.loads(manifest)
    told |= {"lang": code, "dir": direction_of(code), "description": said(told["description"], code)}
    for shortcut in told["shortcuts"]:
        shortcut["name"] = said(shortcut["name"], code)
    for screenshot in told["screenshots"]:
        screenshot["label"] = said(screenshot["label"], code)
    return json.dumps(told, ensure_ascii=False).encode()
