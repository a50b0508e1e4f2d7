"""Guests: the mailed code, its limits, and the guest token."""

import asyncio
import hashlib
from datetime import timedelta

import httpx
import pytest
from contracts.events.identity import GuestCodeIssued, MailRequested
from jose import jwt
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import MovableClock, SignUp, bearer

pytestmark = pytest.mark.service
OLU = {"iv_name": "Olu Adebayo", "iv_email": "Olu@Example.com"}


async def test_a_guest_gets_a_token_and_a_mailed_code(
    client: httpx.AsyncClient, published: EventRecorder, clock: MovableClock
) -> None:
    body = (await client.post("/api/verify_guest_credentials", json=OLU)).json()
    assert body["status"]
    token = body["data"]["access_token"]
    claims = jwt.get_unverified_claims(token)
    mail, issued = await published.first(MailRequested), await published.first(GuestCodeIssued)
    assert (claims["typ"], claims["name"], claims["email"]) == ("guest", "Olu Adebayo", "olu@example.com")
    assert claims["exp"] - claims["iat"] == 2 * 3600
    assert (mail.kind, mail.to) == ("guest_code", "olu@example.com")
    assert mail.code
    assert mail.code not in body["message"]["main_msg"] + token
    assert issued.guest_id == claims["sub"]
    assert issued.code_hash == hashlib.sha256(f"{issued.guest_id}:{mail.code}".encode()).hexdigest()
    assert abs(issued.expires_at - clock() - timedelta(minutes=10)) < timedelta(seconds=5)


async def test_a_guest_is_no_account(client: httpx.AsyncClient) -> None:
    token = (await client.post("/api/verify_guest_credentials", json=OLU)).json()["data"]["access_token"]
    answer = await client.get("/api/check_active_login", headers=bearer(token))
    assert answer.status_code == 401


async def test_a_guest_may_use_the_address_of_an_account(sign_up: SignUp, client: httpx.AsyncClient) -> None:
    await sign_up("olu@example.com")
    assert (await client.post("/api/verify_guest_credentials", json=OLU)).json()["status"]


@pytest.mark.parametrize(
    ("field", "value"), [("iv_name", "ab"), ("iv_name", "<i>"), ("iv_email", "x@"), ("iv_email", None)]
)
async def test_a_bad_field_is_named(client: httpx.AsyncClient, field: str, value: object) -> None:
    body = (await client.post("/api/verify_guest_credentials", json={**OLU, field: value})).json()
    assert set(body["message"]["iv_msg"]) == {field}


@pytest.mark.usefixtures("large_pool")
async def test_an_address_cannot_be_bombed_with_codes(
    client: httpx.AsyncClient, published: EventRecorder, clock: MovableClock
) -> None:
    answers = await asyncio.gather(
        *(
            client.post("/api/verify_guest_credentials", json={**OLU, "iv_name": f"Olu {letter * 3}"})
            for letter in "abcdefghijkl"
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [429] * 7
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert 0 < int(refused.headers["Retry-After"]) <= 600
    assert len(await published.wait_for(MailRequested, 5)) == 5
    other = await client.post(
        "/api/verify_guest_credentials", json={**OLU, "iv_email": "somebody@example.com"}
    )
    assert other.status_code == 200
    statuses: list[int] = []
    for _ in range(16):
        clock.pass_by(timedelta(minutes=10))
        statuses.append((await client.post("/api/verify_guest_credentials", json=OLU)).status_code)
    assert statuses == [200] * 15 + [429], "twenty in a day"
