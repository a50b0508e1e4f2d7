"""Requests that hide whom they guess at from the limit that counts it: in other fields, or in odd JSON."""

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from gateway.app import create_app
from gateway.settings import GatewaySettings
from testkit.fake_identity import Tokens

TRIES: Final = 15
ALLOWED: Final = 10
"""Tries at one account or link, of one address in a minute."""
Fields = dict[str, Any]
ODD: Final[dict[str, Callable[[Fields], bytes]]] = {
    "nan": lambda fields: json.dumps(fields | {"x": float("nan")}).encode(),
    "surrogate": lambda fields: json.dumps(fields | {"x": "\ud800"}).encode(),
    "huge": lambda fields: json.dumps(fields | {"x": 10**400}).encode(),
    "utf-16": lambda fields: json.dumps(fields).encode("utf-16"),
    "utf-32": lambda fields: json.dumps(fields).encode("utf-32-be"),
    "escape": lambda fields: json.dumps(fields).replace("zoe", "zo\\u0065").encode(),
    "twice": lambda fields: ('{"iv_email":"a",' + json.dumps(fields)[1:]).encode(),
}
"""How a body may be written that names one account; services read each."""


@pytest.fixture
async def gateway(tokens: Tokens, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A gateway with its usual limits; no service answers behind it."""
    settings = GatewaySettings(web_dist=tmp_path, access_log_share=0, rate_limit_scale=1)
    app = create_app(settings, Wiring(bus=LocalBus(), transport=tokens.transport))
    async with app.running():
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://gateway.test") as client:
            yield client


async def passed(gateway: httpx.AsyncClient, call: str, bodies: list[bytes]) -> int:
    """How many of these bodies get past the limit."""
    headers = {"content-type": "application/json"}
    answers = [await gateway.post(f"/api/{call}", content=body, headers=headers) for body in bodies]
    assert all(answer.status_code != 500 for answer in answers)
    return sum(answer.status_code != 429 for answer in answers)


@pytest.mark.parametrize(
    ("call", "guessed"),
    [
        ("reset_password", {"iv_token": "T", "iv_password": "x"}),
        ("get_guest_data", {"iv_order_id": "o", "iv_key": "k"}),
        ("sign_in", {"iv_email": "zoe@example.org"}),
    ],
)
@pytest.mark.parametrize("added", ["iv_email", "iv_token", "iv_order_id", "iv_name"])
async def test_a_further_field_is_no_other_subject(
    gateway: httpx.AsyncClient, call: str, guessed: Fields, added: str
) -> None:
    bodies = [json.dumps({added: f"a{n}@example.org", **guessed}).encode() for n in range(TRIES)]
    assert await passed(gateway, call, bodies) == ALLOWED


@pytest.mark.parametrize("written", ODD, ids=ODD)
async def test_odd_json_has_the_subject_that_services_read(gateway: httpx.AsyncClient, written: str) -> None:
    fields: list[Fields] = [{"iv_email": "zoe@example.org", "iv_password": str(n)} for n in range(TRIES)]
    assert await passed(gateway, "sign_in", [ODD[written](each) for each in fields]) == ALLOWED


async def test_what_nobody_can_read_breaks_nothing(gateway: httpx.AsyncClient) -> None:
    odd = [b"[" * 50_000, b'{"iv_email":' * 9_000, b'{"iv_email":"\\ud800"}', b"\xff", b'{"iv_email":["a"]}']
    assert await passed(gateway, "sign_in", odd) == len(odd)
