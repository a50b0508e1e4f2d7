"""Reads the address of a page: what it shows, and whether search engines may list it (product.md 2.8)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import parse_qs, quote

PageKind = Literal["start", "feed", "search", "privacy", "provider", "post", "private"]
PUBLIC_PATHS: Final[dict[str, PageKind]] = {
    "/": "start",
    "/home": "start",
    "/feed": "feed",
    "/search": "search",
    "/privacy_policy": "privacy",
}
CANONICAL_PATHS: Final[dict[PageKind, str]] = {
    "start": "/",
    "feed": "/feed",
    "search": "/search",
    "privacy": "/privacy_policy",
}
_PROVIDER: Final = "/p/"
_POST: Final = "/post/"
_SHARED_POST: Final = "autoActivePost"
"""The query parameter of a link to the feed that opens a post."""


@dataclass(frozen=True, slots=True)
class PageAddress:
    """What a page's address says."""

    kind: PageKind
    name: str = ""
    """A provider's username or a post's id."""
    narrowed: bool = False
    """Whether the query asks for a part of a list, which is no page of its own to list."""
    opened_over: bool = False
    """Whether the post opens over a page that is there without it."""


def read_address(path: str, query: bytes) -> PageAddress:
    """What the page at a decoded `path` shows."""
    path = path.rstrip("/") or "/"
    parameters = parse_qs(query.decode("latin-1"))
    begins: tuple[tuple[str, PageKind], ...] = ((_PROVIDER, "provider"), (_POST, "post"))
    for begin, kind in begins:
        name = path.removeprefix(begin)
        if path.startswith(begin) and name and "/" not in name:
            return PageAddress(kind, name)
    known = PUBLIC_PATHS.get(path, "private")
    shared = parameters.get(_SHARED_POST, [""])[-1]
    if known == "feed" and shared:
        return PageAddress("post", shared, opened_over=True)
    return PageAddress(known, narrowed=known in {"feed", "search"} and bool(parameters.keys() - {"lang"}))


def provider_path(username: str) -> str:
    """The path of a provider's page, ready for an address."""
    return _PROVIDER + quote(username, safe="")


def post_path(post_id: str) -> str:
    """The path of a post's page, ready for an address."""
    return _POST + quote(post_id, safe="")


def private_prefixes(patterns: Iterable[str]) -> list[str]:
    """What the paths of pages begin with that are not for search engines, from the bundle's list of pages."""
    prefixes = {pattern.partition(":")[0].partition("*")[0] for pattern in patterns}
    listed = {*PUBLIC_PATHS, _PROVIDER, _POST}
    return sorted(prefix for prefix in prefixes if prefix not in listed)
