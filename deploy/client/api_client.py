"""A client of the public calls that knows only the address and a token."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any, Final, TypeVar, cast, overload

import httpx

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
EVENTUALLY_SECONDS: Final = 15.0
"""How long `eventually` waits while everything runs."""
SHORTEST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 1.0
"""Seconds between two tries: many who ask again at once keep a service from coming back."""
SHORTEST_LOOK, LONGEST_LOOK = 0.01, 0.1
"""Seconds between two looks of `eventually`."""
T = TypeVar("T")


class UnexpectedRefusal(AssertionError):
    """A call failed although it had to succeed."""


@dataclass(frozen=True)
class ApiAnswer:
    """An answer in the envelope of api.md 1."""

    http: int
    done: bool
    message: str
    fields: dict[str, str]
    data: dict[str, object]
    """The data, when they are an object; else empty."""
    rows: list[dict[str, object]]
    """The data, when they are a list."""

    def text(self, name: str) -> str:
        """A member of the data that is a string. Raises UnexpectedRefusal when there is none."""
        return str(self._member(name))

    def part(self, name: str) -> dict[str, object]:
        """A member of the data that is an object."""
        return cast(dict[str, object], self._member(name))

    def list(self, name: str) -> "list[dict[str, object]]":
        """A member of the data that is a list of objects."""
        return cast("list[dict[str, object]]", self._member(name))

    def _member(self, name: str) -> object:
        if name not in self.data:
            raise UnexpectedRefusal(f"no {name} in {self.http}: {self.message} {self.fields}")
        return self.data[name]


def read_answer(response: httpx.Response) -> ApiAnswer:
    """Read the envelope of a response. Raises UnexpectedRefusal when it has none."""
    try:
        body = response.json()
        message = body["message"]
        data = body["data"]
        return ApiAnswer(
            http=response.status_code,
            done=bool(body["status"]),
            message=str(message["main_msg"]),
            fields=dict(message["iv_msg"]),
            data=data if isinstance(data, dict) else {},
            rows=data if isinstance(data, list) else [],
        )
    except (ValueError, KeyError, TypeError) as error:
        raise UnexpectedRefusal(
            f"{response.request.url} → {response.status_code}: {response.text[:500]}"
        ) from error


class ApiClient:
    """Makes calls for one person.

    For `patience` seconds it repeats a request that failed with a 5xx or no answer, a write with the same
    Idempotency-Key, after pauses that grow.
    """

    def __init__(self, client: httpx.AsyncClient, token: str | None = None) -> None:
        self.client = client
        self.token = token
        self.patience = 0.0

    async def post(self, call: str, **fields: Json) -> ApiAnswer:
        """POST with these fields."""
        headers = {**self._bearer(), "Idempotency-Key": secrets.token_hex(16)}
        request = self.client.build_request("POST", f"/api/{call}", json=fields, headers=headers)
        return await self._answer(request)

    async def get(self, call: str, **query: str | int) -> ApiAnswer:
        """GET with this query."""
        request = self.client.build_request("GET", f"/api/{call}", params=query, headers=self._bearer())
        return await self._answer(request)

    async def _answer(self, request: httpx.Request) -> ApiAnswer:
        deadline, pause = time.monotonic() + self.patience, SHORTEST_PAUSE
        while True:
            try:
                response = await self.client.send(request)
                if response.status_code < 500 or time.monotonic() > deadline:
                    return read_answer(response)
            except httpx.TransportError:
                if time.monotonic() > deadline:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def must_post(self, call: str, **fields: Json) -> ApiAnswer:
        """POST. Raises UnexpectedRefusal unless it succeeds."""
        return succeeded(call, await self.post(call, **fields))

    async def must_get(self, call: str, **query: str | int) -> ApiAnswer:
        """GET. Raises UnexpectedRefusal unless it succeeds."""
        return succeeded(call, await self.get(call, **query))

    def _bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


def succeeded(call: str, answer: ApiAnswer) -> ApiAnswer:
    """The answer itself. Raises UnexpectedRefusal with its message when it is a refusal."""
    if not answer.done:
        raise UnexpectedRefusal(f"{call}: {answer.http} {answer.message} {answer.fields}")
    return answer


@overload
async def eventually(look: Callable[[], Awaitable[T | None]], what: str = ..., seconds: float = ...) -> T: ...


@overload
async def eventually(look: Callable[[], T | None], what: str = ..., seconds: float = ...) -> T: ...


async def eventually(
    look: Callable[[], Any], what: str = "what is waited for", seconds: float = EVENTUALLY_SECONDS
) -> Any:
    """Call `look`, which may be a coroutine function, until it returns something else than None or False.

    The pauses grow from SHORTEST_LOOK to LONGEST_LOOK. Raises UnexpectedRefusal, which names `what`.
    """
    deadline, pause = time.monotonic() + seconds, SHORTEST_LOOK
    while True:
        found = look()
        if isawaitable(found):
            found = await found
        if found is not None and found is not False:
            return found
        if time.monotonic() > deadline:
            raise UnexpectedRefusal(f"{what} did not come within {seconds:.0f} s")
        await asyncio.sleep(pause)
        pause = min(1.5 * pause, LONGEST_LOOK)


async def lasting(find: Callable[[], Awaitable[list[str]]], seconds: float) -> list[str]:
    """The faults that are still found after so many seconds; empty as soon as none is found."""
    faults: list[str] = []

    async def none_left() -> bool:
        nonlocal faults
        faults = await find()
        return not faults

    with suppress(UnexpectedRefusal):
        await eventually(none_left, seconds=seconds)
    return faults
