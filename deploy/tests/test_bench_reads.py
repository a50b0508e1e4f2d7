"""The bench's table of reads: its twins send what the services send, and answer the same bytes."""

from pathlib import Path

import httpx
import pytest
from bench.fixtures.reader import insert_alerts
from bench.reads import Read, ReadCost, cost_in, recorded, table
from bench.twin_server import NewTokens, Original, Twin, twin_route, twins_of
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from jose import jwt
from local.app_registry import build_app
from starlette.applications import Starlette
from testkit.fake_identity import Tokens
from testkit.pytest_plugin import NewDatabase, OwnerUrl

READER = "reader"


@pytest.mark.service
async def test_a_twin_sends_the_same_statements_and_answers_the_same_bytes(
    new_database: NewDatabase, owner_url: OwnerUrl, tokens: Tokens
) -> None:
    url = await new_database("notifications")
    await insert_alerts(owner_url(url), READER, 3)
    token, path = tokens.account(READER), "/internal/alerts?limit=2"
    wiring = Wiring(bus=LocalBus(), transport=tokens.transport)
    [twin] = await twins_of([Original("notifications", path, token, {"database_url": url})], wiring)
    app = build_app("notifications", {"database_url": url, "log_level": "ERROR"}, wiring)
    async with app.router.lifespan_context(app):
        original = await _get(httpx.ASGITransport(app), path, token)
    answer = await _get(httpx.ASGITransport(Starlette(routes=[twin_route(twin)])), path, "")
    assert [text for text, _ in twin.queries if " alert " in text]
    assert all(text.startswith(("SELECT", "WITH")) for text, _ in twin.queries)
    assert answer.content == original.content
    assert len(answer.json()["data"]["alerts_list"]) == 2


@pytest.mark.service
async def test_a_call_without_a_statement_has_no_twin(new_database: NewDatabase, tokens: Tokens) -> None:
    original = Original(
        "notifications", "/health/live", "", {"database_url": await new_database("notifications")}
    )
    with pytest.raises(RuntimeError, match="no statement"):
        await twins_of([original], Wiring(bus=LocalBus(), transport=tokens.transport))


def test_a_twin_signs_a_token_for_each_answer_that_holds_one(tokens: Tokens) -> None:
    first = tokens.account(READER)
    data = {"refreshed_access_token": {"access_token": first}, "session_data": {"accessToken": first}}
    new_tokens = NewTokens(Twin("/check", "", {}, [], {"data": data}, tokens.private_pem))
    signed: list[str] = []
    for _ in range(2):
        new_tokens.sign()
        signed.append(data["session_data"]["accessToken"])
        assert data["refreshed_access_token"]["access_token"] == signed[-1]
        claims = jwt.decode(signed[-1], tokens.key_set, algorithms="ES256", audience="openhours-calls")
        assert claims["sub"] == READER
    assert len({first, *signed}) == 3


async def _get(transport: httpx.ASGITransport, path: str, token: str) -> httpx.Response:
    async with httpx.AsyncClient(transport=transport, base_url="http://bench.test") as http:
        return (await http.get(path, headers=Tokens.bearer(token))).raise_for_status()


def test_the_table_shows_each_goal_and_marks_a_missed_one() -> None:
    lines = table(
        [
            (Read("quick", "profiles"), ReadCost(services=199, twin=100, gateway=250, postgres=50)),
            (Read("slow", "profiles"), ReadCost(services=1_234, twin=100, gateway=251, postgres=50)),
            (
                Read("composed", ratio_goal=None, total_goal_ms=3),
                ReadCost(services=2_900, twin=None, gateway=200, postgres=50),
            ),
        ]
    )
    assert lines[2:] == [
        "| quick | 199 | 100 | 1.99 | 250 | 50 | ratio ≤ 2, gateway ≤ 250 |",
        "| slow | 1,234 | 100 | 12.34 | 251 | 50 | **missed: ratio ≤ 2**, **missed: gateway ≤ 250** |",
        "| composed | 2,900 | – | – | 200 | 50 | gateway ≤ 250, "
        "**missed: services and gateway 3.10 ≤ 3 ms** |",
    ]


def test_the_cost_is_the_median_of_the_rounds_divided_by_how_slow_the_machine_was() -> None:
    direct = [{"profiles": each, "postgres": 100.0} for each in (400.0, 440.0, 800.0)]
    twin = [{"twin": each} for each in (200.0, 200.0, 200.0)]
    gateway = [{"gateway": each} for each in (300.0, 320.0, 340.0)]
    found = {"direct": direct, "twin": twin, "gateway": gateway}
    cost = cost_in(Read("a read", "profiles"), found, 2.0)
    assert (cost.services, cost.twin, cost.gateway, cost.postgres) == (220, 100, 160, 50)
    assert (cost.ratio, cost.ratio_spread, cost.total_ms) == (2.2, 1.0, 0.38)
    assert cost.total_spread == pytest.approx(0.11)
    assert cost.gateway_spread == 10


def test_the_gateways_share_of_a_read_is_recorded_and_named_when_it_got_worse(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    read = Read("a read", "profiles")
    for gateway, worse in ((200, False), (204, False), (210, True)):
        cost = ReadCost(services=100, twin=100, gateway=gateway, postgres=1, gateway_spread=5, total_spread=9)
        lines = recorded(read, cost, file)
        told = [line for line in lines if line.startswith("a read, gateway:")]
        assert [("worse, before:" in line) for line in told] == [worse]
