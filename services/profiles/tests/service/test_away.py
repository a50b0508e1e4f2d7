"""A provider's page that is paused: who reads of it, and when it is over."""

from datetime import date, timedelta
from typing import Any

import asyncpg
import pytest
from chassis.clock import utc_now
from contracts.events.profiles import ProfileUpdated
from contracts.rules import messages
from local.databases import asyncpg_url
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import INFO, NewPerson, Person

pytestmark = pytest.mark.service

NOT_AWAY = {"away": False, "away_until": "", "away_message": ""}


def of(shown: dict[str, Any]) -> dict[str, Any]:
    return {name: shown[name] for name in NOT_AWAY}


async def everywhere(ana: Person, nadia: Person) -> list[dict[str, Any]]:
    """What the page, the owner's own data, a search and a circle say of Ana."""
    page = await nadia.get("/api/get_provider_profile", owner_id=ana.id)
    own = await ana.get("/api/get_account_profile")
    found = await nadia.get("/api/search", q="Ana")
    [card] = await nadia.get("/api/get_my_circle")
    return [of(each) for each in (page["account_data"], own["account_data"], found["providers"][0], card)]


async def test_a_pause_is_read_everywhere_and_told_until_its_day_has_come(
    provider: NewPerson, person: NewPerson, published: EventRecorder, database_url: str
) -> None:
    ana, nadia = await provider(), await person("Nadia Kessler", "nadia")
    await nadia.post("add_new_interest", iv_provider_id=ana.id)
    assert await everywhere(ana, nadia) == [NOT_AWAY] * 4
    day = utc_now().date() + timedelta(days=9)
    fields = {"iv_away_until": day.isoformat(), "iv_away_message": "In the hills."}
    saved = await ana.post("update_away", iv_away="yes", **fields)
    paused = {"away": True, "away_until": day.isoformat(), "away_message": "In the hills."}
    assert saved == {"away": paused}
    assert await everywhere(ana, nadia) == [paused] * 4
    told = (await published.first(ProfileUpdated)).profile
    assert (told.away, told.away_until, told.away_message) == (True, day, "In the hills.")

    connection = await asyncpg.connect(asyncpg_url(database_url))
    try:  # as when the day has come
        await connection.execute("UPDATE profile SET away_ends_at = now() WHERE away")
    finally:
        await connection.close()
    assert await everywhere(ana, nadia) == [NOT_AWAY] * 4


async def test_a_pause_without_a_day_lasts_until_the_provider_is_back(
    provider: NewPerson, person: NewPerson, published: EventRecorder
) -> None:
    ana, nadia = await provider(), await person("Nadia Kessler", "nadia")
    await nadia.post("add_new_interest", iv_provider_id=ana.id)
    assert (await ana.post("update_away", iv_away="yes"))["away"]["away"]
    assert await everywhere(ana, nadia) == [{**NOT_AWAY, "away": True}] * 4
    later = {"iv_away_until": "2000-01-01", "iv_away_message": "Still here"}
    assert (await ana.post("update_away", iv_away="no", **later))["away"] == NOT_AWAY
    assert await everywhere(ana, nadia) == [NOT_AWAY] * 4
    told = await published.wait_for(ProfileUpdated, 2)
    assert [(each.profile.away, each.profile.away_until) for each in told] == [(True, None), (False, None)]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("iv_away", "", messages.REQUIRED),
        ("iv_away", "perhaps", messages.NOT_AN_OPTION),
        ("iv_away_until", "soon", messages.NOT_A_DATE),
        ("iv_away_until", "2020-02-01", "The day of your return must be after today"),
        ("iv_away_until", "9999-12-31", "The day of your return must be within 730 days"),
        ("iv_away_message", "x" * 301, messages.TEXT_MAX.format(n=300)),
    ],
)
async def test_a_pause_that_cannot_be_is_refused_beside_its_field(
    provider: NewPerson, field: str, value: str, message: str
) -> None:
    ana = await provider()
    answer = await ana.send("update_away", **{"iv_away": "yes", field: value})
    assert answer.json()["message"]["iv_msg"] == {field: message}
    assert of((await ana.get("/api/get_account_profile"))["account_data"]) == NOT_AWAY


async def test_the_day_moves_with_the_zone_and_only_providers_have_a_pause(
    provider: NewPerson, person: NewPerson, database_url: str
) -> None:
    nadia = await person("Nadia Kessler", "nadia")
    assert (await nadia.send("update_away", iv_away="yes")).status_code == 403
    ana = await provider()
    day = (utc_now().date() + timedelta(days=9)).isoformat()
    await ana.post("update_away", iv_away="yes", iv_away_until=day)
    connection = await asyncpg.connect(asyncpg_url(database_url))
    try:
        for zone in ("Europe/Madrid", "America/Lima"):
            await ana.post("update_profile_info", **{**INFO, "iv_timezone": zone})
            ends = "SELECT (away_ends_at AT TIME ZONE $1)::text FROM profile WHERE away"
            assert await connection.fetchval(ends, zone) == f"{date.fromisoformat(day)} 00:00:00"
    finally:
        await connection.close()


async def test_who_blocked_a_provider_does_not_read_their_message(
    provider: NewPerson, person: NewPerson
) -> None:
    ana, nadia = await provider(), await person("Nadia Kessler", "nadia")
    await ana.post("update_away", iv_away="yes", iv_away_message="In the hills.")
    await nadia.post("add_to_block", iv_user_id=ana.id)
    [card] = await nadia.get("/api/get_blocked_accounts")
    assert card.keys().isdisjoint(NOT_AWAY)
