"""Publishing, editing and reading profiles."""

import json
from typing import Any

import httpx
import pytest
from chassis.ids import new_id
from contracts.events.identity import AccountDeleted, AccountRenamed
from contracts.events.profiles import AccountProfileChanged, ProfileCompleted, ProfileUpdated
from contracts.languages import LANGUAGES
from contracts.rules import messages, options
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import INFO, NewPerson, account

pytestmark = pytest.mark.service

ACCOUNT_DATA = {
    "owner_id", "bio", "expertise", "skills", "languages", "policy_perks", "category", "contact_phone",
    "country", "city", "currency", "location_address", "delivery_mode", "username", "email", "avatar",
    "media_name", "timezone",
}  # fmt: skip


async def test_a_complete_profile_makes_a_provider(person: NewPerson, published: EventRecorder) -> None:
    nadia = await person("Nadia Kessler", "nadia")
    data = await nadia.post("update_profile_info", **INFO)
    assert data["session_changes"] == {
        "onboardProfile": True,
        "serviceProvider": True,
        "accountType": "provider",
        "name": "Nadia Kessler",
        "phone": "34600111222",
    }
    assert set(data["account_data"]) >= ACCOUNT_DATA
    completed = await published.first(ProfileCompleted)
    assert completed.profile.completed
    assert (completed.profile.account_id, completed.profile.currency) == (nadia.id, "EUR-ES")
    assert completed.profile.timezone == "Europe/Madrid"
    await nadia.post("update_profile_info", **{**INFO, "iv_bio": "I mend knees, too."})
    updated = await published.first(ProfileUpdated)
    assert updated.profile.revision > completed.profile.revision
    assert len(published.of(ProfileCompleted)) == 1


async def test_the_zone_is_the_device_s_at_first_and_later_the_one_that_is_chosen(
    person: NewPerson, published: EventRecorder
) -> None:
    nadia = await person("Nadia Kessler", "nadia")

    async def zone_after(device: str, **typed: str) -> str:
        form = {**INFO, "iv_timezone": "", "iv_device_data": {"timezone": device}, **typed}
        return (await nadia.post("update_profile_info", **form))["account_data"]["timezone"]

    assert await zone_after("America/Lima") == "America/Lima"
    assert await zone_after("Asia/Tokyo") == "America/Lima"
    assert await zone_after("Asia/Tokyo", iv_timezone="Europe/Lisbon") == "Europe/Lisbon"
    told = [event.profile.timezone for event in await published.wait_for(ProfileUpdated, 2)]
    assert told == ["America/Lima", "Europe/Lisbon"]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("iv_category", "", messages.REQUIRED),
        ("iv_category", "plumbing", messages.NOT_AN_OPTION),
        ("iv_expertise", "ab", messages.LENGTH_RANGE.format(a=3, b=60)),
        ("iv_expertise", "<b>bold</b>", messages.SAFE_INPUT),
        ("iv_contact_phone", "+34600", messages.NUMERIC),
        ("iv_contact_phone", "12345", messages.LENGTH_RANGE.format(a=6, b=16)),
        ("iv_country", "Peru", messages.LENGTH_RANGE.format(a=6, b=60)),
        ("iv_city", None, messages.REQUIRED),
        ("iv_currency", "EURO-ES", messages.LENGTH_RANGE.format(a=2, b=6)),
        ("iv_location_address", "x" * 151, messages.LENGTH_RANGE.format(a=3, b=150)),
        ("iv_delivery_mode", "pigeon", messages.NOT_AN_OPTION),
        ("iv_bio", ["a", "list"], messages.NOT_TEXT),
        ("iv_bio", "x" * 501, messages.LENGTH_RANGE.format(a=3, b=500)),
        ("iv_timezone", "Mars/Olympus", messages.NOT_AN_OPTION),
    ],
)
async def test_a_bad_field_is_named_and_nothing_is_saved(
    person: NewPerson, field: str, value: object, message: str
) -> None:
    nadia = await person()
    answer = await nadia.send("update_profile_info", **{**INFO, field: value})
    assert answer.status_code == 200
    assert answer.json()["status"] is False
    assert answer.json()["message"]["iv_msg"] == {field: message}
    data = await nadia.get("/api/get_account_profile")
    assert data["account_data"]["expertise"] == ""
    assert data["account_data"]["onboardProfile"] is False


async def test_skills_languages_and_perks_are_kept_as_lists(
    provider: NewPerson, client: httpx.AsyncClient
) -> None:
    ana = await provider()
    await ana.post(
        "update_account_skills", iv_languages='["english", "spanish"]', iv_skills=["C++", " c++ ", "Go"]
    )
    await ana.post("update_account_policy_perks", iv_policy_perks=["Free tea", "Free tea", ""])
    answer = await client.get("/api/get_provider_profile", params={"username": "ANA"})
    data = answer.json()["data"]["account_data"]
    assert json.loads(data["skills"]) == ["C++", "Go"]
    assert json.loads(data["languages"]) == ["english", "spanish"]
    assert json.loads(data["policy_perks"]) == ["Free tea"]


@pytest.mark.parametrize("nothing", [[], "[]", None, ["", "  "]])
async def test_empty_lists_are_refused(person: NewPerson, nothing: Any) -> None:
    nadia = await person()
    answer = await nadia.send("update_account_skills", iv_skills=nothing)
    assert answer.json()["message"]["iv_msg"] == {
        "iv_skills": "At least one data is required",
        "iv_languages": "At least one data is required",
    }
    answer = await nadia.send("update_account_policy_perks", iv_policy_perks=nothing)
    assert answer.json()["message"]["iv_msg"] == {"iv_policy_perks": "At least one data is required"}


async def test_whether_the_mail_address_is_confirmed_is_the_owners_business(
    provider: NewPerson, person: NewPerson, client: httpx.AsyncClient
) -> None:
    ana, nadia = await provider(), await person()
    page = "/api/get_provider_profile"
    assert (await ana.get(page, owner_id=ana.id))["account_data"]["auto_verification"] == "verified"
    assert (await nadia.get(page, owner_id=ana.id))["account_data"]["auto_verification"] == ""
    visited = (await client.get(page, params={"owner_id": ana.id})).json()["data"]
    assert visited["account_data"]["auto_verification"] == ""


async def test_a_visitor_sees_the_page_without_the_mail_address(
    provider: NewPerson, client: httpx.AsyncClient
) -> None:
    ana = await provider()
    for query in ({"username": "ana"}, {"owner_id": ana.id}):
        data = (await client.get("/api/get_provider_profile", params=query)).json()["data"]
        assert data["account_data"]["name"] == "Ana Pérez"
        assert data["account_data"]["email"] == ""
        assert data["rating_summary"] == {"rating": 0, "reviews": 0}
    own = await ana.get("/api/get_provider_profile", owner_id=ana.id)
    assert own["account_data"]["email"] == f"{ana.id}@example.com"


async def test_a_page_is_found_by_name_where_no_username_fits(
    person: NewPerson, provider: NewPerson, client: httpx.AsyncClient
) -> None:
    call = "/api/get_provider_profile"
    ana = await provider("Ana / Núñez", "")
    await provider("ANA / NÚÑEZ", "second")
    await person("Otto Brandt")
    by_name = await client.get(call, params={"username": "ana / núñez"})
    assert by_name.json()["data"]["account_data"]["owner_id"] == ana.id
    assert (await client.get(call, params={"username": "Otto Brandt"})).status_code == 404
    squatter = await provider("second", "")
    by_username = (await client.get(call, params={"username": "Second"})).json()["data"]
    assert by_username["account_data"]["name"] == "ANA / NÚÑEZ"
    assert squatter.id != by_username["account_data"]["owner_id"]


@pytest.mark.parametrize(
    ("query", "status"),
    [({"username": "nobody"}, 404), ({"owner_id": new_id()}, 404), ({}, 404), ({"owner_id": "\x00"}, 200)],
)
async def test_an_unknown_provider_is_not_found(
    client: httpx.AsyncClient, query: dict[str, str], status: int
) -> None:
    answer = await client.get("/api/get_provider_profile", params=query)
    assert (answer.status_code, answer.json()["status"]) == (status, False)


async def test_a_client_keeps_name_and_phone(person: NewPerson, published: EventRecorder) -> None:
    nadia = await person("Nadia Kessler")
    data = await nadia.post("update_account_profile", iv_name="Nadia K.", iv_phone="")
    assert data["account_data"]["name"] == "Nadia K."
    changed = await published.first(AccountProfileChanged)
    assert (changed.name, changed.phone) == ("Nadia K.", "")
    answer = await nadia.send("update_account_profile", iv_name="N", iv_phone="12")
    assert answer.json()["message"]["iv_msg"] == {
        "iv_name": messages.LENGTH_RANGE.format(a=3, b=120),
        "iv_phone": messages.LENGTH_RANGE.format(a=6, b=16),
    }


async def test_a_provider_chooses_a_display_name_and_changes_it_later(
    person: NewPerson, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    ana = await person("Ana Pérez", "ana")
    for name, initials in (("Studio Norte", "SN"), ("Atelier Sur", "AS")):
        saved = await ana.post("update_profile_info", **INFO, iv_name=name)
        assert saved["session_changes"]["name"] == name
        page = (await client.get("/api/get_provider_profile", params={"username": "ana"})).json()["data"]
        shown = page["account_data"]
        assert (shown["name"], shown["username"]) == (name, "ana")
        assert shown["avatar"] == f"/media/avatars/drawn/{initials}.svg"
        found = (await client.get("/api/search", params={"q": name})).json()["data"]["providers"]
        assert [one["name"] for one in found] == [name]
    await published.wait_for(ProfileUpdated, 1)
    renamed = published.of(AccountProfileChanged)
    assert [event.name for event in renamed] == ["Studio Norte", "Atelier Sur"]
    assert [event.phone for event in renamed] == ["34600111222", "34600111222"]


async def test_a_profile_saved_without_a_name_keeps_the_name(
    person: NewPerson, published: EventRecorder
) -> None:
    ana = await person("Ana Pérez", "ana")
    saved = await ana.post("update_profile_info", **INFO)
    assert (saved["account_data"]["name"], saved["session_changes"]["name"]) == ("Ana Pérez", "Ana Pérez")
    await published.first(ProfileCompleted)
    assert published.of(AccountProfileChanged) == []
    refused = (await ana.send("update_profile_info", **INFO, iv_name="An")).json()
    assert refused["message"]["iv_msg"] == {"iv_name": messages.LENGTH_RANGE.format(a=3, b=120)}


async def test_a_provider_keeps_a_telephone_number(provider: NewPerson) -> None:
    ana = await provider()
    refused = (await ana.send("update_account_profile", iv_name="Ana Pérez", iv_phone="")).json()
    assert refused["message"]["iv_msg"] == {"iv_phone": messages.REQUIRED}
    assert (await ana.get("/api/get_account_profile"))["account_data"]["contact_phone"] == "34600111222"
    saved = await ana.post("update_account_profile", iv_name="Ana Pérez", iv_phone="34600111333")
    assert saved["account_data"]["contact_phone"] == "34600111333"


async def test_a_client_s_data_is_nobody_else_s(person: NewPerson, client: httpx.AsyncClient) -> None:
    nadia, otto = await person("Nadia Kessler"), await person("Otto Brandt", "otto")
    for somebody in (nadia, otto):
        await somebody.post("update_account_profile", iv_name="A Client", iv_phone="34600111222")
        await somebody.post("update_account_skills", iv_skills=["Secret"], iv_languages=["english"])
    call = "/api/get_provider_profile"
    assert (await client.get(call, params={"owner_id": nadia.id})).status_code == 404
    assert (await otto.ask(call, owner_id=nadia.id)).status_code == 404
    seen = (await client.get(call, params={"username": "otto"})).json()["data"]["account_data"]
    assert (seen["name"], seen["contact_phone"], seen["skills"], seen["onboardProfile"]) == (
        "A Client",
        "",
        "[]",
        False,
    )
    own = (await otto.get(call, username="otto"))["account_data"]
    assert (own["contact_phone"], own["skills"]) == ("34600111222", '["Secret"]')


async def test_the_newest_name_wins_and_a_deleted_account_stays_gone(
    provider: NewPerson, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    ana = await provider()
    await published.tell(
        AccountRenamed(account=account(ana.id, "Ana Ruiz", "ana_ruiz", revision=3)),
        AccountRenamed(account=account(ana.id, "Ana Old", "ana_old", revision=2)),
    )
    page = await client.get("/api/get_provider_profile", params={"username": "ana_ruiz"})
    assert page.json()["data"]["account_data"]["name"] == "Ana Ruiz"
    await published.tell(
        AccountDeleted(account_id=ana.id),
        AccountRenamed(account=account(ana.id, "Ana Back", "ana_ruiz", revision=9)),
    )
    for query in ({"username": "ana_ruiz"}, {"owner_id": ana.id}):
        assert (await client.get("/api/get_provider_profile", params=query)).status_code == 404
    assert (await ana.send("update_profile_info", **INFO)).status_code == 422
    assert (await client.get("/api/search", params={"q": "physiotherapist"})).json()["data"][
        "providers"
    ] == []


@pytest.mark.parametrize(
    "call", ["update_profile_info", "update_account_skills", "update_account_policy_perks",
             "update_account_profile", "update_account_services", "archive_delete_account_services",
             "update_avatar", "add_new_interest", "remove_existing_interest", "update_trust_status",
             "add_to_block", "remove_from_block", "report_user_account",
             "update_appointment_finance_settings"],
)  # fmt: skip
async def test_nobody_writes_without_an_account(client: httpx.AsyncClient, tokens: Any, call: str) -> None:
    guest = {"Authorization": f"Bearer {tokens.guest(new_id(), 'A Guest', 'guest@example.com')}"}
    for headers in ({}, guest, {"Authorization": "Bearer nonsense"}):
        answer = await client.post(f"/api/{call}", json={}, headers=headers)
        assert answer.status_code == 401
        assert answer.json()["status"] is False


async def test_every_language_of_the_app_and_more_can_be_spoken(
    provider: NewPerson, client: httpx.AsyncClient
) -> None:
    assert options.LANGUAGES[:4] == ("english", "french", "spanish", "arabic")
    assert set(LANGUAGES) < set(options.LANGUAGES)
    somebody = await provider()
    for language in ("german", "portuguese", "ukrainian"):
        await somebody.post("update_account_skills", iv_skills=["Go"], iv_languages=[language])
        found = await client.get("/api/search", params={"language": language})
        assert len(found.json()["data"]["providers"]) == 1
    refused = await somebody.send("update_account_skills", iv_skills=["Go"], iv_languages=["klingon"])
    assert "iv_languages" in refused.json()["message"]["iv_msg"]
