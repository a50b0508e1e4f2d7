"""Reads the head of an HTML page as a browser does."""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass
class PageHead:
    """The title, and the elements of a head by name."""

    title: str = ""
    language: str = ""
    direction: str = ""
    meta: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The contents of meta elements, by name or property."""
    links: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    scripts: list[tuple[dict[str, str], str]] = field(default_factory=list[tuple[dict[str, str], str]])
    """Attributes and text of each script."""
    tags: list[str] = field(default_factory=list[str])
    """Every element of the page, in order."""

    def one(self, name: str) -> str:
        """The content of the only meta element of this name."""
        [content] = self.meta[name]
        return content

    def link(self, rel: str, **attributes: str) -> str:
        """The address of the only link of this kind."""
        [found] = [link["href"] for link in self.links if link.items() >= {"rel": rel, **attributes}.items()]
        return found

    @property
    def structured(self) -> dict[str, Any]:
        """The page's JSON-LD."""
        [text] = [
            text for attributes, text in self.scripts if attributes.get("type") == "application/ld+json"
        ]
        return json.loads(text)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.head = PageHead()
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.head.tags.append(tag)
        self._inside = tag
        if tag == "html":
            self.head.language = attributes.get("lang", "")
            self.head.direction = attributes.get("dir", "")
        elif tag == "meta":
            name = attributes.get("name") or attributes.get("property") or ""
            self.head.meta.setdefault(name, []).append(attributes.get("content", ""))
        elif tag == "link":
            self.head.links.append(attributes)
        elif tag == "script":
            self.head.scripts.append((attributes, ""))

    def handle_endtag(self, tag: str) -> None:
        del tag
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.head.title += data
        elif self._inside == "script":
            attributes, text = self.head.scripts[-1]
            self.head.scripts[-1] = (attributes, text + data)


def read_head(html: str) -> PageHead:
    """The head of a page."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.head
