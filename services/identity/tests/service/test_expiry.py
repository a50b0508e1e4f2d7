"""What expires is deleted; valid links, wrong-password counts and lasting logins stay."""

from datetime import timedelta

import httpx
import pytest
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from chassis.db import Database
from client.api_client import eventually
from contracts.events.identity import MailRequested
from identity.app import create_app
from sqlalchemy import text
from testkit.event_recorder import EventRecorder
from testkit.fake_identity import Tokens

from services.identity.tests.conftest import (
    PASSWORD,
    MovableClock,
    SignUp,
    bearer,
    mailed_secret,
    settings_for,
)

pytestmark = pytest.mark.service


async def test_a_sweep_takes_what_is_over_and_nothing_else(
    sign_up: SignUp,
    client: httpx.AsyncClient,
    tokens: Tokens,
    database_url: str,
    published: EventRecorder,
    clock: MovableClock,
) -> None:
    person = await sign_up()
    pair = {"iv_email": person.email, "iv_password": PASSWORD}
    await published.first(MailRequested)
    await client.post("/api/forgot_password", json={"iv_email": person.email})
    await published.wait_for(MailRequested, 2)
    database = Database(database_url)

    async def links() -> list[str]:
        async with database.reading() as tx:
            return list(await tx.session.scalars(text("SELECT purpose FROM mail_link ORDER BY purpose")))

    assert await links() == ["confirm", "reset"]
    clock.pass_by(timedelta(hours=47))
    token = (await client.post("/api/sign_in", json=pair)).json()["data"]["access_token"]
    await client.post("/api/resend_confirm_account", headers=bearer(token))
    clock.pass_by(timedelta(hours=1, minutes=1))
    clock.stand_still()
    for _ in range(20):
        await client.post("/api/sign_in", json=pair | {"iv_password": "wrong"})

    async def logins() -> int:
        listed = (await client.get("/api/get_active_logins", headers=bearer(token))).json()["data"]
        return len(listed["logins"])

    async def one_login() -> bool:
        return await logins() == 1

    assert await logins() == 2
    wiring = Wiring(bus=LocalBus(), transport=tokens.transport, clock=clock)
    second = create_app(settings_for(database_url), wiring)
    async with second.router.lifespan_context(second):  # a service sweeps when it starts
        await eventually(one_login, "the end of the other login")
    assert await logins() == 1
    assert await links() == ["confirm"]
    await database.close()
    assert (await client.get("/api/check_active_login", headers=bearer(token))).status_code == 200
    assert (await client.post("/api/sign_in", json=pair)).status_code == 429
    secret = await mailed_secret(published, "confirm", person.email)
    confirmed = await client.post("/api/confirm_account", json={"iv_token": secret})
    assert confirmed.json()["status"]
