"""Fills the app's page: what to load next, the first screen, and what it was rendered from."""

import re
from typing import Final

from gateway.pages.engine import RenderedScreen
from gateway.pages.head import safe_json
from gateway.pages.page_list import ListedPage

_ROOT: Final = re.compile(rb'(<div id="root">)(.*?)</div>\s*<noscript>', re.DOTALL)
_FIRST_WORDS: Final = b'class="first-words"'
"""The note that the app has not loaded. An empty page consists of it; a rendered one has it at its edge."""
_AT_THE_EDGE: Final = b'class="first-words at-the-edge"'
_HEAD_END: Final = b"</head>"
_FIRST_SCRIPT: Final = b'<link rel="modulepreload"'
"""Style sheets come before it: the page is painted without scripts."""
_FIRST_PICTURE: Final = re.compile(
    r'<picture[^>]*><source (?P<type>type="[^"]*") srcSet=(?P<widths>"[^"]*") sizes=(?P<sizes>"[^"]*")/>'
    r'(?:<source[^>]*/>)*<img[^>]* fetchPriority="high"'
)
"""The picture that a screen wants before its others, in its best format."""
_STYLE_SHEET: Final = re.compile(rb'<link rel="stylesheet" crossorigin href="(/[^"<>;,]*)"')


def fill(document: bytes, page: ListedPage, texts: str | None, screen: RenderedScreen | None) -> bytes:
    """The page as HTML. Without `screen` the app renders it; what it needs for that is on its way already.

    `texts`: the file of the language's texts.
    """
    scripts = [*page.scripts, *([texts] if texts else [])]
    styles = "".join(f'<link rel="stylesheet" crossorigin href="{path}">' for path in page.styles)
    links = "".join(f'<link rel="modulepreload" crossorigin href="{path}">' for path in scripts)
    early = (styles + (_first_picture(screen.html) if screen else "")).encode()
    behind = _FIRST_SCRIPT if _FIRST_SCRIPT in document else _HEAD_END
    document = document.replace(behind, early + behind, 1)
    document = document.replace(_HEAD_END, links.encode() + _HEAD_END, 1)
    if screen is None:
        return document
    data = f'<script type="application/json" id="rendered-page">{safe_json(screen.state)}</script>'
    content = f"{screen.html}</div>{data}".encode()
    return _ROOT.sub(
        lambda found: found[1] + content + found[2].replace(_FIRST_WORDS, _AT_THE_EDGE) + b"<noscript>",
        document,
        count=1,
    )


def _first_picture(screen: str) -> str:
    """Fetches the screen's first picture before the scripts: over HTTP/1.1 it would wait behind them."""
    found = _FIRST_PICTURE.search(screen)
    if not found:
        return ""
    return (
        f'<link rel="preload" as="image" fetchpriority="high" {found["type"]}'
        f" imagesrcset={found['widths']} imagesizes={found['sizes']}>"
    )


def link_header(document: bytes) -> bytes:
    """The style sheets that a page names in its head, as the value of a Link header (RFC 8288).

    A browser begins with them before it has the page; a CDN makes Early Hints of it (RFC 8297). Scripts are
    not among them: they would come before the page's first picture.
    """
    paths = _STYLE_SHEET.findall(document, 0, document.find(_HEAD_END) + 1)
    return b", ".join(b"<%s>; rel=preload; as=style; crossorigin" % path for path in paths)
