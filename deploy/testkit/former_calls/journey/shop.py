"""A provider's shop: profile, services, hours of all kinds; and how others find it."""

import json
from dataclasses import dataclass, field

from client.api_client import Json
from client.personas import DAYS, PROFILE

from testkit.former_calls.journey.zones import CLIENTS_ZONE, DEVICE, ZONE
from testkit.former_calls.people import People

CITY = "Husavik"
"""Where nobody else of the tests offers anything."""
Slot = dict[str, Json]


@dataclass
class Shop:
    """What the journey needs to know of the provider."""

    owner: str
    services: dict[str, str] = field(default_factory=dict[str, str])
    """Ids by name."""
    slots: list[Slot] = field(default_factory=list[Slot])


async def open_shop(people: People) -> Shop:
    """Mara fills in the profile, offers four services and sets hours of all kinds."""
    await people.refused("a reserved username is refused", "mara", "update_username", iv_username="admin")
    await people.post("mara takes a username", "mara", "update_username", iv_username=people.username("mara"))
    place = {"iv_country": "Iceland-IS", "iv_city": CITY, "iv_timezone": ZONE, "iv_device_data": DEVICE}
    profile = {**PROFILE, **place}
    await people.refused(
        "a phone of letters is refused",
        "mara",
        "update_profile_info",
        **{**profile, "iv_contact_phone": "abc"},
    )
    await people.post("mara fills in the profile", "mara", "update_profile_info", **profile)
    languages = {"iv_languages": ["english"], "iv_skills": ["massage", "yoga"]}
    await people.post("mara names skills", "mara", "update_account_skills", **languages)
    await people.post(
        "mara names perks", "mara", "update_account_policy_perks", iv_policy_perks=["Tea", "Free parking"]
    )
    terms = {"iv_currency": "EUR-DE", "iv_fee_policy": "negotiable"}
    await people.post(
        "mara says how to pay", "mara", "update_appointment_finance_settings",
        iv_payment_methods=["cash"], iv_payment_note="Cash, please.", **terms,
    )  # fmt: skip
    own = await people.get("mara reads the own profile", "mara", "get_account_profile")
    shop = Shop(own["account_data"]["owner_id"])
    await _offer_services(people, shop)
    await _set_hours(people, shop)
    return shop


def _service(name: str, minutes: int, cost: str, mode: str = "hybrid") -> dict[str, Json]:
    return {
        "iv_action": "service_create",
        "iv_service_id": "none",
        "iv_service": name,
        "iv_duration": str(minutes),
        "iv_cost": cost,
        "iv_currency": "EUR-DE",
        "iv_delivery_mode": mode,
        "iv_brief": f"{name} of {minutes} minutes.",
        "iv_device_data": DEVICE,
    }


async def _offer_services(people: People, shop: Shop) -> None:
    offered = {
        "Consultation": _service("Consultation", 30, "60"),
        "Massage": _service("Massage", 30, "45", "in-person"),
        "Talk": _service("Talk", 30, "zero", "remote"),
        "Former": _service("Former", 60, "10"),
        "Wrong": _service("Wrong", 60, "10"),
    }
    for name, fields in offered.items():
        made = await people.post(f"mara offers {name}", "mara", "update_account_services", **fields)
        shop.services[name] = made["service_id"]
    update = {**offered["Massage"], "iv_action": "service_update", "iv_service_id": shop.services["Massage"]}
    await people.post(
        "mara changes a price", "mara", "update_account_services", **{**update, "iv_cost": "50"}
    )
    await people.refused(
        "a price of letters is refused", "mara", "update_account_services", **{**update, "iv_cost": "dear"}
    )
    for name, what in (("Former", "service_archive"), ("Wrong", "service_delete")):
        await people.post(
            f"mara ends {name}", "mara", "archive_delete_account_services",
            iv_service_id=shop.services[name], iv_request_type=what,
        )  # fmt: skip


def _hours(people: People) -> dict[str, Json]:
    """Quota days with time off and buffers, a day of custom slots, a closed day, a day until midnight."""
    quota: dict[str, Json] = {
        "window_type": "quota",
        "window_status": "open",
        "quota_start_time": "08:00",
        "quota_end_time": "20:00",
        "quota_time_off": json.dumps([{"startTime": "12:00", "endTime": "13:15"}]),
        "quota_duration": "30",
        "quota_buffer": "0",
        "custom_slots": "[]",
    }
    custom = [
        {"id": "1", "startTime": "09:00", "endTime": "09:45", "alias": "Early", "duration": "45"},
        {"id": "2", "startTime": "14:00", "endTime": "15:00", "alias": "", "duration": "60"},
    ]
    days: dict[str, dict[str, Json]] = {
        **dict.fromkeys(DAYS, quota),
        "thursday": {**quota, "quota_duration": "60", "quota_buffer": "10", "quota_time_off": "[]"},
        "friday": {**quota, "window_type": "custom", "custom_slots": json.dumps(custom)},
        "saturday": {**quota, "window_status": "closed"},
        "sunday": {**quota, "quota_start_time": "22:00", "quota_end_time": "24:00", "quota_time_off": "[]"},
    }
    holiday = {"date": str(people.day(8)), "end_date": str(people.day(9)), "note": "Holiday"}
    other = {"window_status": "open", "window_type": "custom", "custom_slots": custom[:1]}
    return {
        "iv_timezone": ZONE,
        "iv_minimum_notice": "120",
        "iv_booking_horizon": "60",
        "iv_answer_hours": "48",
        "iv_date_overrides": json.dumps([holiday, {"date": str(people.day(10)), **other}]),
        **{f"iv_{day}_{name}": value for day, fields in days.items() for name, value in fields.items()},
    }


async def _set_hours(people: People, shop: Shop) -> None:
    hours = _hours(people)
    await people.refused(
        "an end before the start is refused", "mara", "update_appointment_window",
        **{**hours, "iv_monday_quota_end_time": "07:00"},
    )  # fmt: skip
    await people.post("mara tries the hours", "mara", "preview_appointment_window", **hours)
    await people.post("mara sets the hours", "mara", "update_appointment_window", **hours)
    await people.post(
        "mara answers within a day and two", "mara", "update_appointment_window", iv_answer_hours="48"
    )
    await people.get(
        "jose reads the hours", "jose", "get_provider_appointment_window", provider_id=shop.owner
    )


async def find_shop(people: People, shop: Shop) -> None:
    """Others find the provider and look for free times."""
    username = people.username("mara")
    await people.get("a stranger opens the page", "", "get_provider_profile", username=username)
    await people.get("jose opens the page", "jose", "get_provider_profile", owner_id=shop.owner)
    await people.get(
        "jose reads the services",
        "jose",
        "get_account_provider_services",
        filter="active",
        provider_id=shop.owner,
    )
    await people.get("mara reads all services", "mara", "get_account_provider_services", filter="all")
    await people.get("a stranger searches the city", "", "search", q="physiotherapy", city=CITY)
    await people.get(
        "jose searches a free Monday", "jose", "search",
        city=CITY, available_on=str(people.day(0)), timezone=CLIENTS_ZONE, sort="price",
    )  # fmt: skip
    await people.get("jose searches too cheap", "jose", "search", city=CITY, max_cost="1", category="legal")
    await people.get("jose sees the next free slots", "jose", "get_next_free_slots", provider_ids=shop.owner)
    query: dict[str, Json] = {"provider_id": shop.owner, "timezone": CLIENTS_ZONE, "duration": 60}
    query |= {"from": str(people.day(0)), "to": str(people.day(6))}
    found = await people.get("jose looks for an hour in a week", "jose", "get_available_slots", **query)
    monday = str(people.day(0))
    shop.slots = [
        slot for day in found["days"] for slot in day["slots"] if str(slot["provider_start_time"]) > monday
    ]
    query |= {"from": str(people.day(7)), "to": str(people.day(10))}
    await people.get("a stranger looks for a time around a holiday", "", "get_available_slots", **query)
    await people.get(
        "jose reads hours and what is taken", "jose", "get_provider_appointment_settings_and_booking_history",
        provider_id=shop.owner,
    )  # fmt: skip
