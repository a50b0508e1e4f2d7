"""robots.txt (RFC 9309): which addresses crawlers leave out, and where the sitemap is (product.md 2.9)."""

from collections.abc import Iterable
from typing import Final

from gateway.pages.addresses import private_prefixes
from gateway.pages.sitemaps import INDEX_PATH

NOT_PAGES: Final = ("/api/", "/dev/", "/internal/", "/health/", "/metrics", "/socket.io/", "/browser_reports")


def robots_txt(site: str, page_patterns: Iterable[str]) -> bytes:
    """The file for this site, whose pages have these patterns."""
    disallowed = [*NOT_PAGES, *private_prefixes(page_patterns)]
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in disallowed),
        "",
        f"Sitemap: {site}{INDEX_PATH}",
    ]
    return "\n".join([*lines, ""]).encode()
