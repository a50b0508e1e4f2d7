"""Logins: refresh, list, end, and reuse of an old refresh token."""

import asyncio
import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.http.callers import AUDIENCE
from chassis.key_files import new_private_pem
from contracts.events.identity import LoginEnded
from contracts.session_data import SessionData
from cryptography.hazmat.primitives import hashes, hmac, serialization
from identity.app import create_app
from identity.tokens.keys import key_ring
from identity.tokens.signing import LoginClaims, TokenSigner
from jose import jwt
from testkit.event_recorder import EventRecorder
from testkit.pytest_plugin import ServiceApp

from services.identity.tests.conftest import (
    PASSWORD,
    SIGNING_PEM,
    MovableClock,
    Person,
    SignUp,
    bearer,
    instant,
    settings_for,
)

pytestmark = pytest.mark.service
RING = key_ring(settings_for("postgresql://unused"))
SIGNED_IN_CALLS = [
    ("GET", "/api/check_active_login"),
    ("GET", "/api/sign_out"),
    ("GET", "/api/get_active_logins"),
    ("POST", "/api/end_login"),
    ("POST", "/api/end_other_logins"),
    ("POST", "/api/change_password"),
    ("POST", "/api/delete_account"),
    ("POST", "/api/update_username"),
    ("POST", "/api/update_starter_preferences"),
    ("POST", "/api/resend_confirm_account"),
    ("GET", "/api/get_notification_preferences"),
    ("POST", "/api/update_notification_preferences"),
    ("GET", "/internal/session_data"),
    ("GET", "/internal/export"),
]


def _claims(person: Person, **more: Any) -> dict[str, Any]:
    now = int(time.time())
    claims = {
        "iss": "openhours",
        "aud": AUDIENCE,
        "sub": person.id,
        "typ": "account",
        "lid": person.session["authId"],
        "iat": now,
        "exp": now + 3600,
    }
    return {**claims, **more}


def _signed(claims: dict[str, Any], pem: str = SIGNING_PEM, **headers: str) -> str:
    return jwt.encode(claims, pem, algorithm="ES256", headers={"kid": RING.kid, **headers})


def _b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _by_hand(header: dict[str, str], claims: dict[str, Any], sign: Callable[[bytes], bytes]) -> str:
    body = f"{_b64(json.dumps(header).encode())}.{_b64(json.dumps(claims).encode())}"
    return f"{body}.{_b64(sign(body.encode()))}"


def _public_pem() -> bytes:
    key = serialization.load_pem_private_key(SIGNING_PEM.encode(), password=None).public_key()
    return key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def _hs256(body: bytes) -> bytes:
    mac = hmac.HMAC(_public_pem(), hashes.SHA256())
    mac.update(body)
    return mac.finalize()


def _without(claims: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in claims.items() if key != name}


BAD_TOKENS: dict[str, tuple[int, Callable[[Person], str]]] = {
    "none": (401, lambda p: _by_hand({"alg": "none", "kid": RING.kid}, _claims(p), lambda _: b"")),
    "None": (401, lambda p: _by_hand({"alg": "None", "kid": RING.kid}, _claims(p), lambda _: b"")),
    "HS256 with the public key": (
        401,
        lambda p: _by_hand({"alg": "HS256", "kid": RING.kid, "typ": "JWT"}, _claims(p), _hs256),
    ),
    "ES256 with an HMAC": (
        401,
        lambda p: _by_hand({"alg": "ES256", "kid": RING.kid, "typ": "JWT"}, _claims(p), _hs256),
    ),
    "foreign kid": (401, lambda p: _signed(_claims(p), new_private_pem(), kid="foreign")),
    "foreign key under our kid": (401, lambda p: _signed(_claims(p), new_private_pem())),
    "no kid": (401, lambda p: jwt.encode(_claims(p), SIGNING_PEM, algorithm="ES256")),
    "foreign audience": (401, lambda p: _signed(_claims(p, aud="openhours-mail"))),
    "without audience": (401, lambda p: _signed(_without(_claims(p), "aud"))),
    "for too long": (401, lambda p: _signed(_claims(p, exp=int(time.time()) + 48 * 3600 + 1))),
    "foreign issuer": (401, lambda p: _signed(_claims(p, iss="elsewhere"))),
    "unknown kind": (401, lambda p: _signed(_claims(p, typ="admin"))),
    "without login": (401, lambda p: _signed(_without(_claims(p), "lid"))),
    "without expiry": (401, lambda p: _signed(_without(_claims(p), "exp"))),
    "without subject": (401, lambda p: _signed(_without(_claims(p), "sub"))),
    "a guest's": (401, lambda p: _signed(_claims(p, typ="guest", name="Olu", email="o@example.com"))),
    "broken": (401, lambda p: p.token[:-4] + "AAAA"),
    "no token at all": (401, lambda _: "nonsense"),
    "two parts": (401, lambda p: p.token.rpartition(".")[0]),
    "expired": (422, lambda p: _signed(_claims(p, exp=int(time.time()) - 1))),
    "of an unknown login": (422, lambda p: _signed(_claims(p, lid="unknown"))),
    "of another's login": (422, lambda p: _signed(_claims(p, sub="somebody else"))),
}


async def test_no_call_takes_a_bad_token(sign_up: SignUp, client: httpx.AsyncClient) -> None:
    person = await sign_up()
    for kind, (status, forge) in BAD_TOKENS.items():
        token = forge(person)
        for method, path in SIGNED_IN_CALLS:
            answer = await client.request(method, path, json={}, headers=bearer(token))
            assert answer.status_code == status, (kind, path, answer.text)
            assert answer.json()["status"] is False
    assert (await person.get("/api/check_active_login")).status_code == 200


async def test_no_call_goes_without_a_token(client: httpx.AsyncClient) -> None:
    for headers in ({}, {"Authorization": "Basic bm9ib2R5"}, {"Authorization": "Bearer "}):
        for method, path in SIGNED_IN_CALLS:
            answer = await client.request(method, path, json={}, headers=headers)
            assert answer.status_code == 401, path


async def test_checking_prolongs_the_login(sign_up: SignUp, clock: MovableClock) -> None:
    person = await sign_up()
    clock.pass_by(timedelta(hours=24))
    data = (await person.get("/api/check_active_login")).json()["data"]
    fresh, session = data["refreshed_access_token"], SessionData.model_validate(data["session_data"])
    assert session.accessToken == fresh["access_token"] != person.token
    gained = instant(fresh["access_token_expiry"]) - instant(person.session["accessTokenExpiry"])
    assert abs(gained - timedelta(hours=24)) < timedelta(seconds=5)
    assert session.authId == person.session["authId"]


async def test_checking_prolongs_no_other_login(
    sign_up: SignUp, client: httpx.AsyncClient, clock: MovableClock
) -> None:
    clock.stand_still()
    person = await sign_up("nadia@example.com")
    clock.pass_by(timedelta(hours=1))
    await client.post("/api/sign_in", json={"iv_email": person.email, "iv_password": PASSWORD})
    clock.pass_by(timedelta(hours=24))
    # Also prolongs the login, and lets its owner see the export.
    stepped_up = (await person.post("step_up", iv_password=PASSWORD)).json()["data"]
    person.token = stepped_up["refreshed_access_token"]["access_token"]
    first, second = (await person.get("/internal/export")).json()["data"]["logins"]
    assert instant(first["expires_at"]) - instant(second["expires_at"]) == timedelta(hours=24)


async def test_signing_out_ends_every_token_of_the_login_and_no_other_login(
    sign_up: SignUp, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    person = await sign_up("nadia@example.com")
    pair = {"iv_email": person.email, "iv_password": PASSWORD}
    other = (await client.post("/api/sign_in", json=pair)).json()["data"]
    refreshed = (await person.get("/api/check_active_login")).json()["data"]["refreshed_access_token"]
    assert (await person.get("/api/sign_out")).json()["status"]
    for token in (person.token, refreshed["access_token"]):
        assert (await client.get("/api/check_active_login", headers=bearer(token))).status_code == 422
    assert (
        await client.get("/internal/session_data", headers=bearer(other["access_token"]))
    ).status_code == 200
    ended = await published.first(LoginEnded)
    assert (ended.account_id, ended.login_id) == (person.id, person.session["authId"])
    assert abs(ended.expires_at - instant(refreshed["access_token_expiry"])) < timedelta(seconds=1)
    listed = (await client.get("/internal/ended_logins")).json()["data"]["ended_logins"]
    assert [login["login_id"] for login in listed] == [person.session["authId"]]


@pytest.mark.usefixtures("large_pool")
async def test_checking_and_signing_out_at_once_leave_no_token_that_outlives_the_news(
    sign_up: SignUp, published: EventRecorder, client: httpx.AsyncClient
) -> None:
    people = [await sign_up() for _ in range(5)]
    for person in people:
        answers = await asyncio.gather(
            *(person.get("/api/check_active_login") for _ in range(3)),
            person.get("/api/sign_out"),
            *(person.get("/api/check_active_login") for _ in range(3)),
        )
        assert {answer.status_code for answer in answers} <= {200, 422}
        [ended] = [
            event
            for event in await published.wait_for(LoginEnded, people.index(person) + 1)
            if event.account_id == person.id
        ]
        for answer in answers:
            token = (answer.json()["data"] or {}).get("refreshed_access_token")
            if token:
                assert instant(token["access_token_expiry"]) <= ended.expires_at
                refused = await client.get("/api/check_active_login", headers=bearer(token["access_token"]))
                assert refused.status_code == 422


async def test_a_check_that_comes_late_does_not_shorten_the_login(
    sign_up: SignUp, published: EventRecorder, clock: MovableClock
) -> None:
    person = await sign_up()
    clock.stand_still()
    clock.pass_by(timedelta(minutes=5))
    newest = (await person.get("/api/check_active_login")).json()["data"]["refreshed_access_token"]
    clock.pass_by(timedelta(seconds=-2))
    assert (await person.get("/api/check_active_login?timezone=Asia/Tokyo")).status_code == 200
    await person.get("/api/sign_out")
    ended = await published.first(LoginEnded)
    assert instant(newest["access_token_expiry"]) <= ended.expires_at


async def test_session_data_shows_the_token_that_was_sent(sign_up: SignUp) -> None:
    person = await sign_up()
    shown = (await person.get("/internal/session_data")).json()["data"]["session_data"]
    assert shown == person.session


async def test_keys_are_published_as_the_standard_has_them(
    sign_up: SignUp, client: httpx.AsyncClient
) -> None:
    person = await sign_up()
    answer = await client.get("/.well-known/jwks.json")
    keys = {key["kid"]: key for key in answer.json()["keys"]}
    header = jwt.get_unverified_header(person.token)
    assert header["alg"] == "ES256"
    key = keys[header["kid"]]
    claims = jwt.decode(person.token, key, algorithms=["ES256"], audience=AUDIENCE, issuer="openhours")
    assert claims["exp"] - claims["iat"] == 48 * 3600
    assert set(claims) == {"sub", "typ", "lid", "gen", "auth_time", "iss", "aud", "iat", "exp"}
    assert "max-age" in answer.headers["cache-control"]


async def test_a_token_of_the_former_key_holds_while_that_key_is_published(
    service_app: ServiceApp, database_url: str
) -> None:
    former_pem = new_private_pem()
    former = TokenSigner(key_ring(settings_for(database_url, signing_pem=former_pem)))
    client = await service_app(create_app, settings_for(database_url, published_pem=former_pem))
    signed_up = await client.post(
        "/api/sign_up",
        json={"iv_name": "Nadia", "iv_email": "n@example.com", "iv_password": PASSWORD},
    )
    session = signed_up.json()["data"]["session_data"]
    now, login = utc_now(), LoginClaims(session["authId"])
    expires_at = now + timedelta(hours=1)
    token = former.for_account(session["ownerId"], login, expires_at=expires_at, now=now).token
    answer = await client.get("/api/check_active_login", headers=bearer(token))
    assert answer.status_code == 200
    fresh = answer.json()["data"]["refreshed_access_token"]["access_token"]
    assert jwt.get_unverified_header(fresh)["kid"] == RING.kid
