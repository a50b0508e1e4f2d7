"""A provider's services."""

from typing import Any

import httpx
import pytest
from chassis.db import Database
from chassis.ids import new_id
from contracts.events.profiles import ProfileUpdated, ServiceChanged
from contracts.rules import messages
from sqlalchemy import text
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import INFO, SERVICE, NewPerson, Person

pytestmark = pytest.mark.service


UNRULED: dict[str, Any] = {
    "buffer_before": 0,
    "buffer_after": 0,
    "minimum_notice": None,
    "booking_horizon": None,
    "most_per_day": None,
    "most_per_week": None,
    "offered_days": '["monday","tuesday","wednesday","thursday","friday","saturday","sunday"]',
    "confirmation": "request",
    "price_kind": "fixed",
    "taxes_included": "",
    "free_cancellation_hours": None,
    "late_cancellation": "allowed",
    "cancellation_words": "",
    "place_ids": "[]",
    "questions": "[]",
    "at_client": False,
    "travel_before": 0,
    "travel_after": 0,
}
"""A service whose provider says nothing of its booking rules."""


async def listed(client: httpx.AsyncClient, provider: Person) -> list[dict[str, Any]]:
    """What a visitor sees of a provider's services."""
    answer = await client.get("/api/get_account_provider_services", params={"provider_id": provider.id})
    return answer.json()["data"]["account_services"]


async def test_a_service_lives_through_its_statuses(
    provider: NewPerson, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    ana = await provider()
    service_id = (await ana.post("update_account_services", **SERVICE))["service_id"]
    assert await listed(client, ana) == [
        {
            "service_id": service_id,
            "provider_id": ana.id,
            "service": "Back massage",
            "duration": 45,
            "cost": 30,
            "currency": "EUR-ES",
            "delivery_mode": "in-person",
            "brief": "",
            "status": "active",
            **UNRULED,
        }
    ]
    changed = {**SERVICE, "iv_action": "service_update", "iv_service_id": service_id, "iv_cost": "zero"}
    await ana.post("update_account_services", **changed)
    assert (await listed(client, ana))[0]["cost"] == 0
    steps = [("service_archive", 0), ("service_restore", 1), ("service_archive", 0), ("service_delete", 0)]
    for request_type, seen in steps:
        request = {"iv_service_id": service_id, "iv_request_type": request_type}
        await ana.post("archive_delete_account_services", **request)
        assert len(await listed(client, ana)) == seen
    assert await ana.get("/api/get_account_provider_services", filter="all") == {
        "account_services": [],
        "fee_policy": "non-negotiable",
        "payment_methods": "[]",
        "payment_note": "",
    }
    events = await published.wait_for(ServiceChanged, 6)
    assert [event.service.revision for event in events] == [1, 2, 3, 4, 5, 6]
    assert (events[0].service.cost_minor, events[0].service.duration_minutes) == (3000, 45)
    assert events[-1].service.status == "deleted"
    answer = await ana.send("update_account_services", **changed)
    assert answer.status_code == 404


async def test_booking_rules_stay_until_they_are_sent_again(
    provider: NewPerson, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    ana = await provider()
    rules = {
        "iv_buffer_before": "10", "iv_buffer_after": "15", "iv_minimum_notice": "120",
        "iv_booking_horizon": "30", "iv_most_per_day": "4", "iv_most_per_week": "12",
        "iv_offered_days": '["friday","monday"]', "iv_confirmation": "known", "iv_price_kind": "from",
        "iv_taxes_included": "yes", "iv_cost": "24.50", "iv_free_cancellation_hours": "24",
        "iv_late_cancellation": "refused", "iv_cancellation_words": "  Half is due. ",
    }  # fmt: skip
    service_id = (await ana.post("update_account_services", **SERVICE | rules))["service_id"]
    ruled = {
        "buffer_before": 10, "buffer_after": 15, "minimum_notice": 120, "booking_horizon": 30,
        "most_per_day": 4, "most_per_week": 12, "offered_days": '["monday","friday"]',
        "confirmation": "known", "price_kind": "from", "taxes_included": "yes",
        "free_cancellation_hours": 24, "late_cancellation": "refused", "cancellation_words": "Half is due.",
    }  # fmt: skip
    assert (await listed(client, ana))[0].items() >= (ruled | {"cost": 24.5}).items()
    change = SERVICE | {"iv_action": "service_update", "iv_service_id": service_id}
    await ana.post("update_account_services", **change, iv_buffer_after="0")
    assert (await listed(client, ana))[0].items() >= (ruled | {"cost": 30, "buffer_after": 0}).items()
    blank = dict.fromkeys(
        (
            "iv_minimum_notice",
            "iv_booking_horizon",
            "iv_most_per_day",
            "iv_most_per_week",
            "iv_offered_days",
            "iv_free_cancellation_hours",
            "iv_cancellation_words",
        ),
        "",
    )
    plain = {
        "iv_buffer_before": 0,
        "iv_confirmation": "request",
        "iv_price_kind": "fixed",
        "iv_late_cancellation": "allowed",
    }
    await ana.post("update_account_services", **change | blank | plain, iv_taxes_included="")
    assert (await listed(client, ana))[0].items() >= UNRULED.items()
    events = await published.wait_for(ServiceChanged, 3)
    told = events[0].service
    assert (told.cost_minor, told.buffer_before, told.offered_days) == (2450, 10, 0b0010001)
    assert (told.most_per_week, told.confirmation, told.price_kind) == (12, "known", "from")
    assert (told.free_cancellation_hours, told.late_cancellation) == (24, "refused")
    assert events[2].service.most_per_week is None


@pytest.mark.parametrize(
    ("currency", "cost", "shown", "refusal"),
    [
        ("EUR-ES", "24.50", 24.5, ""),
        ("EUR-ES", 24.5, 24.5, ""),
        ("EUR-ES", "24.505", None, "A price in EUR has 2 decimals at most."),
        ("JPY-JP", "2500", 2500, ""),
        ("JPY-JP", "24.5", None, "A price in JPY has no decimals."),
        ("KWD-KW", "1.005", 1.005, ""),
        ("KWD-KW", "1.0005", None, "A price in KWD has 3 decimals at most."),
    ],
)
async def test_a_price_has_the_decimals_of_its_currency(
    provider: NewPerson, client: httpx.AsyncClient, currency: str, cost: object, shown: float, refusal: str
) -> None:
    ana = await provider()
    answer = (
        await ana.send("update_account_services", **SERVICE | {"iv_currency": currency, "iv_cost": cost})
    ).json()
    assert answer["message"]["iv_msg"] == ({"iv_cost": refusal} if refusal else {})
    assert [service["cost"] for service in await listed(client, ana)] == ([] if refusal else [shown])


async def test_what_is_free_or_on_request_has_no_cost(provider: NewPerson, client: httpx.AsyncClient) -> None:
    ana = await provider()
    for kind, cost, refusal in (
        ("free", "30", "A service that is free or priced on request has no cost."),
        ("on_request", "30", "A service that is free or priced on request has no cost."),
        ("from", "0", "Enter the lowest price of this service."),
    ):
        answer = await ana.send(
            "update_account_services", **SERVICE | {"iv_price_kind": kind, "iv_cost": cost}
        )
        assert answer.json()["message"]["iv_msg"] == {"iv_cost": refusal}
    created = SERVICE | {"iv_price_kind": "on_request", "iv_cost": "zero"}
    service_id = (await ana.post("update_account_services", **created))["service_id"]
    former = SERVICE | {"iv_action": "service_update", "iv_service_id": service_id}
    for cost, kind in (("zero", "on_request"), ("30", "fixed")):
        await ana.post("update_account_services", **former | {"iv_cost": cost})
        assert [service["price_kind"] for service in await listed(client, ana)] == [kind]


async def test_a_status_is_not_reached_twice(provider: NewPerson) -> None:
    ana = await provider()
    service_id = (await ana.post("update_account_services", **SERVICE))["service_id"]
    answer = await ana.send(
        "archive_delete_account_services", iv_service_id=service_id, iv_request_type="service_restore"
    )
    assert (answer.status_code, answer.json()["status"]) == (200, False)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("iv_service", "ab", messages.LENGTH_RANGE.format(a=3, b=150)),
        ("iv_duration", "", "The hour or min field is required"),
        ("iv_duration", "1h", messages.NUMERIC),
        ("iv_cost", "", messages.REQUIRED),
        ("iv_cost", "-1", messages.NUMERIC),
        ("iv_currency", "", messages.REQUIRED),
        ("iv_delivery_mode", "", messages.REQUIRED),
        ("iv_brief", "x" * 501, messages.TEXT_MAX.format(n=500)),
        ("iv_action", "service_steal", messages.NOT_AN_OPTION),
    ],
)
async def test_a_bad_field_is_named(
    provider: NewPerson, client: httpx.AsyncClient, field: str, value: object, message: str
) -> None:
    ana = await provider()
    answer = await ana.send("update_account_services", **{**SERVICE, field: value})
    assert answer.json()["message"]["iv_msg"] == {field: message}
    assert await listed(client, ana) == []


async def test_a_missing_duration_is_the_spec_s_message(provider: NewPerson) -> None:
    ana = await provider()
    form = {name: value for name, value in SERVICE.items() if name != "iv_duration"}
    answer = await ana.send("update_account_services", **form)
    assert answer.json()["message"]["iv_msg"] == {"iv_duration": "The hour or min field is required"}


async def test_only_the_owner_touches_a_service(provider: NewPerson, person: NewPerson) -> None:
    ana, ben, nadia = await provider(), await provider("Ben Adler", "ben"), await person()
    service_id = (await ana.post("update_account_services", **SERVICE))["service_id"]
    theft = {**SERVICE, "iv_action": "service_update", "iv_service_id": service_id}
    deletion = {"iv_service_id": service_id, "iv_request_type": "service_delete"}
    for other in (ben, nadia):
        assert (await other.send("update_account_services", **theft)).status_code == 403
        assert (await other.send("archive_delete_account_services", **deletion)).status_code == 403
        answer = await other.ask("/api/get_account_provider_services", provider_id=ana.id, filter="all")
        assert answer.status_code == 403
    assert (await nadia.send("update_account_services", **SERVICE)).status_code == 403
    unknown = {"iv_service_id": new_id(), "iv_request_type": "service_delete"}
    assert (await ana.send("archive_delete_account_services", **unknown)).status_code == 404
    assert len((await ana.get("/api/get_account_provider_services"))["account_services"]) == 1


async def test_a_hundred_services_are_enough(provider: NewPerson, database_url: str) -> None:
    ana, ben = await provider(), await provider("Ben Adler", "ben")
    first = (await ana.post("update_account_services", **SERVICE))["service_id"]
    columns = (
        "name, duration_minutes, cost_minor, currency, minor_digits, delivery_mode, brief, status, revision"
    )
    database = Database(database_url)
    async with database.writing() as tx:
        await tx.session.execute(
            text(
                f"INSERT INTO service (service_id, provider_id, {columns}) "  # noqa: S608
                f"SELECT service_id || n, provider_id, {columns} FROM service, generate_series(1, 98) n"
            )
        )
    await database.close()
    archive = {"iv_service_id": first, "iv_request_type": "service_archive"}
    await ana.post("archive_delete_account_services", **archive)
    await ana.post("update_account_services", **SERVICE)
    refused = (await ana.send("update_account_services", **SERVICE)).json()
    assert refused["message"]["main_msg"] == "You can have 100 services at most."
    await ben.post("update_account_services", **SERVICE)
    await ana.post("archive_delete_account_services", **archive | {"iv_request_type": "service_delete"})
    await ana.post("update_account_services", **SERVICE)


async def test_services_of_nobody(client: httpx.AsyncClient) -> None:
    call = "/api/get_account_provider_services"
    assert (await client.get(call)).status_code == 401
    assert (await client.get(call, params={"provider_id": new_id()})).status_code == 404


async def test_finance_settings_are_the_provider_s(
    provider: NewPerson, person: NewPerson, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    ana, nadia = await provider(), await person()
    before = await ana.get("/api/get_appointment_finance_settings")
    assert before["finance_settings"] == {
        "currency": "EUR-ES",
        "fee_policy": "non-negotiable",
        "payment_methods": "[]",
        "payment_note": "",
    }
    after = await ana.post(
        "update_appointment_finance_settings",
        iv_currency="PEN-PE",
        iv_fee_policy="negotiable",
        iv_payment_methods=["cash", "card", "cash"],
        iv_payment_note="At the door.",
    )
    assert after["finance_settings"] == {
        "currency": "PEN-PE",
        "fee_policy": "negotiable",
        "payment_methods": '["cash","card"]',
        "payment_note": "At the door.",
    }
    page = await client.get("/api/get_provider_profile", params={"owner_id": ana.id})
    assert page.json()["data"]["account_data"]["currency"] == "PEN-PE"
    services = await client.get("/api/get_account_provider_services", params={"provider_id": ana.id})
    shown = services.json()["data"]
    assert shown.pop("account_services") == []
    assert shown == {
        "fee_policy": "negotiable",
        "payment_methods": '["cash","card"]',
        "payment_note": "At the door.",
    }, "clients see it before they book"
    await ana.post(
        "update_appointment_finance_settings",
        iv_currency="PEN-PE", iv_fee_policy="negotiable", iv_payment_methods=["cash"], iv_payment_note="",
    )  # fmt: skip
    await ana.post("update_profile_info", **INFO)
    events = await published.wait_for(ProfileUpdated, 3)
    assert [(event.profile.currency, event.profile.revision) for event in events] == [
        ("PEN-PE", 2), ("PEN-PE", 3), ("EUR-ES", 4),
    ]  # fmt: skip
    assert [event.profile.payment.payment_methods for event in events] == [
        ["cash", "card"],
        ["cash"],
        ["cash"],
    ]
    assert events[0].profile.payment.payment_note == "At the door."
    assert (await nadia.ask("/api/get_appointment_finance_settings")).status_code == 403
    answer = await nadia.send("update_appointment_finance_settings", iv_currency="EUR-DE")
    assert answer.status_code == 403
