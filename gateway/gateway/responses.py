"""The gateway's own responses, in the envelope of api.md 1."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import orjson
from chassis.errors import Problem
from chassis.http.envelope import TEMPORARY
from starlette.types import Send

RawHeaders = Sequence[tuple[bytes, bytes]]

JSON: Final = (b"content-type", b"application/json")
NOT_MODIFIED: Final = 304
BAD_GATEWAY: Final = 502
UNAVAILABLE: Final = 503
TOO_SLOW: Final = 504

NOTHING_HERE: Final = "There is nothing here."
TOO_LARGE: Final = "This is larger than we can take."
NOT_JSON: Final = "Send this as JSON (application/json)."
TOO_SLOW_TO_SEND: Final = "The request took too long to arrive. Please try again."
TOO_MANY: Final = "You are doing this too often. Please wait a moment and try again."


@dataclass(frozen=True, slots=True)
class BufferedResponse:
    """A complete response, ready to be sent."""

    status: int
    body: bytes
    headers: RawHeaders = (JSON,)


def envelope(status: bool, main_msg: str, data: object = None) -> bytes:
    """The JSON of an envelope without field messages."""
    return orjson.dumps({"status": status, "message": {"main_msg": main_msg, "iv_msg": {}}, "data": data})


def success(data: object, main_msg: str = "", headers: RawHeaders = ()) -> BufferedResponse:
    """The response to a successful composed call."""
    return BufferedResponse(200, envelope(True, main_msg, data), (JSON, *headers))


def failure(http_status: int, main_msg: str, headers: RawHeaders = ()) -> BufferedResponse:
    """A failure with this HTTP status."""
    return BufferedResponse(http_status, envelope(False, main_msg), (JSON, *headers))


NOT_FOUND: Final = failure(404, NOTHING_HERE)
BODY_TOO_LARGE: Final = failure(413, TOO_LARGE)
UNSUPPORTED_MEDIA_TYPE: Final = failure(415, NOT_JSON)
BODY_TOO_SLOW: Final = failure(429, TOO_SLOW_TO_SEND, ((b"retry-after", b"1"), (b"connection", b"close")))
UPSTREAM_FAILURES: Final = {
    status: failure(status, TEMPORARY, ((b"retry-after", b"1"),))
    for status in (BAD_GATEWAY, UNAVAILABLE, TOO_SLOW)
}
INTERNAL_ERROR: Final = failure(500, TEMPORARY)


def refused(problem: Problem) -> BufferedResponse:
    """The response of a service that raises this problem, for one that is not asked."""
    headers = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    return failure(problem.http_status, problem.main_msg, headers)


def rate_limited(retry_after: int) -> BufferedResponse:
    """The response to a caller over its rate limit; `retry_after` in seconds."""
    return failure(429, TOO_MANY, ((b"retry-after", str(retry_after).encode()),))


async def send_response(send: Send, response: BufferedResponse, more_headers: RawHeaders = ()) -> None:
    """Send `response` together with the gateway's own headers."""
    headers = [*response.headers, *more_headers]
    if response.status != NOT_MODIFIED:
        # A 304 would name the length of the answer that it stands for (RFC 9110, section 8.6).
        headers.append((b"content-length", str(len(response.body)).encode()))
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})
