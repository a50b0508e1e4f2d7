"""Everybody calls everything: each cell of proto-contracts/docs/callers.md is tried in the whole system.

A caller that is refused gets the status of its cell. One that is let in gets an answer of the call itself,
which may refuse the empty body.
"""

import asyncio
from typing import Final

import httpx
import pytest
from chassis.confirmed_accounts import CONFIRM_FIRST
from ci.documents.callers import CODE, Caller, admission_of, refusal
from client.api_client import Json
from client.personas import (
    Client,
    Shop,
    free_slots,
    new_email,
    order_payload,
)
from gateway.routes import ROUTES, Route

Fields = dict[str, Json]
REFUSALS: Final = {401, 403, 422}
LAST: Final = ("end_other_logins", "check_active_login", "sign_out")
"""These change the login they are called with, the last one ends it."""
LATER: Final = tuple(route for call in LAST for route in ROUTES if route.call == call)
QUERIES: Final = {"get_account_provider_services": {"provider_id": "nothing"}}
"""Without it the call means the caller's own."""
EARLIER: Final = tuple(route for route in ROUTES if route.call not in LAST)


async def refused(
    http: httpx.AsyncClient, route: Route, token: str | None, body: Fields, request_id: str = "any"
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
    return CODE if CONFIRM_FIRST.encode() in answer.content else None


@pytest.mark.parametrize("caller", Caller)
async def test_every_call_lets_in_whom_it_says(
    http: httpx.AsyncClient, callers: dict[Caller, str | None], shop: Shop, caller: Caller
) -> None:
    token, somebody = callers[caller], Client(http, "Somebody", new_email("somebody"))
    order = order_payload(shop, (await free_slots(somebody, shop))[:1], somebody)
    bodies: dict[str, Fields] = {"create_appointment_order": {**order, "iv_guest_token": "none"}}

    async def tried(route: Route) -> tuple[str, int | str | None]:
        return route.call, await refused(http, route, token, bodies.get(route.call, {}))

    seen = dict(await asyncio.gather(*(tried(route) for route in EARLIER)))
    seen |= dict([await tried(route) for route in LATER])
    expected = {route.call: refusal(admission_of(route), caller) for route in ROUTES}
    wrong = [f"{call}: {seen[call]}, not {told}" for call, told in expected.items() if seen[call] != told]
    assert not wrong, "\n".join(wrong)
