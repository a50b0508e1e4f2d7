"""What a route passes to its endpoint, in which order it refuses, and how a path finds its route."""

from typing import Annotated

import httpx
import pytest
from chassis.app import ServiceDefinition, Wiring, create_service
from chassis.bus.local import LocalBus
from chassis.clock import Clock
from chassis.db import Database
from chassis.http.callers import Account, Anyone, Staff
from chassis.http.dependencies import Reading
from chassis.http.envelope import Answer, JsonResponse, done, refuse
from chassis.http.paging import PageQuery, cursor_of
from chassis.http.raw_route import RawWriteRoute, UncheckedBody
from chassis.http.route import Route
from chassis.settings import ServiceSettings
from fastapi import APIRouter, FastAPI, Query, Request, Response
from pydantic import BaseModel
from sqlalchemy.pool import QueuePool
from testkit import operators
from testkit.fake_identity import Tokens

pytestmark = pytest.mark.service
router = APIRouter(prefix="/api", route_class=Route)


@router.get("/entries/{shelf}")
async def entries(
    shelf: int, caller: Account, tx: Reading, page: PageQuery, q: str = ""
) -> Answer[list[str]]:
    """Who reads, what is asked for, and what the database says."""
    driver = await tx.driver()
    found = await driver.fetchval("SELECT 'read'")
    return done([caller.id, str(shelf), str(page.limit), page.after_id, q, str(found)])


@router.get("/failing")
async def failing(_caller: Account, tx: Reading) -> Answer[str]:
    """Take a connection, then fail."""
    await tx.driver()
    raise RuntimeError


@router.get("/clock")
async def clock_of(caller: Anyone, clock: Clock) -> Answer[list[str]]:
    """A dependency without a connection."""
    return done([caller.id if caller else "", str(clock().tzinfo)])


@router.get("/agent")
async def agent(sent: Request, caller: Account, tx: Reading, page: PageQuery) -> Answer[list[str]]:
    """A dependency that takes the request."""
    return done([caller.id, sent.headers["user-agent"], str(page.limit), str(tx.span)])


@router.get("/of_the_staff")
async def of_the_staff(caller: Staff) -> Answer[str]:
    """A dependency with a dependency of its own."""
    return done(caller.id)


@router.get("/entries/{shelf}/newest")
async def newest(shelf: str) -> Answer[str]:
    """A path that begins as another one."""
    return done(f"newest of {shelf}")


@router.get("/shelves")
async def shelves(response: Response, names: Annotated[list[str], Query()] = []) -> Answer[list[str]]:  # noqa: B006
    """An endpoint that changes what it was given, and sets a header."""
    names.append("the last")
    response.headers["X-Shelves"] = str(len(names))
    return done(names, "You are signed out.")


@router.get("/{anything}")
async def anything(anything: str) -> Answer[str]:
    """A path with nothing fixed in its second part."""
    return done(anything)


@router.post("/clock")
async def set_clock() -> Answer[str]:
    """Another method on a path that is read."""
    return done("set")


class Hand(BaseModel):
    """A hand of the clock."""

    iv_hour: int


raw = APIRouter(prefix="/api", route_class=RawWriteRoute)


@raw.post("/clock/hand", response_model=Answer[int])
async def set_hand(_: Request, hand: UncheckedBody[Hand]) -> Response:
    """A write that is answered before the layers."""
    hour = hand.checked().iv_hour
    if hour == 25:
        raise ZeroDivisionError
    if hour > 23:
        raise refuse("You are signed out.")
    return JsonResponse(done(hour).model_dump_json().encode())


def create_app(settings: ServiceSettings, wiring: Wiring | None = None) -> FastAPI:
    """A service of reads."""
    return create_service(ServiceDefinition("shelf", settings, routers=[router, raw]), wiring or Wiring())


@pytest.fixture
def app(database: Database, bus: LocalBus, tokens: Tokens) -> FastAPI:
    """The service's application, which `client` starts."""
    settings = ServiceSettings(database_url=database.url)
    return create_app(settings, Wiring(bus=bus, transport=tokens.transport))


async def test_a_read_gets_caller_connection_path_page_and_query(client: httpx.AsyncClient) -> None:
    page = {"limit": 7, "cursor": cursor_of("0042"), "q": "blue"}
    answer = await client.get("/api/entries/3", params=page)
    assert answer.json()["data"] == ["ada", "3", "7", "0042", "blue", "read"]


async def test_a_read_may_take_the_request_itself(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/agent?limit=4", headers={"User-Agent": "a reader"})
    assert answer.json()["data"] == ["ada", "a reader", "4", "None"]


async def test_what_a_query_says_is_remembered_for_this_query_alone(client: httpx.AsyncClient) -> None:
    for _ in range(2):
        for limit in (3, 4):
            answer = await client.get(f"/api/entries/3?limit={limit}&q=blue")
            assert answer.json()["data"][2:5] == [str(limit), "", "blue"]
        assert (await client.get("/api/entries/3")).json()["data"][2:5] == ["20", "", ""]
        assert (await client.get("/api/entries/3?limit=none")).json()["status"] is False


async def test_what_an_endpoint_could_change_is_made_anew_for_each_request(
    client: httpx.AsyncClient,
) -> None:
    for path, expected in (("/api/shelves", ["the last"]), ("/api/shelves?names=a", ["a", "the last"])):
        for _ in range(2):
            answer = await client.get(path)
            assert answer.json()["data"] == expected
            assert answer.headers["x-shelves"] == str(len(expected))


async def test_a_read_speaks_the_language_of_its_request(client: httpx.AsyncClient) -> None:
    told = await client.get("/api/shelves", headers={"Accept-Language": "fr"})
    assert told.headers["content-language"] == "fr"
    assert told.json()["message"]["main_msg"] not in {"", "You are signed out."}
    refused = await client.get("/api/entries/no-number", headers={"Accept-Language": "fr"})
    assert refused.headers["content-language"] == "fr"
    assert "content-language" not in (await client.get("/api/clock")).headers


async def test_a_read_refuses_the_caller_before_it_looks_at_parameters(client: httpx.AsyncClient) -> None:
    del client.headers["Authorization"]
    answer = await client.get("/api/entries/no-number", params={"limit": 1000})
    assert answer.status_code == 401


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/api/entries/no-number", "shelf"),
        ("/api/entries/3?limit=0", "limit"),
        ("/api/entries/3?limit=101", "limit"),
        ("/api/entries/3?limit=many", "limit"),
        ("/api/entries/3?cursor=%25%25", "cursor"),
        (f"/api/entries/3?cursor={'a' * 513}", "cursor"),
    ],
)
async def test_a_bad_parameter_is_refused_beside_its_name(
    client: httpx.AsyncClient, path: str, field: str
) -> None:
    answer = await client.get(path)
    assert answer.json()["status"] is False
    assert list(answer.json()["message"]["iv_msg"]) == [field]


async def test_every_connection_comes_back_also_from_a_read_that_fails(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    pool = app.state.database.engine.pool
    assert isinstance(pool, QueuePool)
    for path, status in (("/api/entries/3", 200), ("/api/failing", 500), ("/api/entries/3?limit=0", 200)):
        for _ in range(pool.size() + 1):
            assert (await client.get(path)).status_code == status


async def test_a_read_without_connection_gets_what_it_asks_for(
    client: httpx.AsyncClient, tokens: Tokens
) -> None:
    assert (await client.get("/api/clock")).json()["data"] == ["ada", "UTC"]
    assert (await client.get("/api/of_the_staff")).status_code == 403
    staff = {"Authorization": f"Bearer {tokens.staff('eve')}"}
    assert (await client.get("/api/of_the_staff", headers=staff)).json()["data"] == "eve"


@pytest.mark.parametrize(
    ("method", "path", "status", "data"),
    [
        ("GET", "/api/entries/3/newest", 200, "newest of 3"),
        ("GET", "/api/somewhere", 200, "somewhere"),
        ("POST", "/api/clock", 200, "set"),
        ("DELETE", "/api/clock", 404, None),
        ("GET", "/api/entries", 200, "entries"),
        ("GET", "/api", 404, None),
        ("GET", "/", 404, None),
        ("GET", "/nowhere/at/all", 404, None),
    ],
)
async def test_each_path_finds_its_route(
    client: httpx.AsyncClient, method: str, path: str, status: int, data: str | None
) -> None:
    answer = await client.request(method, path)
    assert answer.status_code == status
    if data is not None:
        assert answer.json()["data"] == data


async def test_the_description_has_all_parameters_and_the_counters_each_route(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    operation = app.openapi()["paths"]["/api/entries/{shelf}"]["get"]
    assert {(each["in"], each["name"]) for each in operation["parameters"]} == {
        ("path", "shelf"),
        ("query", "limit"),
        ("query", "cursor"),
        ("query", "q"),
    }
    assert operation["summary"] == "Entries"
    await client.get("/api/entries/3")
    del client.headers["Authorization"]
    for _ in range(2):
        await client.get("/api/entries/4")
    counted = (await operators.read(app.state.operations)).text
    labels = 'method="GET",route="/api/entries/{shelf}",service="shelf"'
    assert f'openhours_http_requests_total{{{labels},status="200"}} 1.0' in counted
    assert f'openhours_http_requests_total{{{labels},status="401"}} 2.0' in counted
    assert app.url_path_for("entries", shelf="3") == "/api/entries/3"


async def test_a_raw_write_is_answered_and_counted_as_any_other(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    path, french = "/api/clock/hand", {"Accept-Language": "fr"}
    answers = [await client.post(path, json={"iv_hour": hour}, headers=french) for hour in (9, 24, "x", 25)]
    answers.append(await client.post(path, content="{", headers=french))
    assert [answer.status_code for answer in answers] == [200, 200, 200, 500, 200]
    assert [answer.json()["status"] for answer in answers] == [True, False, False, False, False]
    assert answers[0].json()["data"] == 9
    assert answers[1].json()["message"]["main_msg"] not in {"", "You are signed out."}
    assert answers[1].headers["content-language"] == "fr"
    assert "iv_hour" in answers[2].json()["message"]["iv_msg"]
    assert (await client.get(path)).status_code == 404
    counted = (await operators.read(app.state.operations)).text
    labels = f'method="POST",route="{path}",service="shelf"'
    assert f'openhours_http_requests_total{{{labels},status="200"}} 4.0' in counted
    assert f'openhours_http_requests_total{{{labels},status="500"}} 1.0' in counted
