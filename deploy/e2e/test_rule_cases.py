"""The cases of proto-contracts/rule_cases, through the gateway: values at the bounds of each field's rule."""

import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from client.api_client import Json
from client.personas import DEVICE, PASSWORD, PROFILE, Client, Provider, Shop, free_slots, new_email
from e2e import only

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "proto-contracts" / "rule_cases" / "fields.json").read_text(encoding="utf-8")
)
UNKNOWN = "0199c0de-0000-7000-8000-000000000000"
pytestmark = only.embedded


def form(call: str) -> dict[str, Json]:
    """Valid fields of this call; ids in them are unknown."""
    forms: dict[str, dict[str, Json]] = {
        "sign_up": {"iv_name": "Ada Marsh", "iv_email": new_email("ada"), "iv_password": PASSWORD},
        "verify_guest_credentials": {"iv_name": "Ada Marsh", "iv_email": new_email("ada")},
        "update_username": {"iv_username": f"ada_{secrets.token_hex(6)}"},
        "update_account_profile": {"iv_name": "Ada Marsh", "iv_phone": "4930123456"},
        "update_profile_info": PROFILE,
        "update_account_skills": {"iv_languages": ["english"], "iv_skills": ["yoga"]},
        "update_account_policy_perks": {"iv_policy_perks": ["Tea"]},
        "update_account_services": {
            "iv_action": "service_create",
            "iv_service_id": "none",
            "iv_service": "Consultation",
            "iv_duration": "30",
            "iv_cost": "40",
            "iv_currency": "EUR-DE",
            "iv_delivery_mode": "hybrid",
            "iv_brief": "",
        },
        "update_appointment_finance_settings": {
            "iv_currency": "EUR-DE",
            "iv_fee_policy": "negotiable",
            "iv_payment_methods": [],
            "iv_payment_note": "",
        },
        "create_post_feed_comment": {"iv_post_id": UNKNOWN, "iv_post_comment": "Well said."},
        "create_repost_feed_content": {"iv_post_id": UNKNOWN, "iv_repost_brief": ""},
        "feed_post_delete_archive_restore": {"iv_post_id": UNKNOWN, "iv_action": "delete"},
        "report_user_account": {
            "iv_user_id": UNKNOWN,
            "iv_report_type": "posts",
            "iv_report_issue_id": UNKNOWN,
            "iv_report_title": "Child Safety",
            "iv_report_details": "x",
            "iv_report_additional": "",
        },
        "create_appointment_rating": {
            "iv_order_id": UNKNOWN,
            "iv_provider_id": UNKNOWN,
            "iv_rating": "5",
            "iv_feedback": "Very well done.",
            "iv_trusted": "no",
        },
        "update_appointment_order_request": {
            "iv_order_id": UNKNOWN,
            "iv_booking_info_type": "order",
            "iv_response": "accepted",
            "iv_feedback": "",
            "iv_delivery_location": "",
        },
    }
    return {**forms[call], "iv_device_data": DEVICE}


def value_of(typed: object) -> Json:
    """The value of a case as it is sent."""
    if isinstance(typed, Mapping):
        repeated = cast(Mapping[str, Any], typed)
        return str(repeated["text"]) * int(repeated["times"])
    if isinstance(typed, str):
        return typed.replace("{unique}", secrets.token_hex(4))
    return cast(Json, typed)


async def test_each_case_gets_its_message(provider: Provider, shop: Shop, client: Client) -> None:
    slots = (await free_slots(client, shop))[:1]
    order = await client.book(shop, slots, iv_delivery_mode="remote", iv_delivery_location="")
    waiting = str(order.part("booking_data")["order_id"])
    wrong: list[str] = []
    for case in CASES:
        fields = {**form(case["call"]), case["field"]: value_of(case["value"])}
        if case["field"] == "iv_delivery_location":
            fields["iv_order_id"] = waiting
        answer = await provider.post(case["call"], **fields)
        message = answer.fields.get(case["field"])
        if message != case["message"]:
            wrong.append(
                f"{case['call']}.{case['field']} {case['value']!r}: {message!r}, not {case['message']!r}"
            )
        if case["message"] is not None and answer.done:
            wrong.append(f"{case['call']}.{case['field']} {case['value']!r} was taken")
    assert not wrong, "\n".join(wrong)
