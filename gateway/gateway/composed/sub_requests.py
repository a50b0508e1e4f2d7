"""Sub-requests to services for a composed call.

When a service is down, its part of the answer stays empty and the message says what is missing. When a
service rejects the caller (401, 403, 422, ...), its answer becomes the whole answer.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

import orjson
import structlog
from chassis.etags import is_known, weak_etag

from gateway.forwarding import headers_for_client
from gateway.http_client.messages import ClientError, Headers, Response
from gateway.request_guard import AdmittedRequest
from gateway.responses import (
    JSON,
    NOT_MODIFIED,
    UNAVAILABLE,
    UPSTREAM_FAILURES,
    BufferedResponse,
    RawHeaders,
    envelope,
    success,
)
from gateway.upstreams import UpstreamFailed, Upstreams

log = structlog.get_logger()

NEXT_CURSOR: Final = b"x-next-cursor"
ETAG: Final = b"etag"
SUB_REQUEST_SECONDS: Final = 5.0
LARGEST_SUB_RESPONSE: Final = 64 * 1024 * 1024
SHORT_CIRCUITING: Final = frozenset({401, 403, 413, 415, 422, 429})
NOT_SENT_ON: Final = frozenset(
    {b"accept-encoding", b"accept-language", b"content-type", b"idempotency-key", b"if-none-match"}
)
"""Services answer a composed call in English: the gateway translates the whole of it."""
NOT_COPIED: Final = frozenset({b"content-length", b"content-language", b"vary"})


class ShortCircuit(Exception):
    """One service's answer is the whole answer."""

    def __init__(self, response: BufferedResponse) -> None:
        super().__init__(response.status)
        self.response = response


@dataclass(frozen=True, slots=True)
class SubResponse:
    """The answer of one service. `data` is None when the service failed or refused."""

    service: str
    missing: bool
    data: Any = None
    answer: Response | None = None
    """As it came, and whole; None when there was none."""
    decides: bool = False
    """Whether it is the whole answer."""

    @property
    def response(self) -> BufferedResponse | None:
        """The raw answer, ready to be passed on; None when there was none."""
        return _buffered(self.answer, self.answer.body or b"") if self.answer else None

    @property
    def page_header(self) -> list[tuple[bytes, bytes]]:
        """The header with the cursor of the next page; empty without a next page."""
        return [pair for pair in self.answer.headers if pair[0] == NEXT_CURSOR] if self.answer else []

    @property
    def validator(self) -> bytes:
        """What tells this answer from any other: the service's ETag, or else the answer itself."""
        if self.answer is None:
            return b""
        return next((value for name, value in self.answer.headers if name == ETAG), self.answer.body or b"")

    @property
    def next_cursor(self) -> str | None:
        """The cursor of the next page, for answers that carry it in their data."""
        return next((value.decode("latin-1") for _, value in self.page_header), None)

    def get(self, name: str, default: Any) -> Any:
        """A field of the data, or `default`."""
        if isinstance(self.data, dict):
            value = self.data.get(name)
            return default if value is None else value
        return default


@dataclass(frozen=True, slots=True)
class SubRequest:
    """A request to one service."""

    service: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    """The caller's own query. When the service refuses it, the refusal is the whole answer."""
    body: bytes | None = None
    decides: bool = False
    """Whether this service's refusal is the whole answer, whatever the query."""
    members: tuple[str, str] | None = None
    """The two members of its data, if the first is long and nobody looks into it: then it stays JSON."""


@dataclass(frozen=True, slots=True)
class ComposedCall:
    """A composed call in progress: the caller's request and the services."""

    request: AdmittedRequest
    upstreams: Upstreams

    async def fetch(self, *requests: SubRequest) -> list[SubResponse]:
        """Send all sub-requests at once and return their answers.

        Raises `ShortCircuit` when one answer decides the whole, or when no service answers.
        """
        others = [asyncio.create_task(self._fetch(request)) for request in requests[1:]]
        try:
            parts = [await self._fetch(requests[0]), *[await other for other in others]]
        finally:
            for other in others:
                other.cancel()  # they are done, unless this call was given up
        for part in parts:
            if part.decides and part.response is not None:
                raise ShortCircuit(part.response)
        if all(part.missing for part in parts):
            raise ShortCircuit(UPSTREAM_FAILURES[UNAVAILABLE])
        return parts

    async def _fetch(self, request: SubRequest) -> SubResponse:
        method = "GET" if request.body is None else "POST"
        target = request.path + (f"?{urlencode(request.query)}" if request.query else "")
        try:
            response = await self.upstreams[request.service].send(
                method, target, self._headers(request.body), request.body or b"", within=SUB_REQUEST_SECONDS
            )
            body = await response.read(LARGEST_SUB_RESPONSE)
        except (UpstreamFailed, ClientError) as error:
            log.warning("part missing", service=request.service, path=request.path, reason=str(error))
            return SubResponse(request.service, missing=True)
        return _parse(request, Response(response.status, response.headers, body, None), body)

    def _headers(self, body: bytes | None) -> Headers:
        headers = [pair for pair in self.request.headers if pair[0] not in NOT_SENT_ON]
        if body is not None:
            headers += [JSON, (b"content-length", str(len(body)).encode())]
        return headers


def _parse(request: SubRequest, answer: Response, body: bytes) -> SubResponse:
    status = answer.status
    if status in SHORT_CIRCUITING:
        return SubResponse(request.service, missing=False, answer=answer, decides=True)
    if request.members is not None and status == 200 and (data := _unparsed(body, *request.members)):
        return SubResponse(request.service, missing=False, data=data, answer=answer)
    try:
        told = orjson.loads(body)
    except orjson.JSONDecodeError:
        told = None
    if status != 200 or not isinstance(told, dict):
        log.warning("part missing", service=request.service, path=request.path, status=status)
        return SubResponse(request.service, missing=True, answer=answer)
    decides = bool(request.query or request.decides) and told.get("status") is False
    return SubResponse(request.service, missing=False, data=told.get("data"), answer=answer, decides=decides)


def _unparsed(body: bytes, first: str, last: str) -> dict[str, Any] | None:
    """The two members of the data in a silent envelope, the first of them as JSON; None if it is another.

    Parsing a page of alerts and building it again took longer than the rest of its way through the gateway.
    """
    found = _two_members(first, last).fullmatch(body)
    return {first: orjson.Fragment(found[1]), last: orjson.loads(found[2])} if found else None


@lru_cache
def _two_members(first: str, last: str) -> re.Pattern[bytes]:
    silent = re.escape(b'{"status":true,"message":{"main_msg":"","iv_msg":{}},"data":{')
    data = rf'"{first}":([\[{{].*),"{last}":(\d+|null|"[^"\\]*")}}}}'.encode()
    return re.compile(silent + data, re.DOTALL)


def _buffered(response: Response, body: bytes) -> BufferedResponse:
    headers = [pair for pair in headers_for_client(response.headers) if pair[0] not in NOT_COPIED]
    return BufferedResponse(response.status, body, headers)


async def read_response(response: Response) -> BufferedResponse:
    """Read a service's whole answer, ready to be passed on. Raises ClientError."""
    return _buffered(response, await response.read(LARGEST_SUB_RESPONSE))


@dataclass(frozen=True, slots=True)
class Part:
    """What one sub-response holds of a composed answer: its key in `missing`, and its words for a person."""

    response: SubResponse
    key: str
    words: str


def composed_response(
    data: Mapping[str, object], parts: Sequence[Part], headers: RawHeaders = ()
) -> BufferedResponse:
    """The composed answer. Its message and its `missing` say which parts could not be fetched (api.md 8)."""
    missing = [part for part in parts if part.response.missing]
    return success({**data, "missing": [part.key for part in missing]}, _missing_words(missing), headers)


def complete_response(data: Mapping[str, object], parts: Sequence[Part]) -> BufferedResponse:
    """The composed answer if no part is missing; else 503 without any, which says which part that is."""
    missing = [part for part in parts if part.response.missing]
    if not missing:
        return success(data)
    told = envelope(False, _missing_words(missing), {"missing": [part.key for part in missing]})
    return BufferedResponse(UNAVAILABLE, told, (JSON, (b"retry-after", b"1")))


def _missing_words(missing: Sequence[Part]) -> str:
    return f"{_join_names([part.words for part in missing])} cannot be shown right now." if missing else ""


def validated_response(
    request: AdmittedRequest, data: Mapping[str, object], parts: Sequence[Part], headers: RawHeaders = ()
) -> BufferedResponse:
    """The composed answer with an ETag, or 304 for a caller that has it already (RFC 9110, section 13).

    The ETag is made of those of the parts, where services send some: reading 42 kB again took an eighth of
    the answer's time. The names of the members stand for its shape, `headers` for what is in no part's body.
    An answer that lacks a part has no ETag, because its message depends on the caller's language.
    """
    if any(part.response.missing for part in parts):
        return composed_response(data, parts, headers)
    told = [value for _, value in headers] + [part.response.validator for part in parts]
    etag = weak_etag(b"\n".join([",".join(data).encode(), *told]))
    named = [(ETAG, etag.encode()), *headers]
    known = next((value for name, value in request.headers if name == b"if-none-match"), b"")
    if is_known(etag, known.decode("latin-1")):
        return BufferedResponse(NOT_MODIFIED, b"", named)
    return composed_response(data, parts, named)


def _join_names(names: list[str]) -> str:
    text = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return text[:1].upper() + text[1:]


def query_params(request: AdmittedRequest) -> dict[str, str]:
    """The caller's query parameters; the last value of a repeated name."""
    return dict(parse_qsl(request.query.decode("latin-1"), keep_blank_values=True))
