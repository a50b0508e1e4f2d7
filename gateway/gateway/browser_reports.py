"""What browsers report of our Content-Security-Policy (CSP level 3, and the Reporting API).

Anybody may write here, so a report is worth a counter and no more: of its words only those in closed sets are
kept. The address of a page, its referrer and its samples may hold what a person wrote, and are dropped.
"""

from collections.abc import Iterator, Mapping
from typing import Final, cast

import orjson
import structlog
from starlette.types import Receive, Scope, Send

from gateway import request_bodies, responses
from gateway.client_identity import rate_limit_address
from gateway.forwarding import client_address
from gateway.rate_limits import RateLimits
from gateway.request_guard import body_error_response
from gateway.responses import BufferedResponse, RawHeaders, send_response
from gateway.settings import GatewaySettings
from gateway.telemetry import Telemetry

log = structlog.get_logger()

LARGEST: Final = 16 * 1024
MOST_AT_ONCE: Final = 20
TYPES: Final = frozenset({b"application/reports+json", b"application/csp-report"})
OTHER: Final = "other"
DIRECTIVES: Final = frozenset(
    {
        "base-uri",
        "connect-src",
        "default-src",
        "font-src",
        "form-action",
        "frame-ancestors",
        "frame-src",
        "img-src",
        "manifest-src",
        "object-src",
        "require-trusted-types-for",
        "script-src",
        "script-src-attr",
        "script-src-elem",
        "style-src",
        "style-src-attr",
        "style-src-elem",
        "trusted-types",
        "worker-src",
    }
)
BLOCKED: Final = frozenset({"inline", "eval", "data", "blob", "trusted-types-policy", "trusted-types-sink"})
"""What was kept from running, where that is no address."""
TAKEN: Final = BufferedResponse(204, b"", ())


class BrowserReports:
    """Answers POST at `security_headers.REPORTS_PATH`."""

    def __init__(self, settings: GatewaySettings, limits: RateLimits, telemetry: Telemetry) -> None:
        self._settings = settings
        self._limits = limits
        self._telemetry = telemetry

    async def __call__(self, scope: Scope, receive: Receive, send: Send, added: RawHeaders) -> None:
        """Count the reports of one request; 404, 413, 415 or 429 for what is no report, or too many."""
        response = await self._response(scope, receive)
        if response.status == TAKEN.status:
            await send({"type": "http.response.start", "status": TAKEN.status, "headers": list(added)})
            await send({"type": "http.response.body", "body": b""})
            return
        await send_response(send, response, added)

    async def _response(self, scope: Scope, receive: Receive) -> BufferedResponse:
        if scope["method"] != "POST":
            return responses.NOT_FOUND
        address = rate_limit_address(client_address(scope, self._settings.trusted_proxies))
        wait = await self._limits.seconds_to_wait("report", address=address, caller=address)
        if wait:
            return responses.rate_limited(wait)
        headers = dict(scope["headers"])
        if headers.get(b"content-type", b"").partition(b";")[0].strip().lower() not in TYPES:
            return responses.UNSUPPORTED_MEDIA_TYPE
        try:
            request_bodies.declared_length(headers.get(b"content-length"), LARGEST)
            body = await request_bodies.read_body(receive, LARGEST, self._settings.body_timeout_seconds)
        except request_bodies.BodyRejected as error:
            return body_error_response(error)
        for directive, blocked in read_reports(body):
            self._telemetry.count_browser_report(directive, blocked)
            log.info("browser report", directive=directive, blocked=blocked)
        return TAKEN


def read_reports(body: bytes) -> list[tuple[str, str]]:
    """The directive and the blocked kind of each report, in words of the closed sets; none for other JSON."""
    try:
        parsed: object = orjson.loads(body)
    except orjson.JSONDecodeError:
        return []
    listed = cast(list[object], parsed) if isinstance(parsed, list) else [parsed]
    return [_words_of(report) for report in _bodies(listed[:MOST_AT_ONCE])]


def _bodies(listed: list[object]) -> Iterator[Mapping[str, object]]:
    for each in listed:
        if isinstance(each, dict):
            report = cast(dict[str, object], each)
            body = report.get("csp-report", report.get("body"))
            if isinstance(body, dict):
                yield cast(dict[str, object], body)


def _words_of(body: Mapping[str, object]) -> tuple[str, str]:
    directive = body.get("effectiveDirective") or body.get("effective-directive")
    blocked = body.get("blockedURL") or body.get("blocked-uri")
    return (
        directive if isinstance(directive, str) and directive in DIRECTIVES else OTHER,
        blocked if isinstance(blocked, str) and blocked in BLOCKED else OTHER,
    )
