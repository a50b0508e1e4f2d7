"""The bundle's list of its pages: which addresses are pages, and which files each needs."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson

PAGE_LIST: Final = "pages.json"
"""The list's file in the bundle."""
_ANYWHERE: Final = re.compile(".*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ListedPage:
    """One page of the list."""

    pattern: str
    """In it `:name` stands for one segment, and `*` for all that follow."""
    rendered: bool
    """Whether the gateway renders its first screen."""
    scripts: tuple[str, ...]
    styles: tuple[str, ...]


ANY_PAGE: Final = ListedPage("*", rendered=False, scripts=(), styles=())


class PageList:
    """All pages of a bundle; every address is one while a bundle has no list."""

    def __init__(self, pages: list[ListedPage], texts: dict[str, str]) -> None:
        self.texts: Final = texts
        """The file of a language's texts, by the language's code."""
        self._pages = [(_regex(page.pattern), page) for page in pages]

    @property
    def patterns(self) -> list[str]:
        """The patterns of all pages."""
        return [page.pattern for _, page in self._pages if page is not ANY_PAGE]

    def find(self, path: str) -> ListedPage | None:
        """The page at `path`; None when there is none."""
        return next((page for regex, page in self._pages if regex.fullmatch(path)), None)


def read_page_list(file: Path) -> PageList:
    """Read the list that the build wrote (web/build/page-files.ts)."""
    if not file.is_file():
        return PageList([ANY_PAGE], {})
    listed: dict[str, Any] = orjson.loads(file.read_bytes())
    pages = [
        ListedPage(page["path"], page["rendered"], tuple(page["scripts"]), tuple(page["styles"]))
        for page in listed["pages"]
    ]
    return PageList(pages, listed["texts"])


def _regex(pattern: str) -> re.Pattern[str]:
    if pattern == ANY_PAGE.pattern:
        return _ANYWHERE
    segments = [
        "[^/]+" if each.startswith(":") else ".*" if each == "*" else re.escape(each)
        for each in pattern.strip("/").split("/")
    ]
    return re.compile("/" + "/".join(segments) + "/?")
