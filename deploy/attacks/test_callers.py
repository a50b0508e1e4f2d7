"""Everybody calls everything: each cell of proto-contracts/docs/callers.md is tried in the whole system.

A caller that is refused gets the status of its cell. One that is let in gets an answer of the call itself,
which may refuse the empty body.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

import httpx
import pytest
from ci.documents.callers import Caller, admission_of, refusal
from client.api_client import Json, eventually
from client.mailbox_client import MailboxClient
from client.personas import Client, Guest, Persona, Provider, new_email
from gateway.routes import ROUTES, Route
from local.staff import TEST_STAFF_EMAIL
from testkit.environments import EmbeddedRun

REFUSALS: Final = {401, 403, 422}
LAST: Final = ("end_other_logins", "check_active_login", "sign_out")
"""These change the login they are called with, the last one ends it."""
LATER: Final = tuple(route for call in LAST for route in ROUTES if route.call == call)
QUERIES: Final = {"get_account_provider_services": {"provider_id": "nothing"}}
"""Without it the call means the caller's own."""
EARLIER: Final = tuple(route for route in ROUTES if route.call not in LAST)


@pytest.fixture(scope="module")
async def http(embedded_run: EmbeddedRun) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=embedded_run.url, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
async def tokens(http: httpx.AsyncClient) -> dict[Caller, str | None]:
    """The token of somebody of each kind."""
    client, suspended = Client(http, "Clea", new_email("clea")), Client(http, "Sven", new_email("sven"))
    provider, staff = Provider(http, "Peter", new_email("peter")), Persona(http, "Ada", TEST_STAFF_EMAIL)
    guest = Guest(http, MailboxClient(http, "/dev/mail.json"), "Gus", new_email("gus"))
    for each in (client, provider, suspended):
        await each.sign_up()
    await provider.open_shop()
    await guest.introduce()
    await staff.sign_in()
    await suspend(staff, suspended)
    return {
        Caller.NOBODY: None,
        Caller.GUEST: guest.token,
        Caller.CLIENT: client.token,
        Caller.PROVIDER: provider.token,
        Caller.SUSPENDED: suspended.token,
        Caller.STAFF: staff.token,
    }


async def suspend(staff: Persona, person: Persona) -> None:
    """Suspend the account, and return when its login is over everywhere."""

    async def done() -> bool | None:
        fields: dict[str, Json] = {"iv_account_id": person.id, "iv_suspended": "yes", "iv_note": "Spam."}
        return (await staff.post("staff_set_account_standing", **fields)).done or None

    async def over() -> bool | None:
        calls = ("get_active_logins", "get_my_circle", "get_bookmarked_posts", "get_booking_info")
        answers = [await person.get(call) for call in (*calls, "get_conversations")]
        return all(answer.http == 422 for answer in answers) or None

    await eventually(done, "the suspension")
    await eventually(over, "the end of the login")


async def status_of(http: httpx.AsyncClient, route: Route, token: str | None) -> int:
    """The status with which the empty call is answered."""
    path = "/".join(["/api", route.call, *["nothing"] * route.segments])
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    body = {} if route.method == "POST" else None
    answer = await http.request(
        route.method, path, headers=headers, json=body, params=QUERIES.get(route.call)
    )
    return answer.status_code


@pytest.mark.parametrize("caller", Caller)
async def test_every_call_lets_in_whom_it_says(
    http: httpx.AsyncClient, tokens: dict[Caller, str | None], caller: Caller
) -> None:
    token = tokens[caller]
    statuses = await asyncio.gather(*(status_of(http, route, token) for route in EARLIER))
    statuses += [await status_of(http, route, token) for route in LATER]
    wrong = [
        (route.call, status, expected)
        for route, status in zip((*EARLIER, *LATER), statuses, strict=True)
        if (expected := refusal(admission_of(route), caller)) != (status if status in REFUSALS else None)
    ]
    assert not wrong, "\n".join(str(each) for each in wrong)
