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


def fill(document: bytes, page: ListedPage, texts: str | None, screen: RenderedScreen | None) -> bytes:
    """The page as HTML. Without `screen` the app renders it; what it needs for that is on its way already.

    `texts`: the file of the language's texts.
    """
    scripts = [*page.scripts, *([texts] if texts else [])]
    links = [f'<link rel="modulepreload" crossorigin href="{path}">' for path in scripts]
    links += [f'<link rel="stylesheet" crossorigin href="{path}">' for path in page.styles]
    document = document.replace(_HEAD_END, "".join(links).encode() + _HEAD_END, 1)
    if screen is None:
        return document
    data = f'<script type="application/json" id="rendered-page">{safe_json(screen.state)}</script>'
    content = f"{screen.html}</div>{data}".encode()
    return _ROOT.sub(
        lambda found: found[1] + content + found[2].replace(_FIRST_WORDS, _AT_THE_EDGE) + b"<noscript>",
        document,
        count=1,
    )
