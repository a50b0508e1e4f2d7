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
from client.api_client import Json, eventually
from client.mailbox_client import MailboxClient
from client.personas import (
    PASSWORD,
    Client,
    Guest,
    Persona,
    Provider,
    Shop,
    free_slots,
    new_email,
    order_payload,
)
from gateway.routes import ROUTES, Route
from local.postgres import ROLE
from local.staff import TEST_STAFF_EMAIL, add_staff_account
from testkit.environments import EmbeddedRun

Fields = dict[str, Json]
REFUSALS: Final = {401, 403, 422}
LAST: Final = ("end_other_logins", "check_active_login", "sign_out")
"""These change the login they are called with, the last one ends it."""
LATER: Final = tuple(route for call in LAST for route in ROUTES if route.call == call)
QUERIES: Final = {"get_account_provider_services": {"provider_id": "nothing"}}
"""Without it the call means the caller's own."""
EARLIER: Final = tuple(route for route in ROUTES if route.call not in LAST)


@pytest.fixture(scope="module")
async def shop(http: httpx.AsyncClient, postbox: MailboxClient) -> Shop:
    """A provider with whom to book."""
    provider = Provider(http, "Paula", new_email("paula"))
    await provider.join(postbox)
    return await provider.open_shop()


@pytest.fixture(scope="module")
async def tokens(
    http: httpx.AsyncClient, postbox: MailboxClient, embedded_run: EmbeddedRun
) -> dict[Caller, str | None]:
    """The token of somebody of each kind."""
    client, suspended = Client(http, "Clea", new_email("clea")), Client(http, "Sven", new_email("sven"))
    provider, unconfirmed = Provider(http, "Peter", new_email("peter")), Client(http, "Una", new_email("una"))
    staff, newest = Persona(http, "Ada", TEST_STAFF_EMAIL), Persona(http, "Grace", new_email("grace"))
    guest = Guest(http, postbox, "Gus", new_email("gus"))
    for each in (client, provider, suspended):
        await each.join(postbox)
    await unconfirmed.sign_up()
    await provider.open_shop()
    await guest.introduce()
    await add_staff_account(identity_url(embedded_run), newest.email, PASSWORD)
    await newest.sign_in()
    await staff.sign_in()
    await suspend(staff, suspended)
    return {
        Caller.NOBODY: None,
        Caller.GUEST: guest.token,
        Caller.UNCONFIRMED: unconfirmed.token,
        Caller.CLIENT: client.token,
        Caller.PROVIDER: provider.token,
        Caller.SUSPENDED: suspended.token,
        Caller.STAFF_WITHOUT_FACTOR: newest.token,
        Caller.STAFF: staff.token,
    }


def identity_url(run: EmbeddedRun) -> str:
    """Identity's database, with the role that owns the server: no call makes staff."""
    folder = run.folder / "postgres"
    port = (folder / "data" / "postmaster.pid").read_text().splitlines()[3]
    password = (folder / "password").read_text().strip()
    return f"postgresql+asyncpg://{ROLE}:{password}@127.0.0.1:{port}/openhours_identity"


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


async def refused(http: httpx.AsyncClient, route: Route, token: str | None, body: Fields) -> int | str | None:
    """The status with which the call is refused, or CODE; None when the caller is let in."""
    path = "/".join(["/api", route.call, *["nothing"] * route.segments])
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    sent = body if route.method == "POST" else None
    answer = await http.request(
        route.method, path, headers=headers, json=sent, params=QUERIES.get(route.call)
    )
    if answer.status_code in REFUSALS:
        return answer.status_code
    return CODE if CONFIRM_FIRST.encode() in answer.content else None


@pytest.mark.parametrize("caller", Caller)
async def test_every_call_lets_in_whom_it_says(
    http: httpx.AsyncClient, tokens: dict[Caller, str | None], shop: Shop, caller: Caller
) -> None:
    token, somebody = tokens[caller], Client(http, "Somebody", new_email("somebody"))
    order = order_payload(shop, (await free_slots(somebody, shop))[:1], somebody)
    bodies: dict[str, Fields] = {"create_appointment_order": {**order, "iv_guest_token": "none"}}

    async def tried(route: Route) -> tuple[str, int | str | None]:
        return route.call, await refused(http, route, token, bodies.get(route.call, {}))

    seen = dict(await asyncio.gather(*(tried(route) for route in EARLIER)))
    seen |= dict([await tried(route) for route in LATER])
    expected = {route.call: refusal(admission_of(route), caller) for route in ROUTES}
    wrong = [f"{call}: {seen[call]}, not {told}" for call, told in expected.items() if seen[call] != told]
    assert not wrong, "\n".join(wrong)
