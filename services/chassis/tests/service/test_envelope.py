"""Every answer has the envelope of api.md 1, and a failed request leaves nothing half-done."""

from typing import Annotated

import httpx
import pytest
from chassis import errors
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus.local import LocalBus
from chassis.clock import Clock
from chassis.db import Database
from chassis.http.callers import Account, Anyone, Guest
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done, refuse, refuse_fields
from chassis.http.paging import PageQuery, cursor_of
from chassis.settings import ServiceSettings
from contracts.zones import EDITION
from fastapi import APIRouter, FastAPI
from jose import jwt
from pydantic import BaseModel, Field
from sqlalchemy import text
from structlog.testing import capture_logs
from testkit import operators
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import ServiceApp

pytestmark = pytest.mark.service
router = APIRouter(prefix="/api")


class Wanted(BaseModel):
    """A request."""

    iv_name: Annotated[str, Field(min_length=2, max_length=5)]
    iv_count: int = 0


@router.post("/write")
async def write(wanted: Wanted, tx: Writing) -> Answer[str]:
    """Write, then perhaps refuse or fail."""
    await tx.session.execute(
        text("INSERT INTO entry (account_id, revision) VALUES (:name, :count)"),
        {"name": wanted.iv_name, "count": wanted.iv_count},
    )
    match wanted.iv_name:
        case "rule":
            raise refuse("Not today.", iv_name="Another one, please.")
        case "field":
            raise refuse_fields(iv_name="Taken.")
        case "owner":
            raise errors.Forbidden("Not yours.")
        case "none":
            raise errors.NotFound
        case "often":
            raise errors.TooMany("Slowly.", retry_after=7)
        case "bug":
            raise ZeroDivisionError("the secret is 42")
        case _:
            return done(wanted.iv_name, "Written.")


@router.get("/mine")
async def mine(caller: Account) -> Answer[str]:
    """For accounts."""
    return done(caller.id)


@router.get("/guests")
async def guests(caller: Guest) -> Answer[str]:
    """For guests."""
    return done(f"{caller.id} {caller.name} {caller.email}")


@router.get("/open")
async def everyone(caller: Anyone, clock: Clock) -> Answer[str]:
    """For everyone."""
    return done(caller.id if caller else clock().isoformat())


@router.get("/numbers")
async def numbers(page: PageQuery, tx: Reading) -> Answer[list[int]]:
    """A list in pages."""
    after = int(page.after[0]) if page.after else 0
    limits = {"after": after, "limit": page.limit}
    rows = await tx.session.scalars(
        text("SELECT n FROM generate_series(1, 300) AS n WHERE n > :after ORDER BY n LIMIT :limit"), limits
    )
    return done(list(rows.all()))


def create_app(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
    """A service with a call of each kind."""
    return create_service(ServiceDefinition("sample", settings, routers=[router]), wiring or Wiring())


@pytest.fixture
async def client(service_app: ServiceApp, database: Database) -> httpx.AsyncClient:
    """The service's front door."""
    return await service_app(create_app, ServiceSettings(database_url=database.url))


def check_envelope(answer: httpx.Response) -> None:
    """Exactly the envelope's shape."""
    body = answer.json()
    assert body.keys() == {"status", "message", "data"}
    assert body["message"].keys() == {"main_msg", "iv_msg"}
    assert answer.headers["content-type"].startswith("application/json")
    if body["status"] is False:
        assert body["message"]["main_msg"]
        assert body["data"] is None


async def written(database: Database) -> int:
    """How many rows were committed."""
    async with database.reading() as tx:
        return await tx.session.scalar(text("SELECT count(*) FROM entry")) or 0


@pytest.mark.parametrize(
    ("name", "status"),
    [("rule", 200), ("field", 200), ("owner", 403), ("none", 404), ("often", 429), ("bug", 500)],
)
async def test_what_is_refused_is_said_in_the_envelope_and_undone(
    client: httpx.AsyncClient, database: Database, name: str, status: int
) -> None:
    answer = await client.post("/api/write", json={"iv_name": name})
    assert answer.status_code == status
    check_envelope(answer)
    assert answer.json()["status"] is False
    assert "42" not in answer.text
    assert ("retry-after" in answer.headers) is (name == "often")
    assert await written(database) == 0
    fine = await client.post("/api/write", json={"iv_name": "fine"})
    assert fine.json() == {"status": True, "message": {"main_msg": "Written.", "iv_msg": {}}, "data": "fine"}
    assert await written(database) == 1


async def test_a_failure_is_logged_with_the_id_of_its_request(client: httpx.AsyncClient) -> None:
    headers = {"X-Request-Id": "one-of-many"}
    with capture_logs() as logs:
        await client.post("/api/write", json={"iv_name": "bug"}, headers=headers)
        await client.post("/api/write", json={"iv_name": "rule"}, headers=headers)
    (failure,) = [line for line in logs if line["event"] == "request failed"]
    assert (failure["request_id"], failure["path"]) == ("one-of-many", "/api/write")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"{", None),
        (b"", None),
        (b"[]", None),
        (b'"text"', None),
        (b"\xff\xfe", None),
        (b"{}", "iv_name"),
        (b'{"iv_name": null}', "iv_name"),
        (b'{"iv_name": 7}', "iv_name"),
        (b'{"iv_name": "far too long"}', "iv_name"),
        (b'{"iv_name": "x"}', "iv_name"),
        (b'{"iv_name": "fine", "iv_count": "many"}', "iv_count"),
        (b'{"iv_name": "fine", "iv_count": 1e400}', None),
        (b'{"iv_name": "fine", "iv_count": 99999999999}', None),
        (b'{"iv_name": "a\\u0000b"}', None),
        (b'{"iv_name": "\\ud800x"}', None),
        (b"[" * 5000, None),
    ],
)
async def test_bad_input_is_a_refusal_that_names_the_field(
    client: httpx.AsyncClient, database: Database, body: bytes, field: str | None
) -> None:
    answer = await client.post("/api/write", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 200
    check_envelope(answer)
    assert answer.json()["status"] is False
    if field:
        assert answer.json()["message"]["iv_msg"].keys() == {field}
    assert await written(database) == 0


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/"), ("GET", "/api/nothing"), ("GET", "/api/write"), ("DELETE", "/api/mine")],
)
async def test_an_unknown_call_is_not_found(client: httpx.AsyncClient, method: str, path: str) -> None:
    answer = await client.request(method, path)
    assert answer.status_code == 404
    check_envelope(answer)


async def test_pages_follow_each_other_and_foreign_cursors_are_refused(client: httpx.AsyncClient) -> None:
    first = (await client.get("/api/numbers")).json()["data"]
    assert first == list(range(1, 21))
    following = await client.get("/api/numbers", params={"cursor": cursor_of(20), "limit": 100})
    assert following.json()["data"] == list(range(21, 121))
    for params in ({"limit": 0}, {"limit": 101}, {"limit": "x"}, {"cursor": "!"}, {"cursor": "e30"}):
        refused = await client.get("/api/numbers", params=params)
        assert refused.status_code == 200
        check_envelope(refused)
        assert refused.json()["status"] is False


async def test_each_kind_of_caller_gets_in_where_it_may(client: httpx.AsyncClient, tokens: Tokens) -> None:
    account = tokens.bearer(tokens.account("ada"))
    guest = tokens.bearer(tokens.guest("g1", "Gus", "gus@example.org"))
    assert (await client.get("/api/mine", headers=account)).json()["data"] == "ada"
    assert (await client.get("/api/guests", headers=guest)).json()["data"] == "g1 Gus gus@example.org"
    assert (await client.get("/api/open")).json()["data"].endswith("+00:00")
    assert (await client.get("/api/open", headers=account)).json()["data"] == "ada"
    for path, headers in (("mine", guest), ("guests", account), ("mine", {}), ("guests", {})):
        answer = await client.get(f"/api/{path}", headers=headers)
        assert answer.status_code == 401
        check_envelope(answer)


async def test_forged_and_malformed_tokens_are_401_and_only_an_ended_login_is_422(
    client: httpx.AsyncClient, tokens: Tokens
) -> None:
    good = tokens.account("ada")
    head, body, signature = good.split(".")
    claims = jwt.get_unverified_claims(good)
    other = Tokens()
    foreign = jwt.encode(claims, other.private_pem, algorithm="ES256", headers={"kid": tokens.kid})
    hmac = jwt.encode(claims, str(tokens.key_set), algorithm="HS256", headers={"kid": tokens.kid})
    unsigned = jwt.get_unverified_header(good) | {"alg": "none"}
    bad = [
        "x",
        "a.b.c",
        f"{head}.{body}.",
        f"{head}.{body}.{signature[:-6]}AAAAAA",
        other.account("ada"),
        foreign,
        hmac,
        jwt.encode(claims, "secret", algorithm="HS256", headers=unsigned | {"alg": "HS256"}),
        tokens.signed({"sub": "ada", "typ": "admin", "lid": "l"}),
        tokens.signed({"typ": "account", "lid": "l"}),
        tokens.signed({"sub": "ada", "typ": "account"}),
        tokens.signed({"sub": "ada", "typ": "account", "lid": "l", "iss": "somebody"}),
        tokens.signed({"sub": "ada", "typ": "account", "lid": "l", "exp": "32503680000"}),
    ]
    for token in bad:
        answer = await client.get("/api/mine", headers=tokens.bearer(token))
        assert answer.status_code == 401, token
        check_envelope(answer)
    assert (await client.get("/api/mine", headers={"Authorization": "Basic YTpi"})).status_code == 401
    expired = await client.get("/api/mine", headers=tokens.bearer(tokens.account("ada", lives=-5)))
    assert expired.status_code == 422
    check_envelope(expired)


async def test_without_identity_nobody_is_taken_for_a_stranger(database: Database, tokens: Tokens) -> None:
    def away(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("away", request=request)

    wiring = Wiring(bus=LocalBus(), transport=httpx.MockTransport(away))
    app = create_app(ServiceSettings(database_url=database.url), wiring)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://service.test") as client:
            answer = await client.get("/api/mine", headers=tokens.bearer(tokens.account("ada")))
            assert answer.status_code == 503
            check_envelope(answer)
            assert (await client.get("/api/open")).status_code == 200


async def test_probes_tell_a_process_that_lives_from_one_that_can_serve(
    client: httpx.AsyncClient, database: Database, tokens: Tokens
) -> None:
    assert (await client.get("/health/live")).status_code == 200
    assert (await client.get("/health/ready")).status_code == 200
    nowhere = database.url.rsplit("/", 1)[0] + "/no_such_database"
    wiring = Wiring(bus=LocalBus(), transport=tokens.transport)
    app = create_app(ServiceSettings(database_url=nowhere), wiring)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://service.test") as lost:
            assert (await lost.get("/health/live")).status_code == 200
            ready = await lost.get("/health/ready")
            assert (ready.status_code, ready.json()) == (503, {"ready": False})
            told = await operators.read(app.state.operations, "/health/ready")
            assert (told.status_code, told.json()) == (
                503,
                {
                    "ready": False,
                    "stopping": False,
                    "time_zones": EDITION,
                    "needs": {"database": False, "schema": True, "keys": True},
                    "degraded": [],
                    "details": {},
                },
            )
            answer = await lost.post("/api/write", json={"iv_name": "fine"})
            assert answer.status_code in {500, 503}
            check_envelope(answer)
