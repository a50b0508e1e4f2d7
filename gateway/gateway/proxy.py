"""The streaming proxy: forwards an admitted request to its service and streams the answer back."""

from dataclasses import dataclass
from typing import Final

import structlog
from starlette.types import Send

from gateway import request_bodies
from gateway.forwarding import headers_for_client, target
from gateway.http_client.messages import ClientError, Headers, Response
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
    """Forward the request and pass the answer back."""
    route = admitted.route
    try:
        response = await upstream.send(
            route.method,
            target(admitted.path, admitted.query),
            _with_length(admitted),
            admitted.body,
            within=route.timeout,
            repeatable=admitted.repeatable,
        )
    except UpstreamFailed as failure:
        await send_response(send, _body_error(admitted) or UPSTREAM_FAILURES[failure.status], added.failed)
        return
    except request_bodies.BodyRejected as error:
        await send_response(send, body_error_response(error), added.failed)
        return
    body_error = _body_error(admitted)
    if body_error is not None:
        response.close()
        await send_response(send, body_error, added.failed)
        return
    await pass_response(response, send, added.for_status(response.status))


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


async def pass_response(response: Response, send: Send, added: RawHeaders) -> None:
    """Pass a service's answer to the caller, a large one as it comes.

    When the service breaks off midway, the answer stays incomplete and the server closes the connection.
    """
    headers = merge_headers(headers_for_client(response.headers), added)
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    if response.body is not None:
        await send({"type": "http.response.body", "body": response.body})
        return
    left = _declared_length(headers)
    try:
        async for piece in response.pieces():
            left -= len(piece)
            await send({"type": "http.response.body", "body": piece, "more_body": left != 0})
    except ClientError as error:
        log.warning("a service broke off its answer", reason=type(error).__name__)
        return
    finally:
        response.close()
    if left:
        await send({"type": "http.response.body", "body": b""})


def _declared_length(headers: Headers) -> int:
    """The declared length of the body in bytes; -1 without one, so that counting down never reaches zero."""
    for name, value in headers:
        if name == b"content-length" and value.isdigit():
            return int(value) or -1
    return -1
