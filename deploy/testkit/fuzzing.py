"""Sends malformed input to every call that a service describes: bodies, fields, queries, ids."""

import asyncio
import itertools
import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

import httpx
from chassis.ids import new_id
from fastapi import FastAPI

MALFORMED_VALUES: Final[tuple[Any, ...]] = (
    None, "", "x", "\x00", "\ud800", "9" * 5000, -1, 10**30, 1.5, True, [], {}, [[["deep"]]],
    ["\x00", 7, None], {"a": "b"}, '["half', "0199b0f0-0000-7000-8000-000000000000",
)  # fmt: skip
AMONG_GOOD_ONES: Final[tuple[Any, ...]] = (
    "𝔘" * 70, "-Infinity", "1e400", "9999-12-31T23:59:59-14:00", "https://[::1", "[[[[",
    [{"startTime": "24:00", "endTime": ""}],
    [{"appointment_slot_id": {}, "provider_start_time": "9999-12-31T23:59:59Z"}],
)  # fmt: skip
"""Further values, which get past the first look at their kind."""
BODIES: Final = (b"", b"{", b"[]", b"7", b'"x"', b"\xff\xfe", b"null", b'{"a":' * 2000)
QUERIES: Final = ("", "x", "\x00", "-1", "1e9", "W10", "WzFd", "W251bGxd", "W3t9XQ", "9" * 600, "é")
IDS: Final = ("x", "%00", "..%2f..", "'", "%F0%9F%92%A9", "9" * 300)
NOWHERE: Final = defaultdict(lambda: "x", number="1")
"""The values of a path: ids of nothing."""
Request = tuple[str, str, dict[str, Any]]
GoodFields = Mapping[str, Mapping[str, Any]]
"""For each of some calls, fields that it takes."""
AT_ONCE: Final = 8
"""Requests at a time."""
TURNS: Final = 3
"""Each value stands alone in every third field of a call, in turn, and in all of them together."""
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
        good: GoodFields | None = None,
    ) -> None:
        """`leave_out` names paths that are not called, such as one that ends the login.

        With `good`, only its calls write, and a malformed field stands among the good ones of its call, so
        that it is all that is wrong.
        """
        described = app.openapi()
        self._schemas: dict[str, Any] = described["components"]["schemas"]
        self._client = client
        self._headers = {**bearer, "content-type": "application/json"}
        self._good = {f"/api/{call}": fields for call, fields in (good or {}).items()}
        paths: dict[str, dict[str, Any]] = {
            path: each for path, each in described["paths"].items() if path not in leave_out
        }
        self._writes = [
            (path, self._fields(each["post"]))
            for path, each in paths.items()
            if "post" in each and (not good or path in self._good)
        ]
        self._asked = [
            (method.upper(), path.format_map(NOWHERE), each["name"])
            for path, operations in paths.items()
            for method, operation in operations.items()
            for each in operation.get("parameters", [])
            if each["in"] == "query" and "/health" not in path
        ]
        self._reads = [path for path, each in paths.items() if "get" in each and "/health" not in path]

    def _fields(self, operation: dict[str, Any]) -> list[str]:
        if "requestBody" not in operation:  # it takes no body
            return []
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        return list(self._schemas[schema["$ref"].rpartition("/")[2]]["properties"])

    async def faults(self, addresses: Collection[str] = ()) -> list[str]:
        """The answers that api.md does not allow, each with its request; empty when there are none.

        `addresses` are further questions, as they stand behind `/api/`.
        """
        turns = asyncio.Semaphore(AT_ONCE)

        async def fault(request: Request) -> str | None:
            method, path, sent = request
            async with turns:
                return await self._fault(method, path, **sent)

        requests = [*self._requests(), *(("GET", f"/api/{each}", {}) for each in addresses)]
        return [found for found in await asyncio.gather(*map(fault, requests)) if found]

    def _requests(self) -> Iterator[Request]:
        for (path, names), (turn, value) in itertools.product(self._writes, enumerate(MALFORMED_VALUES)):
            good = self._good.get(path, {})
            alone = ({**good, name: value} for name in names[turn % TURNS :: TURNS])
            for body in (dict.fromkeys(names, value), *alone):
                yield "POST", path, {"content": json.dumps(body).encode()}
        for (path, good), value in itertools.product(self._good.items(), AMONG_GOOD_ONES):
            for name in good:
                yield "POST", path, {"content": json.dumps({**good, name: value}).encode()}
        for (path, _), body in itertools.product(self._writes, BODIES):
            yield "POST", path, {"content": body}
        for (method, path, name), value in itertools.product(self._asked, QUERIES):
            yield method, path, {"params": {name: value}}
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
