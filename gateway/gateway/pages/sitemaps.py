"""The sitemap: an index, and its pages of providers, posts and the app's own pages (product.md 2.9).

The services number their pages of it. A page is made of one range of keys, so it costs what it lists.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from xml.etree import ElementTree  # builds documents; reads none

from gateway.pages.addresses import CANONICAL_PATHS, post_path, provider_path
from gateway.pages.public_answers import FOUND, PublicAnswers
from gateway.routes import FEED, PROFILES

NAMESPACE: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
INDEX_PATH: Final = "/sitemap.xml"
CHILD_PATH: Final = "/sitemaps/"
MOST_OF_AN_INDEX: Final = 50_000
REMEMBERED: Final = 64
"""Sitemaps in memory, of about one megabyte at the most."""
LISTING_SECONDS: Final = 10.0

_CHILD: Final = re.compile(r"(providers|posts)-([1-9][0-9]{0,5})\.xml")
_OWN_PAGES: Final = "pages.xml"


@dataclass(frozen=True, slots=True)
class _Listing:
    """Which service has the pages of a kind, and the path of one entry."""

    service: str
    name: str

    def path(self, entry: dict[str, Any]) -> str:
        make_path = provider_path if self.service == PROFILES else post_path
        return make_path(entry[self.name])


_LISTINGS: Final = {"providers": _Listing(PROFILES, "username"), "posts": _Listing(FEED, "post_id")}


class Sitemaps:
    """The sitemaps of one site, remembered until `forget` is called."""

    def __init__(self, site: str, answers: PublicAnswers) -> None:
        self._site = site
        self._answers = answers
        self._remembered: OrderedDict[str, bytes] = OrderedDict()

    async def at(self, path: str) -> bytes | None:
        """The sitemap at `path` as XML; None when there is none. Raises `ServiceAway`."""
        known = self._remembered.get(path)
        if known is not None:
            return known
        made = await self._index() if path == INDEX_PATH else await self._child(path.removeprefix(CHILD_PATH))
        if made is not None:
            self._remembered[path] = made
            if len(self._remembered) > REMEMBERED:
                self._remembered.popitem(last=False)
        return made

    def forget(self) -> None:
        """Forget every sitemap that was made."""
        self._remembered.clear()

    async def _index(self) -> bytes:
        names = [_OWN_PAGES]
        for kind, listing in _LISTINGS.items():
            size = await self._answers.ask(listing.service, "/internal/sitemap_size")
            pages = int(size.data.get("pages", 0))
            names += [f"{kind}-{number}.xml" for number in range(1, pages + 1)]
        rows = [(f"{self._site}{CHILD_PATH}{name}", "") for name in names[:MOST_OF_AN_INDEX]]
        return _xml("sitemapindex", "sitemap", rows)

    async def _child(self, name: str) -> bytes | None:
        if name == _OWN_PAGES:
            return _xml("urlset", "url", [(self._site + path, "") for path in CANONICAL_PATHS.values()])
        named = _CHILD.fullmatch(name)
        if named is None:
            return None
        listing = _LISTINGS[named[1]]
        target = f"/internal/sitemap_page/{named[2]}"
        found = await self._answers.ask(listing.service, target, within=LISTING_SECONDS)
        if found.status != FOUND:
            return None
        rows = [(self._site + listing.path(entry), entry["changed_at"]) for entry in found.data["entries"]]
        return await asyncio.to_thread(_xml, "urlset", "url", rows)


def _xml(root: str, element: str, rows: Sequence[tuple[str, str]]) -> bytes:
    """A document of addresses, each with the time of its last change where it is known."""
    tree = ElementTree.Element(root, {"xmlns": NAMESPACE})
    for address, changed_at in rows:
        row = ElementTree.SubElement(tree, element)
        ElementTree.SubElement(row, "loc").text = address
        if changed_at:
            ElementTree.SubElement(row, "lastmod").text = changed_at
    return ElementTree.tostring(tree, encoding="utf-8", xml_declaration=True)
