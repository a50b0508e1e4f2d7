"""The list of pages of a small web bundle, as the build writes it."""

from collections.abc import Iterable

import orjson


def page_list(paths: Iterable[str]) -> bytes:
    """pages.json for pages at these patterns, which only the app renders."""
    pages = [{"path": path, "rendered": False, "scripts": [], "styles": []} for path in paths]
    return orjson.dumps({"texts": {}, "pages": pages})
