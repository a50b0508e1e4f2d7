"""Serves the web bundle from memory: hashed files are cached for ever, the page is always revalidated.

Only files that were in the bundle's folder when it was loaded exist, so no path leads out of the folder. The
bundle names the addresses of its pages; at any other address the page comes with the status 404
(product.md 2.1).
"""

import base64
import gzip
import hashlib
import mimetypes
import re
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import structlog
from starlette.types import Scope, Send

from gateway.content_coding import (
    BROTLI,
    CODINGS,
    GZIP,
    WORTH_COMPRESSING,
    accepted_codings,
    chosen_coding,
    compressed,
)
from gateway.pages import app_manifest
from gateway.pages.document import link_header
from gateway.pages.languages import language_of
from gateway.pages.page_list import ANY_PAGE, PAGE_LIST, ListedPage, PageList, read_page_list
from gateway.pages.page_server import PageServer
from gateway.pages.viewer import VARY
from gateway.responses import NOT_FOUND, BufferedResponse, RawHeaders, send_response
from gateway.security_headers import SecurityHeaders, merge_headers

log = structlog.get_logger()

PAGE: Final = "/index.html"
SCREEN_SCRIPT: Final = ".rendering/page-renderer.js"
HASHED_FOLDER: Final = "/assets/"
IMMUTABLE: Final = b"public, max-age=31536000, immutable"
REVALIDATE: Final = b"no-cache"
RECHECK_SECONDS: Final = 2.0
COMPRESSED: Final = {".br": BROTLI, ".gz": GZIP}
COMPRESSIBLE: Final = frozenset(
    {".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt", ".map", ".xml"}
)
TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
    ".map": "application/json",
    ".ics": "text/calendar; charset=utf-8",
}
NOT_BUILT: Final = BufferedResponse(
    503,
    b"<!doctype html><title>Openhours</title><p>The web bundle is not built. Run <code>make run</code>.</p>",
    ((b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")),
)

_INLINE_SCRIPT: Final = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BundleFile:
    """One file of the bundle in all its encodings."""

    etag: bytes
    bodies: dict[bytes, bytes]
    """By content coding; b"" is the plain file."""
    headers: RawHeaders


class WebBundle:
    """Answers every path that no other component answers."""

    def __init__(self, dist: Path, security: SecurityHeaders, server: PageServer) -> None:
        self._dist = dist
        self._server = server
        self._security = security
        self._files: dict[str, BundleFile] = {}
        self._pages = PageList([ANY_PAGE], {})
        self._loaded_version = (0, 0)
        self._checked_at = -RECHECK_SECONDS

    async def __call__(self, scope: Scope, send: Send, added: RawHeaders) -> int:
        """Answer a GET or HEAD; returns the status."""
        if scope["method"] not in {"GET", "HEAD"}:
            await send_response(send, NOT_FOUND, (*added, *self._security.api))
            return NOT_FOUND.status
        self._refresh()
        path: str = scope["path"]
        file = self._files.get(path)
        if file is None and path.startswith(HASHED_FOLDER):
            await send_response(send, NOT_FOUND, (*added, *self._security.api))
            return NOT_FOUND.status
        if file is not None and path == app_manifest.MANIFEST:
            file = _manifest_for(scope, file)
        if file is not None:
            return await _send(scope, send, file, added)
        page = self._files.get(PAGE)
        if page is None:
            headers = merge_headers([*NOT_BUILT.headers, *added], self._security.api)
            await send_response(send, replace(NOT_BUILT, headers=headers))
            return NOT_BUILT.status
        return await self._send_page(scope, send, added, page)

    @property
    def page_patterns(self) -> list[str]:
        """The patterns of the bundle's pages."""
        self._refresh()
        return self._pages.patterns

    def has_page(self, path: str) -> bool:
        """Whether there is a page at this path."""
        self._refresh()
        return self._page_at(path) is not None

    def _page_at(self, path: str) -> ListedPage | None:
        return ANY_PAGE if path == PAGE else self._pages.find(path)

    async def _send_page(self, scope: Scope, send: Send, added: RawHeaders, shell: BundleFile) -> int:
        page = self._page_at(scope["path"])
        request_id = next((value for name, value in added if name == b"x-request-id"), b"")
        built = await self._server.build(scope, shell.bodies[b""], self._pages, page, request_id)
        headers = (*(pair for pair in shell.headers if pair[0] != VARY[0]), VARY, *_links(built.content))
        coding = chosen_coding(accepted_codings(scope["headers"]), CODINGS)
        bodies = {b"": built.content}
        if coding and len(built.content) >= WORTH_COMPRESSING:
            bodies[coding] = compressed(built.content, coding)
        return await _send(
            scope, send, BundleFile(_etag(built.content), bodies, headers), added, built.status
        )

    def expect_new_build(self) -> None:
        """Check for a new build at the next request, instead of within `RECHECK_SECONDS`."""
        self._checked_at = -RECHECK_SECONDS

    def _refresh(self) -> None:
        """Load the bundle when it first appears and after each new build."""
        now = time.monotonic()
        if now < self._checked_at + RECHECK_SECONDS:
            return
        self._checked_at = now
        version = (_modified(self._dist / "index.html"), _modified(self._dist / SCREEN_SCRIPT))
        if version != self._loaded_version:
            self._files = self._load() if version[0] else {}
            self._pages = read_page_list(self._dist / PAGE_LIST)
            self._server.use_script(self._dist / SCREEN_SCRIPT)
            self._loaded_version = version
            log.info("web bundle read", files=len(self._files))

    def _load(self) -> dict[str, BundleFile]:
        files = [path for path in sorted(self._dist.rglob("*")) if path.is_file() and not path.is_symlink()]
        assets: dict[str, BundleFile] = {}
        for file in files:
            name = "/" + file.relative_to(self._dist).as_posix()
            if file.suffix not in COMPRESSED and "/." not in name:
                assets[name] = self._load_file(name, file)
        return assets

    def _load_file(self, name: str, file: Path) -> BundleFile:
        content = file.read_bytes()
        bodies = {b"": content}
        for suffix, coding in COMPRESSED.items():
            twin = file.with_name(file.name + suffix)
            if twin.is_file():
                bodies[coding] = twin.read_bytes()
        if file.suffix in COMPRESSIBLE and len(content) >= WORTH_COMPRESSING and b"gzip" not in bodies:
            bodies[b"gzip"] = gzip.compress(content, 9, mtime=0)
        kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        hashed = name.startswith(HASHED_FOLDER)
        headers = [
            (b"content-type", kind.encode()),
            (b"cache-control", IMMUTABLE if hashed else REVALIDATE),
        ]
        if len(bodies) > 1:
            headers.append((b"vary", b"accept-encoding"))
        if file.suffix == ".html":
            headers += self._security.page(inline_script_hashes(content))
        else:
            headers += self._security.asset
        return BundleFile(_etag(content), bodies, tuple(headers))


def _manifest_for(scope: Scope, file: BundleFile) -> BundleFile:
    """The app's manifest in the language of who asks."""
    content = app_manifest.in_language(file.bodies[b""], language_of(scope))
    headers = (*(pair for pair in file.headers if pair[0] != b"vary"), app_manifest.VARY)
    return BundleFile(_etag(content), {b"": content}, headers)


def _modified(file: Path) -> int:
    """When the file was written, in nanoseconds; 0 when it is not there."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


def _etag(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest()[:32].encode()


def _links(page: bytes) -> RawHeaders:
    links = link_header(page)
    return ((b"link", links),) if links else ()


def inline_script_hashes(page: bytes) -> list[str]:
    """SHA-256 sums (base64) of the inline scripts of `page`, as in a Content-Security-Policy."""
    return [
        base64.b64encode(hashlib.sha256(script).digest()).decode()
        for script in _INLINE_SCRIPT.findall(page)
        if script.strip()
    ]


async def _send(scope: Scope, send: Send, file: BundleFile, added: RawHeaders, status: int = 200) -> int:
    accepted = known = b""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            accepted = value
        elif name == b"if-none-match":
            known = value
    coding = chosen_coding(accepted, file.bodies)
    etag = b'"%s%s"' % (file.etag, b"-" + coding if coding else b"")
    headers = [*file.headers, (b"etag", etag), *added]
    if status == 200 and etag in [part.strip().removeprefix(b"W/") for part in known.split(b",")]:
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return 304
    body = file.bodies[coding]
    if coding:
        headers.append((b"content-encoding", coding))
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
    return status
