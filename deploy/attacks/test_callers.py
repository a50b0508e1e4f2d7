"""Everybody calls everything: each cell of proto-contracts/docs/callers.md is tried in the whole system.

A caller that is refused gets the status of its cell. One that is let in gets an answer of the call itself,
which may refuse the empty body. Who is refused leaves a line in the log (OWASP ASVS 16.3.2).
"""

import asyncio
from typing import Final

import httpx
import pytest
from attacks.refused_lines import assert_each_left_one_line, lines_of
from chassis.confirmed_accounts import CONFIRM_FIRST
from ci.documents.callers import CODE, Caller, admission_of, refusal
from client.api_client import Json, read_answer
from client.personas import CONFIRM_FIRST as CODE_FIELD
from client.personas import (
    Client,
    Shop,
    free_slots,
    new_email,
    order_payload,
)
from gateway.routes import COMPOSED, ROUTES, Route
from testkit.environments import EmbeddedRun

Fields = dict[str, Json]
REFUSALS: Final = {401, 403, 422}
LAST: Final = ("end_other_logins", "check_active_login", "sign_out")
"""These change the login they are called with, the last one ends it."""
LATER: Final = (
    *(route for route in ROUTES if route.service == COMPOSED and route.call not in LAST),
    *(route for call in LAST for route in ROUTES if route.call == call),
)
"""A composed call asks what others ask too, and what is refused twice in a moment leaves one line."""
QUERIES: Final = {"get_account_provider_services": {"provider_id": "nothing"}}
"""Without it the call means the caller's own."""
EARLIER: Final = tuple(route for route in ROUTES if route not in LATER)


@pytest.fixture(scope="module")
def embedded_run(logged_run: EmbeddedRun) -> EmbeddedRun:
    """The whole system, with the log of a deployment."""
    return logged_run


def id_of(caller: Caller, route: Route) -> str:
    """The id of a request."""
    return f"{caller.name}-{route.call}".lower().replace("_", "-")


async def refused(
    http: httpx.AsyncClient, route: Route, token: str | None, body: Fields, request_id: str
) -> int | str | None:
    """The status with which the call is refused, or CODE; None when the caller is let in."""
    path = "/".join(["/api", route.call, *["nothing"] * route.segments])
    headers = {"x-request-id": request_id} | ({"Authorization": f"Bearer {token}"} if token else {})
    sent = body if route.method == "POST" else None
    answer = await http.request(
        route.method, path, headers=headers, json=sent, params=QUERIES.get(route.call)
    )
    if answer.status_code in REFUSALS:
        return answer.status_code
    if CONFIRM_FIRST.encode() not in answer.content:
        return None
    read = read_answer(answer)
    assert (read.http, read.done, set(read.fields)) == (200, False, {CODE_FIELD}), "it can be mended"
    return CODE


@pytest.mark.parametrize("caller", Caller)
async def test_every_call_lets_in_whom_it_says_and_tells_of_others(
    http: httpx.AsyncClient,
    callers: dict[Caller, str | None],
    shop: Shop,
    embedded_run: EmbeddedRun,
    caller: Caller,
) -> None:
    token, somebody = callers[caller], Client(http, "Somebody", new_email("somebody"))
    order = order_payload(shop, (await free_slots(somebody, shop))[:1], somebody)
    bodies: dict[str, Fields] = {"create_appointment_order": {**order, "iv_guest_token": "none"}}
    before = lines_of(embedded_run)

    async def tried(route: Route) -> tuple[str, int | str | None]:
        body = bodies.get(route.call, {})
        return route.call, await refused(http, route, token, body, id_of(caller, route))

    seen = dict(await asyncio.gather(*(tried(route) for route in EARLIER)))
    seen |= dict([await tried(route) for route in LATER])
    expected = {route: refusal(admission_of(route), caller) for route in ROUTES}
    wrong = [
        f"{at.call}: {seen[at.call]}, not {told}" for at, told in expected.items() if seen[at.call] != told
    ]
    assert not wrong, "\n".join(wrong)
    cells = {id_of(caller, route): (route, told) for route, told in expected.items() if told}
    assert cells or caller is Caller.STAFF
    assert_each_left_one_line(embedded_run, caller, cells, before)
