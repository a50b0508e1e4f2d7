"""The streaming proxy: forwards an admitted request to its service and streams the answer back."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final, cast

import httpx
import structlog
from starlette.types import Send

from gateway import request_bodies
from gateway.forwarding import Headers, headers_for_client, target
from gateway.request_guard import AdmittedRequest, body_error_response
from gateway.responses import UPSTREAM_FAILURES, BufferedResponse, RawHeaders, send_response
from gateway.security_headers import merge_headers
from gateway.upstreams import Upstream, UpstreamFailed

log = structlog.get_logger()

FIRST_FAILURE: Final = 400


@dataclass(frozen=True, slots=True)
class AddedHeaders:
    """The gateway's own headers, for successful answers and for failures."""

    succeeded: RawHeaders
    failed: RawHeaders

    def for_status(self, status: int) -> RawHeaders:
        """The headers for this HTTP status."""
        return self.succeeded if status < FIRST_FAILURE else self.failed


async def forward(admitted: AdmittedRequest, upstream: Upstream, send: Send, added: AddedHeaders) -> None:
    """Forward the request and stream the answer back."""
    try:
        response = await _send_upstream(admitted, upstream)
    except UpstreamFailed as failure:
        await send_response(send, _body_error(admitted) or UPSTREAM_FAILURES[failure.status], added.failed)
        return
    except request_bodies.BodyRejected as error:
        await send_response(send, body_error_response(error), added.failed)
        return
    body_error = _body_error(admitted)
    if body_error is not None:
        await response.aclose()
        await send_response(send, body_error, added.failed)
        return
    await stream_response(response, send, added.for_status(response.status_code))


async def _send_upstream(admitted: AdmittedRequest, upstream: Upstream) -> httpx.Response:
    headers = _with_length(admitted)
    path = target(admitted.path, admitted.query)
    method, timeout = admitted.route.method, admitted.route.timeout
    try:
        return await upstream.send(method, path, headers, admitted.body, within=timeout)
    except UpstreamFailed as failure:
        if not (failure.disconnected and admitted.repeatable and isinstance(admitted.body, bytes)):
            raise
        return await upstream.send(method, path, headers, admitted.body, within=timeout)


def _with_length(admitted: AdmittedRequest) -> Headers:
    if isinstance(admitted.body, bytes):
        if admitted.route.method == "GET":
            return admitted.headers
        return [*admitted.headers, (b"content-length", b"%d" % len(admitted.body))]
    if admitted.length is not None:
        return [*admitted.headers, (b"content-length", b"%d" % admitted.length)]
    return admitted.headers


def _body_error(admitted: AdmittedRequest) -> BufferedResponse | None:
    """The response to a streamed body that was rejected midway; None if it was not."""
    body = admitted.body
    refused = body.refused if isinstance(body, request_bodies.BodyStream) else None
    return body_error_response(refused) if refused is not None else None


async def stream_response(response: httpx.Response, send: Send, added: RawHeaders) -> None:
    """Stream a service's answer to the caller.

    When the service breaks off midway, the answer stays incomplete and the server closes the connection.
    """
    stream = cast(httpx.AsyncByteStream, response.stream)
    headers = merge_headers(headers_for_client(response.headers.raw), added)
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    left = _declared_length(headers)
    try:
        async for chunk in cast(AsyncIterator[bytes], stream):
            left -= len(chunk)
            await send({"type": "http.response.body", "body": chunk, "more_body": left != 0})
    except (httpx.TransportError, OSError, TimeoutError) as error:
        log.warning("a service broke off its answer", reason=type(error).__name__)
        return
    finally:
        await stream.aclose()
    if left:
        await send({"type": "http.response.body", "body": b""})


def _declared_length(headers: Headers) -> int:
    """The declared length of the body in bytes; -1 without one, so that counting down never reaches zero."""
    for name, value in headers:
        if name == b"content-length" and value.isdigit():
            return int(value) or -1
    return -1
