"""Crooked input at every call: the envelope of api.md section 1, never a 5xx, nothing half-written."""

import itertools
import json
from typing import Any

import httpx
import pytest
from chassis.ids import new_id
from embedded.identity_double import Tokens
from notifications.app import create_app
from notifications.settings import NotificationsSettings

pytestmark = pytest.mark.service
CROOKED: tuple[Any, ...] = (
    None,
    "",
    "x",
    "\x00",
    "\ud800",
    "9" * 5000,
    -1,
    10**30,
    1.5,
    True,
    [],
    {},
    [[["deep"]]],
    ["\x00", 7, None],
    {"a": "b"},
    '["half',
    "0199b0f0-0000-7000-8000-000000000000",
)
PATHS: dict[str, dict[str, Any]] = create_app(NotificationsSettings()).openapi()["paths"]
SCHEMAS: dict[str, Any] = create_app(NotificationsSettings()).openapi()["components"]["schemas"]


def fields_of(details: dict[str, Any]) -> list[str]:
    """The names in the body of one call."""
    schema = details["requestBody"]["content"]["application/json"]["schema"]
    return list(SCHEMAS[schema["$ref"].rpartition("/")[2]]["properties"])


WRITES = [(path, fields_of(calls["post"])) for path, calls in PATHS.items() if "post" in calls]
READS = [path for path, calls in PATHS.items() if "get" in calls and "/health" not in path]
NOWHERE = {"postId": "x", "ownerId": "x", "conversationId": "x"}
NAMED = [path for path in READS if "{" in path]


def is_enveloped(answer: httpx.Response) -> bool:
    """Whether this is a refusal, or an answer, as api.md has them."""
    if answer.status_code not in {200, 401, 403, 404, 413, 415, 422}:
        return False
    if not answer.headers["content-type"].startswith("application/json"):
        return True  # the mailbox's page
    body = answer.json()
    return isinstance(body, list) or {"status", "message", "data"} <= set(body)


async def test_no_field_breaks_a_call(client: httpx.AsyncClient, tokens: Tokens) -> None:
    headers = {**tokens.bearer(tokens.account(new_id())), "content-type": "application/json"}
    for (path, names), value in itertools.product(WRITES, CROOKED):
        for body in (dict.fromkeys(names, value), *({name: value} for name in names)):
            answer = await client.post(path, content=json.dumps(body), headers=headers)
            assert is_enveloped(answer), (path, body, answer.status_code)


async def test_no_body_breaks_a_call(client: httpx.AsyncClient, tokens: Tokens) -> None:
    headers = {**tokens.bearer(tokens.account(new_id())), "content-type": "application/json"}
    bodies = (b"", b"{", b"[]", b"7", b'"x"', b"\xff\xfe", b"null", b'{"a":' * 2000)
    for (path, _), body in itertools.product(WRITES, bodies):
        answer = await client.post(path, content=body, headers=headers)
        assert is_enveloped(answer), (path, body[:20], answer.status_code)
        assert answer.json()["status"] is False


async def test_no_query_breaks_a_call(client: httpx.AsyncClient, tokens: Tokens) -> None:
    headers = tokens.bearer(tokens.account(new_id()))
    names = ("limit", "cursor", "category", "tag")
    values = ("", "x", "\x00", "-1", "1e9", "W10", "WzFd", "W251bGxd", "W3t9XQ", "9" * 600, "é")
    for path, name, value in itertools.product(READS, names, values):
        answer = await client.get(path.format_map(NOWHERE), params={name: value}, headers=headers)
        assert is_enveloped(answer), (path, name, value, answer.status_code)


async def test_unknown_ids_break_nothing(client: httpx.AsyncClient, tokens: Tokens) -> None:
    headers = tokens.bearer(tokens.account(new_id()))
    unknown = ("x", new_id(), "%00", "..%2f..", "'", "%F0%9F%92%A9", "9" * 300)
    for path, value in itertools.product(NAMED, unknown):
        answer = await client.get(path.partition("{")[0] + value, headers=headers)
        assert is_enveloped(answer), (path, value, answer.status_code)
