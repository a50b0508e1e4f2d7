"""Fills the app's page: language and direction, what to load next, the first screen, and what it was rendered from."""

import re
from dataclasses import dataclass
from typing import Final

import orjson

from gateway.pages.engine import RenderedScreen

RIGHT_TO_LEFT: Final = frozenset({"ar"})
_ROOT: Final = re.compile(r'(<div id="root">).*?(</div>\s*<noscript>)', re.DOTALL)
_HTML_TAG: Final = re.compile(r"<html[^>]*>")


@dataclass(frozen=True, slots=True)
class PageFiles:
    """The files of one page, besides those that every page has: paths in the bundle."""

    scripts: tuple[str, ...]
    styles: tuple[str, ...]


def fill(
    shell: str, language: str, files: PageFiles, texts: str | None, screen: RenderedScreen | None
) -> bytes:
    """The page as HTML. Without `screen` the app renders it, and what it needs is on its way already.

    `texts`: the file of the language's texts.
    """
    direction = ' dir="rtl"' if language in RIGHT_TO_LEFT else ""
    page = _HTML_TAG.sub(f'<html lang="{language}"{direction}>', shell, count=1)
    scripts = [*files.scripts, *([texts] if texts else [])]
    links = [f'<link rel="modulepreload" crossorigin href="{path}">' for path in scripts]
    links += [f'<link rel="stylesheet" crossorigin href="{path}">' for path in files.styles]
    page = page.replace("</head>", "".join(links) + "</head>", 1)
    if screen is not None:
        data = f'<script type="application/json" id="rendered-page">{_embedded(screen.state)}</script>'
        page = _ROOT.sub(lambda found: f"{found[1]}{screen.html}</div>{data}<noscript>", page, count=1)
    return page.encode()


def _embedded(state: object) -> str:
    """JSON inside a script element: no text in it can end the element or begin a comment (HTML, section 4.12.1.3)."""
    return orjson.dumps(state).decode().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
