"""Asking services for the parts of a composed answer.

A part that is down leaves its place empty, and the answer says what is missing. A part that says who the
caller may not be (401, 422, ...) speaks for the read_whole_body.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

import httpx
import orjson
import structlog

from gateway.forwarding import Headers, headers_for_client
from gateway.request_guard import AdmittedRequest
from gateway.responses import JSON, UNAVAILABLE, UPSTREAM_FAILURES, BufferedResponse, RawHeaders, success
from gateway.upstreams import UpstreamFailed, Upstreams

log = structlog.get_logger()

NEXT_CURSOR: Final = b"x-next-cursor"
SUB_REQUEST_SECONDS: Final = 5.0
LARGEST_SUB_RESPONSE: Final = 64 * 1024 * 1024
SHORT_CIRCUITING: Final = frozenset({401, 403, 413, 415, 422, 429})
NOT_SENT_ON: Final = frozenset({b"accept-encoding", b"content-type", b"idempotency-key", b"if-none-match"})


class ShortCircuit(Exception):
    """One part's answer is the read_whole_body answer."""

    def __init__(self, response: BufferedResponse) -> None:
        super().__init__(response.status)
        self.response = response


@dataclass(frozen=True, slots=True)
class SubResponse:
    """What one service said. `data` is None when it could not be had, or was refused."""

    service: str
    missing: bool
    data: Any = None
    response: BufferedResponse | None = None
    """The answer as it came, whatever it was; None when there was none."""

    @property
    def page_header(self) -> list[tuple[bytes, bytes]]:
        """The header that leads on to the part's next page, if there is one."""
        return [pair for pair in self.response.headers if pair[0] == NEXT_CURSOR] if self.response else []

    @property
    def next_cursor(self) -> str | None:
        """The same for an answer whose data has a place for it."""
        return next((value.decode("latin-1") for _, value in self.page_header), None)

    def get(self, name: str, empty: Any) -> Any:
        """A field of the data, `empty` when there is none."""
        if isinstance(self.data, dict):
            value = self.data.get(name)
            return empty if value is None else value
        return empty


@dataclass(frozen=True, slots=True)
class SubRequest:
    """What to ask one service."""

    service: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    """What the caller wrote: where the service refuses it, the refusal is the read_whole_body answer."""
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class ComposedCall:
    """A call that is being composed: what the caller sent, and whom to ask."""

    request: AdmittedRequest
    upstreams: Upstreams

    async def fetch(self, *requests: SubRequest) -> list[SubResponse]:
        """All parts, asked at once. Raises `ShortCircuit` when one speaks for the read_whole_body, or all are missing."""
        parts = await asyncio.gather(*(self._fetch(request) for request in requests))
        if all(part.missing for part in parts):
            raise ShortCircuit(UPSTREAM_FAILURES[UNAVAILABLE])
        return list(parts)

    async def _fetch(self, request: SubRequest) -> SubResponse:
        method = "GET" if request.body is None else "POST"
        target = request.path + (f"?{urlencode(request.query)}" if request.query else "")
        try:
            response = await self.upstreams[request.service].send(
                method, target, self._headers(request.body), request.body or b"", within=SUB_REQUEST_SECONDS
            )
            body = await read_whole_body(response)
        except (UpstreamFailed, httpx.TransportError, OSError) as error:
            log.warning("part missing", service=request.service, path=request.path, reason=str(error))
            return SubResponse(request.service, missing=True)
        return _parse(request, response, body)

    def _headers(self, body: bytes | None) -> Headers:
        headers = [pair for pair in self.request.headers if pair[0] not in NOT_SENT_ON]
        if body is not None:
            headers += [JSON, (b"content-length", str(len(body)).encode())]
        return headers


def _parse(request: SubRequest, response: httpx.Response, body: bytes) -> SubResponse:
    status = response.status_code
    buffered = BufferedResponse(status, body, _buffered_headers(response))
    if status in SHORT_CIRCUITING:
        raise ShortCircuit(buffered)
    try:
        answer = orjson.loads(body)
    except orjson.JSONDecodeError:
        answer = None
    if status != 200 or not isinstance(answer, dict):
        log.warning("part missing", service=request.service, path=request.path, status=status)
        return SubResponse(request.service, missing=True, response=buffered)
    if request.query and answer.get("status") is False:
        raise ShortCircuit(buffered)
    return SubResponse(request.service, missing=False, data=answer.get("data"), response=buffered)


def _buffered_headers(response: httpx.Response) -> RawHeaders:
    return tuple(pair for pair in headers_for_client(response.headers.raw) if pair[0] != b"content-length")


async def read_response(response: httpx.Response) -> BufferedResponse:
    """A service's read_whole_body answer, ready to be passed on."""
    return BufferedResponse(
        response.status_code, await read_whole_body(response), _buffered_headers(response)
    )


async def read_whole_body(response: httpx.Response) -> bytes:
    """A service's read_whole_body answer."""
    try:
        parts: list[bytes] = []
        size = 0
        async for chunk in response.aiter_raw():
            size += len(chunk)
            if size > LARGEST_SUB_RESPONSE:
                raise httpx.ReadError("the part is too large")
            parts.append(chunk)
    finally:
        await response.aclose()
    return b"".join(parts)


def composed_response(
    data: object, names: Sequence[tuple[SubResponse, str]], headers: RawHeaders = ()
) -> BufferedResponse:
    """The composed answer; `names` say for each part what it holds, in case it is missing."""
    missing = [name for part, name in names if part.missing]
    return success(data, f"{_join_names(missing)} cannot be shown right now." if missing else "", headers)


def _join_names(names: list[str]) -> str:
    text = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return text[:1].upper() + text[1:]


def query_params(request: AdmittedRequest) -> dict[str, str]:
    """The caller's query; of a name that comes twice the last value."""
    return dict(httpx.QueryParams(request.query.decode("latin-1")).items())
