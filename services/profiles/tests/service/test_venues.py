"""Where a provider's sessions are held: what they set, who hears of it, and what is left when they go."""

from typing import Any

import httpx
import pytest
from contracts.events.identity import AccountDeleted
from contracts.events.profiles import ProfileUpdated, RemoteTerms
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import NewPerson, Person

pytestmark = pytest.mark.service

TEMPLATE = {"iv_remote_kind": "template", "iv_remote_link": "https://meet.example.org/{order}"}
NOTHING = {"remote_kind": "", "remote_link": "", "remote_server": "", "default_server": ""}


async def remote_of(somebody: Person) -> dict[str, Any]:
    shown = (await somebody.get("/api/get_venue_settings"))["venue_settings"]
    return {name: shown[name] for name in NOTHING}


async def test_how_remote_links_come_about_is_kept_and_told(
    provider: NewPerson, published: EventRecorder
) -> None:
    ana = await provider()
    assert await remote_of(ana) == NOTHING
    saved = await ana.post("update_remote_meetings", **TEMPLATE)
    kept = {**NOTHING, "remote_kind": "template", "remote_link": "https://meet.example.org/{order}"}
    assert {name: saved["venue_settings"][name] for name in NOTHING} == kept == await remote_of(ana)
    told = (await published.first(ProfileUpdated)).profile
    assert told.venues.remote == RemoteTerms(kind="template", link="https://meet.example.org/{order}")
    await ana.post("update_away", iv_away="no")  # what says nothing of venues leaves them alone
    told = (await published.wait_for(ProfileUpdated, 2))[-1].profile
    assert told.venues.remote.kind == "template"
    await ana.post("update_remote_meetings")
    assert await remote_of(ana) == NOTHING


async def test_a_wrong_address_is_refused_beside_its_field_and_changes_nothing(provider: NewPerson) -> None:
    ana = await provider()
    await ana.post("update_remote_meetings", **TEMPLATE)
    for fields, beside in (
        ({"iv_remote_kind": "link", "iv_remote_link": "javascript:alert(1)"}, "iv_remote_link"),
        ({"iv_remote_kind": "room"}, "iv_remote_server"),  # the deployment offers none
        ({"iv_remote_kind": "fax"}, "iv_remote_kind"),
    ):
        answer = (await ana.send("update_remote_meetings", **fields)).json()
        assert (answer["status"], list(answer["message"]["iv_msg"])) == (False, [beside])
    assert (await remote_of(ana))["remote_kind"] == "template"


async def test_the_settings_are_for_providers_alone(person: NewPerson, client: httpx.AsyncClient) -> None:
    nadia = await person()
    assert (await nadia.ask("/api/get_venue_settings")).status_code == 403
    assert (await nadia.send("update_remote_meetings", **TEMPLATE)).status_code == 403
    assert (await client.post("/api/update_remote_meetings", json=TEMPLATE)).status_code == 401


async def test_an_export_has_the_settings_and_erasure_leaves_none(
    provider: NewPerson, published: EventRecorder
) -> None:
    ana = await provider()
    await ana.post("update_remote_meetings", **TEMPLATE)
    [row] = (await ana.get("/internal/export"))["venue_settings"]
    assert row["remote_link"] == "https://meet.example.org/{order}"
    await published.tell(AccountDeleted(account_id=ana.id))
    assert (await ana.get("/internal/export"))["venue_settings"] == []
