"""Malformed input to every call is answered with the envelope of api.md 1, and never with a 5xx."""

import asyncio
import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from client.api_client import ApiClient, UnexpectedRefusal, read_answer
from client.mailbox_client import MailboxClient
from client.operations import Operation, operations
from client.personas import Client, Guest, Provider, Shop, free_slots, new_email, order_payload
from e2e import only
from e2e.bad_tokens import expired, forged
from jose import jwk
from testkit.environments import Environment

UNKNOWN = "0199c0de-0000-7000-8000-000000000000"
ENDING_CALLS = {"sign_out", "delete_account"}
"""Calls that end the login of the token; the tests leave them out."""
EXPECTED = {200, 401, 403, 404, 413, 415, 429}
VALUES: dict[str, object] = {
    "null": None,
    "number": 7,
    "huge number": 10**40,
    "true": True,
    "object": {"a": {"b": []}},
    "list": [1, [None], {}],
    "empty": "",
    "long": "x" * 100_000,
    "zero byte": "a\0b",
    "lone surrogate": "\ud800",
    "markup": "<script>alert(1)</script>'; DROP TABLE outbox; --",
    "unknown id": UNKNOWN,
    "deep": "[" * 2_000,
    "not a number": "NaN",
}
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "broken": b'{"iv_',
    "list": b"[]",
    "text": b'"x"',
    "null": b"null",
    "binary": b"\xff\xfe\x00",
    "deep": b"[" * 50_000,
    "NaN": b'{"iv_a": NaN}',
}
ALONE = ("object", "zero byte", "lone surrogate", "long", "huge number")
"""The values that a field gets while the other fields are in order."""
TEXTS_FOR_A_PARAMETER = 4
ODD = ("-1", "99999999999999999999", "%00", "2026-02-30", "../..", "ä/ö")
JSON = {"Content-Type": "application/json"}
CONCURRENT = 8
"""The number of concurrent requests."""


@dataclass
class Inspection:
    """Sends requests and records every wrong answer."""

    http: httpx.AsyncClient
    faults: list[str] = field(default_factory=list[str])
    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(CONCURRENT))

    async def send(
        self,
        what: str,
        operation: Operation,
        token: str | None,
        *,
        content: bytes | None = None,
        query: dict[str, str] | None = None,
        value: str = UNKNOWN,
        headers: dict[str, str] | None = None,
        expected: set[int] | None = None,
    ) -> None:
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        async with self.turn:
            response = await self.http.request(
                operation.method,
                operation.address(value),
                content=content,
                params=query,
                headers={**(JSON if content is not None else {}), **bearer, **(headers or {})},
            )
        try:
            answer = read_answer(response)
        except UnexpectedRefusal as problem:
            self.faults.append(f"{operation.call} {what}: no envelope: {problem}")
            return
        if response.status_code not in (expected or EXPECTED):
            self.faults.append(f"{operation.call} {what}: {response.status_code} {answer.message}")
        if response.status_code != 200 and answer.done:
            self.faults.append(f"{operation.call} {what}: {response.status_code} with status true")


def _all() -> list[Operation]:
    return operations()


@pytest.fixture
async def inspection(http: httpx.AsyncClient) -> Inspection:
    return Inspection(http)


@only.embedded
@pytest.mark.usefixtures("shop")
async def test_bodies_that_are_none(inspection: Inspection, provider: Provider) -> None:
    posts = [each for each in _all() if each.method == "POST" and each.call not in ENDING_CALLS]
    await asyncio.gather(
        *(
            inspection.send(f"with {what}", each, provider.token, content=content)
            for each in posts
            for what, content in BODIES.items()
            if content or each.fields
        )
    )
    assert not inspection.faults, "\n".join(inspection.faults)


@pytest.mark.long  # in the gate each service alone is sent more (deploy/tests/test_malformed_input.py)
@only.embedded
@pytest.mark.usefixtures("shop")
async def test_fields_of_every_wrong_kind(inspection: Inspection, provider: Provider) -> None:
    posts = [each for each in _all() if each.method == "POST" and each.call not in ENDING_CALLS]
    await asyncio.gather(*(_wrong_fields(inspection, each, provider.token) for each in posts))
    assert not inspection.faults, "\n".join(inspection.faults)


async def _wrong_fields(inspection: Inspection, operation: Operation, token: str | None) -> None:
    """Send each wrong value in all fields, and one wrong value in each field while the others hold an id.

    The value changes from field to field. deploy/tests/test_malformed_input.py sends each service more.
    """
    for what, value in VALUES.items():
        everything = json.dumps(dict.fromkeys(operation.fields, value)).encode()
        await inspection.send(f"all {what}", operation, token, content=everything)
    for name, what in zip(operation.fields, itertools.cycle(ALONE), strict=False):
        fields = {**dict.fromkeys(operation.fields, UNKNOWN), name: VALUES[what]}
        content = json.dumps(fields).encode()
        await inspection.send(f"{name} {what}", operation, token, content=content)


@pytest.mark.long
@only.embedded
@pytest.mark.usefixtures("shop")
async def test_queries_and_paths_of_every_wrong_kind(inspection: Inspection, provider: Provider) -> None:
    gets = [each for each in _all() if each.method == "GET" and each.call not in ENDING_CALLS]
    texts = [value for value in VALUES.values() if isinstance(value, str) and value.isprintable()]
    texts = [*(text[:2_000] for text in texts), *ODD]
    turns = itertools.cycle(texts)
    jobs = [
        inspection.send(f"{name}={text[:20]}", each, provider.token, query={name: text})
        for each in gets
        for name in (*each.query, "limit", "cursor")
        for text in itertools.islice(turns, TEXTS_FOR_A_PARAMETER)
    ]
    jobs += [
        inspection.send(f"path {text[:20]}", each, provider.token, value=text.replace("/", "%2F"))
        for each in gets
        if each.values
        for text in texts
        if text
    ]
    await asyncio.gather(*jobs)
    assert not inspection.faults, "\n".join(inspection.faults)


@only.embedded
async def test_bodies_of_the_wrong_kind_or_size(inspection: Inspection, provider: Provider) -> None:
    posts = [
        each for each in _all() if each.method == "POST" and each.fields and each.call not in ENDING_CALLS
    ]
    plain = {"Content-Type": "text/plain"}
    await asyncio.gather(
        *(
            inspection.send("as text", each, provider.token, content=b"{}", headers=plain, expected={415})
            for each in posts
        )
    )
    mild = next(each for each in _all() if each.call == "update_account_skills")
    await inspection.send("2 MB", mild, provider.token, content=b" " * 2_000_000, expected={413})
    assert not inspection.faults, "\n".join(inspection.faults)


@only.embedded
async def test_tokens_that_open_nothing(
    inspection: Inspection,
    environment: Environment,
    own_folder: Path,
    http: httpx.AsyncClient,
    client: Client,
    guest: Guest,
) -> None:
    assert client.token
    assert guest.token
    folder = own_folder / environment.name
    key_set = _key_set(folder)
    bad = {what: (token, 401) for what, token in forged(client.token, key_set).items()}
    bad["expired"] = (expired(client.token, folder / "keys" / "signing.pem"), 422)
    known = _all()
    answers = await asyncio.gather(*(_needs_token(inspection, each) for each in known))
    closed = [each for each, needs in zip(known, answers, strict=True) if needs]
    assert len(closed) > 30
    await asyncio.gather(
        *(
            inspection.send(what, each, token, content=_empty_body(each), expected={status})
            for each in closed
            for what, (token, status) in bad.items()
        )
    )
    assert not inspection.faults, "\n".join(inspection.faults)


@only.embedded
async def test_a_guest_is_no_account(inspection: Inspection, http: httpx.AsyncClient, guest: Guest) -> None:
    for_accounts = ["update_profile_info", "update_account_services", "get_user_alerts", "change_password"]
    for each in [each for each in _all() if each.call in for_accounts]:
        await inspection.send("as guest", each, guest.token, content=_empty_body(each), expected={401})
    assert not inspection.faults, "\n".join(inspection.faults)


@only.embedded
async def test_what_belongs_to_others_stays_theirs(
    http: httpx.AsyncClient, postbox: MailboxClient, provider: Provider, shop: Shop, client: Client
) -> None:
    slots = await free_slots(client, shop)
    order = str((await client.book(shop, slots[:1])).part("booking_data")["order_id"])
    stranger = Provider(http, "Eve Stranger", new_email("eve"))
    await stranger.join(postbox)
    await stranger.open_shop()
    assert (await stranger.respond(order, "accepted")).http in {403, 404}
    taken = await stranger.post(
        "archive_delete_account_services", iv_service_id=shop.service_id, iv_request_type="service_delete"
    )
    assert taken.http in {403, 404}
    assert (await stranger.get(f"get_guest_booking/{order}")).http in {401, 403, 404}
    assert [row["request_status"] for row in await provider.bookings("order")] == ["pending"]


@only.embedded
async def test_nothing_is_half_written(provider: Provider, shop: Shop, client: Client) -> None:
    before = await _public(client, shop)
    for wrong in _spoiled_profiles():
        assert not (await provider.post("update_profile_info", **wrong)).done
    order = order_payload(shop, (await free_slots(client, shop))[:1], client)
    for name, value in (
        ("iv_service_list", f'["{UNKNOWN}"]'),
        ("iv_session_list", "[{}]"),
        ("iv_brief", "x" * 501),
    ):
        answer = await client.post("create_appointment_order", **{**order, name: value})
        assert not answer.done, name
    assert await _public(client, shop) == before
    assert not await provider.bookings("order")


def _spoiled_profiles() -> Iterator[dict[str, str]]:
    yield {"iv_expertise": "New words", "iv_bio": "x" * 501}
    yield {"iv_bio": "New words"}


async def _public(caller: ApiClient, shop: Shop) -> tuple[dict[str, object], int]:
    profile = await caller.must_get("get_provider_profile", username=shop.username)
    return profile.part("account_data"), len(await free_slots(caller, shop))


async def _needs_token(inspection: Inspection, operation: Operation) -> bool:
    content = _empty_body(operation)
    async with inspection.turn:
        response = await inspection.http.request(
            operation.method, operation.address(UNKNOWN), content=content, headers=JSON if content else {}
        )
    return response.status_code == 401


def _empty_body(operation: Operation) -> bytes | None:
    return b"{}" if operation.method == "POST" else None


def _key_set(folder: Path) -> dict[str, object]:
    """The public key of the system, which a forger can get."""
    private = (folder / "keys" / "signing.pem").read_text()
    return {"keys": [jwk.construct(private, "ES256").public_key().to_dict()]}
