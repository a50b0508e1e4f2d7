"""The route class of calls that carry pictures: who calls is checked before the first byte is read.

The body is read within the process's budget of memory, and its pictures are taken out on the way
(`upload_body`).
"""

import json
from contextlib import AsyncExitStack
from typing import Annotated, Any, ClassVar, Final, cast

from fastapi import Depends, Request, Response
from starlette.requests import ClientDisconnect

from chassis.errors import TooLarge
from chassis.http.callers import CallerOf, account_caller
from chassis.http.read_plan import Handler
from chassis.http.route import Route
from chassis.media.upload_body import MOST_TEXT, SHORTEST, TOO_LARGE, UploadBody
from chassis.media.validation import MOST_BYTES
from chassis.memory_budget import BUDGET

FIELD: Final = "iv_media_base"
LARGEST_OF_ONE: Final = 15 * 1024 * 1024
"""Bytes of one picture in JSON: 10 MB as base64, and the escapes of some encoders."""
_BODY: Final = "chassis.media.upload_body"


class UploadRequest(Request):
    """A request whose body is read by `UploadBody`."""

    def __init__(self, request: Request, most: int) -> None:
        super().__init__(request.scope, request.receive)
        self._upload = request.scope[_BODY] = UploadBody(most)
        self._limit = most * LARGEST_OF_ONE + MOST_TEXT
        self._is_read = False

    async def read_within_budget(self, stack: AsyncExitStack) -> None:
        """Read the body. What it takes stays reserved until `stack` ends.

        Raises `TooLarge`, and `Unavailable` while other uploads hold the memory.
        """
        declared = self.headers.get("content-length", "")
        length = int(declared) if declared.isascii() and declared.isdigit() else self._limit
        if declared and length > self._limit:
            raise TooLarge(TOO_LARGE)
        most = self._limit // LARGEST_OF_ONE * MOST_BYTES + MOST_TEXT
        if length > 2 * SHORTEST:
            await stack.enter_async_context(BUDGET.reading(min(length, most)))
        read = 0
        async for piece in self.stream():
            read += len(piece)
            if read > length:
                raise TooLarge(TOO_LARGE)
            self._upload.feed(piece)
        self._upload.end()
        self._is_read = True

    async def body(self) -> bytes:
        """The JSON without its pictures."""
        return bytes(self._upload.text)

    async def json(self) -> Any:
        """What the JSON says, with a reference where a picture stood."""
        said: object = json.loads(self._upload.text)
        if not isinstance(said, dict):
            return self._upload.outside(said)
        fields = cast("dict[str, object]", said)
        return {
            name: value if name == FIELD else self._upload.outside(value) for name, value in fields.items()
        }


class UploadRoute(Route):
    """A route whose body carries at most `most_pictures`, from a caller whom `admitted` does not refuse."""

    most_pictures: ClassVar[int] = 1
    admitted: ClassVar[CallerOf] = account_caller

    def get_route_handler(self) -> Handler:
        """FastAPI's handler, with a request whose body is read already."""
        handler = super().get_route_handler()
        most, admitted = self.most_pictures, type(self).admitted

        async def upload(request: Request) -> Response:
            await admitted(request)
            async with AsyncExitStack() as stack:
                sent = UploadRequest(request, most)
                try:
                    await sent.read_within_budget(stack)
                except ClientDisconnect:
                    return Response(status_code=400)  # nobody is there to read it
                return await handler(sent)

        return upload


def upload_route(most_pictures: int, admitted: CallerOf = account_caller) -> type[UploadRoute]:
    """The class of routes whose bodies carry up to so many pictures, from callers whom `admitted` passes."""
    return type("UploadRoute", (UploadRoute,), {"most_pictures": most_pictures, "admitted": admitted})


async def _uploads(request: Request) -> UploadBody:
    return request.scope[_BODY]


RequestUploads = Annotated[UploadBody, Depends(_uploads)]
"""The pictures that came with the request. Only routes of the class `UploadRoute` have them."""
