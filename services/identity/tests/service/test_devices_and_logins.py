"""Devices and logins: what the list says, ending them, and how long a login of the staff lasts."""

from datetime import timedelta

import httpx
import pytest
from chassis.db import Database
from contracts.events.identity import LoginEnded
from jose import jwt
from sqlalchemy import text
from testkit.event_recorder import EventRecorder

from services.identity.tests.conftest import PASSWORD, MovableClock, Person, SignUp, bearer, instant

pytestmark = pytest.mark.service
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/605"
LAPTOP = "Mozilla/5.0 (Windows NT 10.0; rv:141.0) Gecko/20100101 Firefox/141.0"


async def sign_in(
    client: httpx.AsyncClient, person: Person, agent: str = "", **device: object
) -> dict[str, str]:
    """The `data` of one more login."""
    pair = {"iv_email": person.email, "iv_password": PASSWORD, "iv_device_data": device}
    answer = await client.post("/api/sign_in", json=pair, headers={"User-Agent": agent})
    return answer.json()["data"]


async def test_the_list_says_what_is_known_of_each_device(
    sign_up: SignUp, client: httpx.AsyncClient, clock: MovableClock
) -> None:
    person = await sign_up(iv_device_data={"platform": {"userAgent": LAPTOP}, "timezone": "Europe/Lisbon"})
    clock.pass_by(timedelta(minutes=5))
    await sign_in(client, person, PHONE, timezone="America/Lima")
    clock.pass_by(timedelta(minutes=5))
    await sign_in(client, person, timezone="Atlantis/Capital")
    first, second, third = (await person.get("/api/get_active_logins")).json()["data"]["logins"]
    assert (first["this_device"], first["browser"], first["system"]) == (True, "Firefox", "Windows")
    assert first["timezone"] == "Europe/Lisbon"
    assert (second["browser"], second["system"], second["timezone"]) == ("", "", "")
    assert (third["browser"], third["system"], third["timezone"]) == ("Safari", "iPhone", "America/Lima")
    clock.pass_by(timedelta(hours=3))
    person.token = (await person.get("/api/check_active_login?timezone=Asia/Tokyo")).json()["data"][
        "refreshed_access_token"
    ]["access_token"]
    checked = (await person.get("/api/get_active_logins")).json()["data"]["logins"][0]
    assert checked["timezone"] == "Asia/Tokyo"
    assert instant(checked["last_used_at"]) - instant(first["last_used_at"]) > timedelta(hours=3)
    assert checked["signed_in_at"] == first["signed_in_at"]


async def test_one_login_or_all_others_can_be_ended(
    sign_up: SignUp, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    person = await sign_up()
    others = [await sign_in(client, person) for _ in range(3)]
    tokens = [each["access_token"] for each in others]
    lids = [jwt.get_unverified_claims(token)["lid"] for token in tokens]
    assert (await person.post("end_login", iv_login_id=lids[0])).json()["status"]
    assert (await person.post("end_login", iv_login_id=lids[0])).status_code == 404
    assert (await person.post("end_login", iv_login_id="")).json()["message"]["iv_msg"]["iv_login_id"]
    assert (await person.post("end_other_logins")).json()["data"] == {"ended": 2}
    assert {event.login_id for event in await published.wait_for(LoginEnded, 3)} == set(lids)
    for token in tokens:
        assert (await client.get("/api/get_active_logins", headers=bearer(token))).status_code == 422
    assert len((await person.get("/api/get_active_logins")).json()["data"]["logins"]) == 1


async def test_a_login_of_the_staff_ends_without_work_and_after_twelve_hours(
    sign_up: SignUp, client: httpx.AsyncClient, database_url: str, clock: MovableClock
) -> None:
    member = await sign_up()
    database = Database(database_url)
    async with database.writing() as tx:
        staff = text("UPDATE account SET staff = true WHERE id = :id")
        await tx.session.execute(staff, {"id": member.id})
    await database.close()

    async def check(token: str) -> httpx.Response:
        return await client.get("/api/check_active_login", headers=bearer(token))

    idle, working = await sign_in(client, member), await sign_in(client, member)
    assert abs(instant(idle["access_token_expiry"]) - clock() - timedelta(minutes=30)) < timedelta(seconds=5)
    token, expiry = working["access_token"], ""
    for _ in range(24):
        clock.pass_by(timedelta(minutes=29, seconds=58))
        answer = (await check(token)).json()["data"]["refreshed_access_token"]
        token, expiry = answer["access_token"], answer["access_token_expiry"]
    assert (await check(idle["access_token"])).status_code == 422
    assert instant(expiry) - clock() < timedelta(minutes=2)
    clock.pass_by(timedelta(minutes=2))
    assert (await check(token)).status_code == 422
