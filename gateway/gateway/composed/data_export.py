"""download_data_export: the parts of an export, streamed as one document (product.md 1.10)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final, cast

import orjson
import structlog
from starlette.types import Send

from gateway.composed.sub_requests import NOT_SENT_ON, ComposedCall, read_response
from gateway.http_client.messages import ClientError, Headers, Response
from gateway.responses import (
    JSON,
    UNAVAILABLE,
    UPSTREAM_FAILURES,
    BufferedResponse,
    RawHeaders,
)
from gateway.routes import IDENTITY
from gateway.settings import SERVICES

log = structlog.get_logger()

FILE: Final = (b"content-disposition", b'attachment; filename="openhours-my-data.json"')
NOT_KEPT: Final = (b"cache-control", b"no-store")
OK: Final = 200
BEGINNING: Final = b'{"status":true,"message":{"main_msg":"","iv_msg":{}},"data":{'
END: Final = b"}}"


@dataclass(frozen=True, slots=True)
class DocumentResponse:
    """The parts of a document, each with its name. All of them have begun; none is held in memory."""

    parts: list[tuple[str, Response]]

    async def send(self, send: Send, added: RawHeaders) -> None:
        """Stream the parts one after another.

        When a service breaks off midway, the document stays incomplete and the server closes the connection.
        """
        names = {name for name, _ in added}
        headers = [pair for pair in (JSON, FILE, NOT_KEPT) if pair[0] not in names]
        try:
            await send({"type": "http.response.start", "status": OK, "headers": [*headers, *added]})
            async for piece in self._pieces():
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        except ClientError as error:
            log.warning("a service broke off its part of an export", reason=type(error).__name__)
            return
        finally:
            self.close()
        await send({"type": "http.response.body", "body": END})

    async def _pieces(self) -> AsyncIterator[bytes]:
        before = BEGINNING
        for name, response in self.parts:
            yield before + f'"{name}":'.encode()
            async for piece in response.pieces():
                yield piece
            before = b","

    def close(self) -> None:
        """Let go of the connections."""
        for _, response in self.parts:
            response.close()


async def download_data_export(call: ComposedCall) -> BufferedResponse | DocumentResponse:
    """The caller's export, as every service stored its part. Without one part it is refused as a whole.

    Identity decides whether it is ready and the caller's own, and whether the caller has shown lately who
    they are (product.md 1.13); every service looks at the latter too.
    """
    export_id = call.request.path.split("/")[3]
    word = await read_response(await _get(call, IDENTITY, f"/internal/ready_data_export/{export_id}"))
    if word.status != OK or not orjson.loads(word.body)["status"]:
        return word
    with ExitStack() as opened:
        parts = await _open_parts(call, export_id, opened)
        if any(response.status != OK for _, response in parts):
            return UPSTREAM_FAILURES[UNAVAILABLE]
        opened.pop_all()
    return DocumentResponse(parts)


async def _open_parts(call: ComposedCall, export_id: str, opened: ExitStack) -> list[tuple[str, Response]]:
    """The answers of all services, whose bodies are not read yet. Raises `UpstreamFailed`."""

    async def open_part(service: str) -> Response:
        path = f"/internal/data_export_part/{export_id}"
        response = await _get(call, service, path)
        opened.callback(response.close)
        return response

    found = await asyncio.gather(*(open_part(service) for service in SERVICES), return_exceptions=True)
    for each in found:
        if isinstance(each, BaseException):
            raise each
    return list(zip(SERVICES, cast(list[Response], found), strict=True))


async def _get(call: ComposedCall, service: str, path: str) -> Response:
    """A service's answer to the caller, whose body is not read yet. Raises `UpstreamFailed`."""
    headers: Headers = [pair for pair in call.request.headers if pair[0] not in NOT_SENT_ON]
    return await call.upstreams[service].send("GET", path, headers, within=call.request.route.timeout)
