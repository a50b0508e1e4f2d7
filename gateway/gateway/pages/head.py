"""The head of a page as HTML: title, address, language versions, cards, structured data (product.md 2.8)."""

import re
from dataclasses import dataclass, field
from html import escape
from typing import Final
from urllib.parse import urlencode

import orjson
from contracts.languages import TAGS, direction_of

from gateway.pages.languages import LANGUAGE_PARAMETER, OPEN_GRAPH_LOCALES
from gateway.pages.structured_data import JsonLd, document
from gateway.pages.texts import SITE, titled

CARD_WIDTH: Final = 1200
CARD_HEIGHT: Final = 630
OEMBED_PATH: Final = "/oembed"

_TITLE: Final = re.compile(rb"<title>.*?</title>", re.DOTALL | re.IGNORECASE)
_DESCRIPTION: Final = re.compile(rb"""[ \t]*<meta name=["']description["'][^>]*>\n?""", re.IGNORECASE)
_HTML: Final = re.compile(rb"<html[^>]*>", re.IGNORECASE)
_UNSAFE_IN_SCRIPT: Final = {
    "<": r"\u003c",
    ">": r"\u003e",
    "&": r"\u0026",
    "\u2028": r"\u2028",
    "\u2029": r"\u2029",
}


@dataclass(frozen=True, slots=True)
class PageHead:
    """What a page says of itself. `canonical` and `image` are whole addresses."""

    language: str
    name: str
    """The page's own name; '' for the site's."""
    description: str
    canonical: str
    """The address without a language; '' for a page that has none of its own."""
    listed: bool
    """Whether search engines may list the page."""
    named_language: str | None = None
    """The language that the address names."""
    kind: str = "website"
    """Open Graph's type: website, profile or article."""
    image: str = ""
    image_alt: str = ""
    nodes: list[JsonLd] = field(default_factory=list[JsonLd])
    embeddable: str = ""
    """The address of the site, for a page that oEmbed describes."""

    @property
    def address(self) -> str:
        """The canonical address of this language version."""
        return _in_language(self.canonical, self.named_language) if self.named_language else self.canonical

    def html(self) -> str:
        """The elements of the head, each on a line."""
        return "\n    ".join([f"<title>{escape(titled(self.name))}</title>", *self._elements()])

    def _elements(self) -> list[str]:
        elements = [_meta("name", "description", self.description)]
        if not self.listed:
            elements.append(_meta("name", "robots", "noindex"))
        if self.canonical:
            elements += [*self._addresses(), *self._cards()]
        if self.embeddable:
            elements.append(self._embedding())
        if self.nodes:
            elements.append(f'<script type="application/ld+json">{safe_json(document(self.nodes))}</script>')
        return elements

    def _addresses(self) -> list[str]:
        versions = [(tag, _in_language(self.canonical, tag)) for tag in TAGS.values()]
        return [
            _link("canonical", self.address),
            *(
                _link("alternate", address, hreflang=tag)
                for tag, address in [*versions, ("x-default", self.canonical)]
            ),
        ]

    def _cards(self) -> list[str]:
        """Open Graph (ogp.me) and Twitter cards. For what is missing, Twitter reads the Open Graph values."""
        spoken = OPEN_GRAPH_LOCALES[self.language]
        others = [each for tag, each in OPEN_GRAPH_LOCALES.items() if tag != self.language]
        properties = [
            ("og:site_name", SITE),
            ("og:type", self.kind),
            ("og:title", self.name or SITE),
            ("og:description", self.description),
            ("og:url", self.address),
            ("og:locale", spoken),
            *(("og:locale:alternate", each) for each in others),
            ("og:image", self.image),
            ("og:image:type", "image/jpeg"),
            ("og:image:width", str(CARD_WIDTH)),
            ("og:image:height", str(CARD_HEIGHT)),
            ("og:image:alt", self.image_alt or self.name or SITE),
        ]
        names = [
            ("twitter:card", "summary_large_image"),
            ("twitter:title", self.name or SITE),
            ("twitter:description", self.description),
            ("twitter:image", self.image),
            ("twitter:image:alt", self.image_alt or self.name or SITE),
        ]
        return [
            *(_meta("property", name, value) for name, value in properties),
            *(_meta("name", name, value) for name, value in names),
        ]

    def _embedding(self) -> str:
        query = urlencode({"url": self.address, "format": "json"})
        return _link(
            "alternate",
            f"{self.embeddable}{OEMBED_PATH}?{query}",
            type="application/json+oembed",
            title=self.name,
        )


def with_head(page: bytes, head: PageHead) -> bytes:
    """The app's document with this head in place of its own title and description."""
    page = _DESCRIPTION.sub(b"", page, count=1)
    tag = f'<html lang="{head.language}" dir="{direction_of(head.language)}">'
    page = _HTML.sub(lambda _: tag.encode(), page, count=1)
    return _TITLE.sub(lambda _: head.html().encode(), page, count=1)


def safe_json(value: object) -> str:
    """JSON that can stand in a script element: nothing in it ends the element or begins a comment."""
    text = orjson.dumps(value).decode()
    return "".join(_UNSAFE_IN_SCRIPT.get(character, character) for character in text)


def _in_language(address: str, code: str) -> str:
    return f"{address}?{LANGUAGE_PARAMETER}={code}"


def _meta(attribute: str, name: str, content: str) -> str:
    return f'<meta {attribute}="{name}" content="{escape(content)}" />'


def _link(rel: str, href: str, **attributes: str) -> str:
    more = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f'<link rel="{rel}" href="{escape(href)}"{more} />'
