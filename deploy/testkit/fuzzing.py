"""Sends malformed input to every call that a service describes: bodies, fields, queries, ids."""

import asyncio
import itertools
import json
from collections.abc import Collection, Iterator
from typing import Any, Final

import httpx
from chassis.ids import new_id
from fastapi import FastAPI

MALFORMED_VALUES: Final[tuple[Any, ...]] = (
    None, "", "x", "\x00", "\ud800", "9" * 5000, -1, 10**30, 1.5, True, [], {}, [[["deep"]]],
    ["\x00", 7, None], {"a": "b"}, '["half', "0199b0f0-0000-7000-8000-000000000000",
)  # fmt: skip
BODIES: Final = (b"", b"{", b"[]", b"7", b'"x"', b"\xff\xfe", b"null", b'{"a":' * 2000)
QUERIES: Final = ("", "x", "\x00", "-1", "1e9", "W10", "WzFd", "W251bGxd", "W3t9XQ", "9" * 600, "é")
PARAMETERS: Final = ("limit", "cursor", "category", "tag")
IDS: Final = ("x", "%00", "..%2f..", "'", "%F0%9F%92%A9", "9" * 300)
NOWHERE: Final = {
    "postId": "x",
    "ownerId": "x",
    "conversationId": "x",
    "post_id": "x",
    "number": "1",
    "export_id": "x",
}
Request = tuple[str, str, dict[str, Any]]
AT_ONCE: Final = 32
"""Requests at a time. Some wait a moment for a projection that never comes."""
STATUSES: Final = frozenset({200, 401, 403, 404, 413, 415, 422})


class FuzzingClient:
    """Calls everything that a service describes with every malformed value, as a signed-in account."""

    def __init__(
        self,
        app: FastAPI,
        client: httpx.AsyncClient,
        bearer: dict[str, str],
        *,
        leave_out: Collection[str] = (),
    ) -> None:
        """`leave_out` names paths that are not called, such as one that ends the login."""
        described = app.openapi()
        self._schemas: dict[str, Any] = described["components"]["schemas"]
        self._client = client
        self._headers = {**bearer, "content-type": "application/json"}
        paths: dict[str, dict[str, Any]] = {
            path: each for path, each in described["paths"].items() if path not in leave_out
        }
        self._writes = [(path, self._fields(each["post"])) for path, each in paths.items() if "post" in each]
        self._asked = [
            (path, each["name"])
            for path, operations in paths.items()
            for each in operations.get("post", {}).get("parameters", [])
            if each["in"] == "query"
        ]
        self._reads = [path for path, each in paths.items() if "get" in each and "/health" not in path]

    def _fields(self, operation: dict[str, Any]) -> list[str]:
        if "requestBody" not in operation:  # it takes no body
            return []
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        return list(self._schemas[schema["$ref"].rpartition("/")[2]]["properties"])

    async def faults(self) -> list[str]:
        """The answers that api.md does not allow, each with its request; empty when there are none."""
        turns = asyncio.Semaphore(AT_ONCE)

        async def fault(request: Request) -> str | None:
            method, path, sent = request
            async with turns:
                return await self._fault(method, path, **sent)

        return [found for found in await asyncio.gather(*map(fault, self._requests())) if found]

    def _requests(self) -> Iterator[Request]:
        for (path, names), value in itertools.product(self._writes, MALFORMED_VALUES):
            for body in (dict.fromkeys(names, value), *({name: value} for name in names)):
                yield "POST", path, {"content": json.dumps(body).encode()}
        for (path, _), body in itertools.product(self._writes, BODIES):
            yield "POST", path, {"content": body}
        for (path, name), value in itertools.product(self._asked, QUERIES):
            yield "POST", path, {"params": {name: value}}
        for path, name, value in itertools.product(self._reads, PARAMETERS, QUERIES):
            yield "GET", path.format_map(NOWHERE), {"params": {name: value}}
        named = [path.partition("{")[0] for path in self._reads if "{" in path]
        for path, value in itertools.product(named, (*IDS, new_id())):
            yield "GET", path + value, {}

    async def _fault(self, method: str, path: str, **sent: Any) -> str | None:
        answer = await self._client.request(method, path, headers=self._headers, **sent)
        description = f"{method} {path} {str(sent)[:80]}: {answer.status_code} {answer.text[:80]}"
        if answer.status_code not in STATUSES:
            return description
        if not answer.headers["content-type"].startswith("application/json"):
            return None  # the page of the mailbox
        body: Any = answer.json()
        if isinstance(body, list):
            return None  # the list of the mailbox
        taken = sent.get("content") in BODIES and body["status"]
        return None if {"status", "message", "data"} <= set(body) and not taken else description
