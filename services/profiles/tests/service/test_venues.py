"""Where a provider's sessions are held: what they set, who hears of it, and what is left when they go."""

import json
from typing import Any

import httpx
import pytest
from contracts.events.identity import AccountDeleted
from contracts.events.profiles import ProfileUpdated, RemoteTerms, ServiceChanged
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import INFO, SERVICE, NewPerson, Person

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
    await ana.post("update_remote_meetings", iv_remote_kind="")
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


PLACE = {
    "iv_name": "Studio", "iv_street": "Torstraße 12", "iv_postcode": "10119", "iv_city": "Berlin",
    "iv_country": "Germany-DE", "iv_note": "Second yard",
}  # fmt: skip


async def places_of(somebody: Person) -> list[dict[str, Any]]:
    return (await somebody.get("/api/get_venue_settings"))["venue_settings"]["places"]


async def test_places_are_kept_in_order_told_and_shown_as_the_provider_allows(
    provider: NewPerson, person: NewPerson, published: EventRecorder
) -> None:
    ana, nadia = await provider(), await person()
    await ana.post("update_place", **PLACE)
    await ana.post("update_place", **{**PLACE, "iv_name": "Kiosk", "iv_note": ""})
    studio, kiosk = [each["place_id"] for each in await places_of(ana)]
    await ana.post("order_places", iv_place_ids=[kiosk, studio])
    await ana.post("update_place", **{**PLACE, "iv_place_id": studio, "iv_name": "Workshop"})
    told = (await published.wait_for(ProfileUpdated, 4))[-1].profile.venues.places
    assert [each.name for each in told] == ["Kiosk", "Workshop"]
    assert told[1].address == "Torstraße 12, 10119 Berlin, Germany"
    for shown_to, street in (("everybody", "Torstraße 12"), ("nobody", "")):
        await ana.post("update_profile_info", **{**INFO, "iv_street_shown_to": shown_to})
        page = (await nadia.get("/api/get_provider_profile", owner_id=ana.id))["account_data"]
        shown = json.loads(page["places"])
        assert [(each["name"], each["street"]) for each in shown] == [("Kiosk", street), ("Workshop", street)]
        assert (shown[1]["note"], shown[1]["city"]) == ("Second yard" if street else "", "Berlin")
    await ana.post("archive_place", iv_place_id=kiosk, iv_archived="yes")
    page = (await nadia.get("/api/get_provider_profile", owner_id=ana.id))["account_data"]
    assert [each["name"] for each in json.loads(page["places"])] == ["Workshop"]
    assert [each["archived"] for each in await places_of(ana)] == [True, False]


async def test_twenty_places_and_none_of_others(provider: NewPerson) -> None:
    ana, zoe = await provider(), await provider("Zoe Adler", "zoe")
    for number in range(20):
        await ana.post("update_place", **{**PLACE, "iv_name": f"Place {number}"})
    assert not (await ana.send("update_place", **PLACE)).json()["status"]
    first = (await places_of(ana))[0]["place_id"]
    assert (await zoe.send("update_place", **{**PLACE, "iv_place_id": first})).status_code == 404
    assert (await zoe.send("archive_place", iv_place_id=first, iv_archived="yes")).status_code == 404
    refused = (await ana.send("order_places", iv_place_ids=[first])).json()
    assert list(refused["message"]["iv_msg"]) == ["iv_place_ids"]
    refused = (await zoe.send("update_account_services", **{**SERVICE, "iv_place_ids": [first]})).json()
    assert list(refused["message"]["iv_msg"]) == ["iv_place_ids"]
    await ana.post("update_account_services", **{**SERVICE, "iv_place_ids": [first]})
    [service] = (await ana.get("/api/get_account_provider_services"))["account_services"]
    assert service["place_ids"] == json.dumps([first])


async def test_a_provider_says_where_they_go_to_clients(
    provider: NewPerson, published: EventRecorder, client: httpx.AsyncClient
) -> None:
    ana = await provider()
    sent: dict[str, Any] = {
        "iv_area_postcodes": '["10 1", "sw1-a", "101"]',
        "iv_area_radius": "20",
        "iv_area_latitude": "52.5",
        "iv_area_longitude": 13.4,
    }
    saved = (await ana.post("update_travel_area", **sent))["venue_settings"]
    assert (saved["area_postcodes"], saved["area_radius"]) == (["101", "SW1A"], 20)
    assert (saved["area_latitude"], saved["area_longitude"]) == (52.5, 13.4)
    told = (await published.wait_for(ProfileUpdated, 1))[-1].profile.venues.area
    assert (told.postcodes, told.radius_km, told.latitude) == (["101", "SW1A"], 20, 52.5)
    page = (await client.get("/api/get_provider_profile", params={"owner_id": ana.id})).text
    assert "52.5" not in page  # where a provider starts from may be their home
    for change, beside in (
        ({"iv_area_latitude": ""}, "iv_area_radius"),
        ({"iv_area_latitude": "91"}, "iv_area_latitude"),
        ({"iv_area_radius": "0"}, "iv_area_radius"),
        ({"iv_area_postcodes": ["1" * 13]}, "iv_area_postcodes"),
    ):
        answer = (await ana.send("update_travel_area", **sent | change)).json()
        assert (answer["status"], list(answer["message"]["iv_msg"])) == (False, [beside])
    saved = (await ana.post("update_travel_area"))["venue_settings"]
    assert (saved["area_postcodes"], saved["area_radius"], saved["area_latitude"]) == ([], None, None)


async def test_a_service_is_held_at_the_client_s(provider: NewPerson, published: EventRecorder) -> None:
    ana = await provider()
    visit = SERVICE | {"iv_at_client": "yes", "iv_travel_before": "20", "iv_travel_after": 30}
    service_id = (await ana.post("update_account_services", **visit))["service_id"]
    told = (await published.wait_for(ServiceChanged, 1))[0].service
    assert (told.at_client, told.travel_before, told.travel_after) == (True, 20, 30)
    change = SERVICE | {"iv_action": "service_update", "iv_service_id": service_id}
    listed = (await ana.get("/api/get_account_provider_services", filter="all"))["account_services"][0]
    assert (listed["at_client"], listed["travel_after"]) == (True, 30)
    await ana.post("update_account_services", **change, iv_at_client="no")
    assert (await published.wait_for(ServiceChanged, 2))[1].service.at_client is False
    for field, value in (("iv_at_client", "perhaps"), ("iv_travel_before", "241")):
        answer = (await ana.send("update_account_services", **change | {field: value})).json()
        assert (answer["status"], list(answer["message"]["iv_msg"])) == (False, [field])
