"""The same client over a transport of httpx: the services of the embedded environment, and those of tests."""

import asyncio
from typing import cast

import httpx

from gateway.http_client.messages import AnswerTooLate, Body, Disconnected, Headers, NotConnected, Response


class TransportClient:
    """A client of one service. Answers come whole, as these transports make them."""

    def __init__(self, url: str, transport: httpx.AsyncBaseTransport) -> None:
        self._url = url
        self._transport = transport

    async def ask(self, method: str, target: str, headers: Headers, body: Body, *, within: float) -> Response:
        """See ConnectionPool."""
        request = httpx.Request(method, self._url + target, headers=headers, content=body)
        try:
            async with asyncio.timeout(within):
                response = await self._transport.handle_async_request(request)
                stream = cast(httpx.AsyncByteStream, response.stream)  # as sent: httpx would decode it
                content = b"".join([piece async for piece in stream])
        except httpx.ConnectError as error:
            raise NotConnected(str(error)) from error
        except (httpx.TimeoutException, TimeoutError) as error:
            raise AnswerTooLate(str(error)) from error
        except httpx.TransportError as error:
            raise Disconnected(str(error)) from error
        known = [(name.lower(), value) for name, value in response.headers.raw]
        return Response(response.status_code, known, content, None)

    def end_rested(self) -> None:
        """Nothing rests."""

    async def close(self) -> None:
        """Nothing is open."""
