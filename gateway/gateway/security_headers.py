"""Security headers for browsers, and cross-origin rules (CORS)."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from gateway.http_client.messages import Headers
from gateway.responses import RawHeaders
from gateway.settings import GatewaySettings

HSTS: Final = (b"strict-transport-security", b"max-age=63072000; includeSubDomains")
NOSNIFF: Final = (b"x-content-type-options", b"nosniff")
PERMISSIONS: Final = (
    b"permissions-policy",
    b"camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), interest-cohort=()",
)
REPORTS_PATH: Final = "/browser_reports"
"""Where browsers report what the policy kept from happening (browser_reports.py)."""
REPORTING: Final = (b"reporting-endpoints", b'policy="%s"' % REPORTS_PATH.encode())
SAME_ORIGIN: Final = (b"cross-origin-resource-policy", b"same-origin")
PREFLIGHT: Final = (
    (b"access-control-allow-methods", b"GET, POST, OPTIONS"),
    (
        b"access-control-allow-headers",
        b"authorization, content-type, idempotency-key, if-none-match, traceparent, x-request-id",
    ),
    (b"access-control-max-age", b"7200"),
)
EXPOSED: Final = (b"access-control-expose-headers", b"x-next-cursor, x-request-id, retry-after, etag")
SET_ONCE: Final = frozenset(
    {
        b"cache-control",
        b"content-security-policy",
        b"cross-origin-resource-policy",
        b"referrer-policy",
        b"x-content-type-options",
    }
)
"""Headers that the gateway adds only if the service did not set them."""


class SecurityHeaders:
    """The security headers of this gateway, by kind of response. gateway/README.md has them in a table."""

    def __init__(self, settings: GatewaySettings) -> None:
        self._settings = settings
        self._allowed = frozenset(settings.cors_origins)
        # Addresses hold links that work without signing in, also of pages that a service worker keeps.
        always = [NOSNIFF, (b"referrer-policy", b"no-referrer")]
        if settings.https:
            always.append(HSTS)
        self._always = always
        self.api: Final[RawHeaders] = (
            *always,
            (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
            SAME_ORIGIN,
            (b"cache-control", b"no-store"),
        )
        self.media: Final[RawHeaders] = (
            *always,
            (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; sandbox"),
            (b"cross-origin-resource-policy", b"cross-origin"),
            (b"cache-control", b"public, max-age=31536000, immutable"),
        )
        self.asset: Final[RawHeaders] = (
            *always,
            (b"content-security-policy", self._asset_policy().encode()),
            SAME_ORIGIN,
        )

    def page(self, script_hashes: Iterable[str]) -> RawHeaders:
        """Headers of the web bundle's page. `script_hashes`: SHA-256 sums (base64) of its inline scripts."""
        return (
            *self._always,
            (b"content-security-policy", self._page_policy(script_hashes).encode()),
            REPORTING,
            (b"cross-origin-opener-policy", b"same-origin"),
            SAME_ORIGIN,
            PERMISSIONS,
        )

    def _page_policy(self, script_hashes: Iterable[str]) -> str:
        """The page's Content-Security-Policy: scripts only from the bundle, no inline scripts, no eval.

        Inline styles are allowed. Mantine writes its theme's variables, and FullCalendar its layout, into
        <style> elements and style attributes. Their content depends on data, so hashes are not known
        beforehand, and a nonce would not cover attributes. An injected style cannot run code, and cannot send
        data to outsiders either, because pictures and fonts load from this origin only.

        Trusted Types keep text out of the places where it would become code. The page's first script makes
        the one policy that is allowed (web/index.html).
        """
        scripts = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in script_hashes)])
        images = " ".join(["'self'", "data:", "blob:", *self._settings.image_origins])
        place = urlsplit(self._settings.public_url)
        socket = f"{'wss' if self._settings.https else 'ws'}://{place.netloc}"
        rules = [
            "default-src 'self'",
            f"script-src {scripts}",
            "style-src 'self' 'unsafe-inline'",
            f"img-src {images}",
            "font-src 'self' data:",
            f"connect-src 'self' {socket}",
            "worker-src 'self' blob:",
            "manifest-src 'self'",
            "object-src 'none'",
            "frame-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "require-trusted-types-for 'script'",
            "trusted-types default",
            f"report-uri {REPORTS_PATH}",  # for browsers without report-to
            "report-to policy",
        ]
        if self._settings.https:
            rules.append("upgrade-insecure-requests")
        return "; ".join(rules)

    def _asset_policy(self) -> str:
        """The policy of scripts that run beside a page: the service worker, and the workers of pictures."""
        sources = " ".join(["'self'", *self._settings.image_origins])
        return f"default-src 'self'; connect-src {sources}; object-src 'none'; frame-ancestors 'none'"

    def is_origin_allowed(self, origin: str, host: str | None) -> bool:
        """Whether pages of `origin` may connect to this gateway, which the request addressed as `host`."""
        if origin in self._allowed or origin == self._settings.public_url.rstrip("/"):
            return True
        return host is not None and origin in {f"http://{host}", f"https://{host}"}

    def cors(self, headers: Iterable[tuple[bytes, bytes]]) -> Headers:
        """The CORS headers of a response, which let an allowed foreign page read it."""
        for name, value in headers:
            if name == b"origin":
                vary = (b"vary", b"origin")
                if value.decode("latin-1") in self._allowed:
                    return [(b"access-control-allow-origin", value), EXPOSED, vary]
                return [vary]
        return []

    def preflight(self, scope: Scope) -> Headers | None:
        """The response headers for a CORS preflight of an allowed origin; None for any other request."""
        origin: bytes | None = None
        is_preflight = False
        for name, value in scope["headers"]:
            if name == b"origin":
                origin = value
            is_preflight = is_preflight or name == b"access-control-request-method"
        if not is_preflight or origin is None or origin.decode("latin-1") not in self._allowed:
            return None
        return [(b"access-control-allow-origin", origin), (b"vary", b"origin"), *PREFLIGHT]


def merge_headers(headers: Headers, added: RawHeaders) -> Headers:
    """`headers` plus `added`, without the `SET_ONCE` headers that are already present."""
    present = {name for name, _ in headers if name in SET_ONCE}
    if not present:
        return [*headers, *added]
    return [*headers, *(pair for pair in added if pair[0] not in present)]
