"""Malformed input gets the envelope of api.md 1 and never a 5xx."""

import json
from typing import Any

import httpx
import pytest

from services.profiles.tests.conftest import INFO, SERVICE, NewPerson

pytestmark = pytest.mark.service

CALLS: dict[str, dict[str, Any]] = {
    "update_profile_info": INFO,
    "update_account_skills": {"iv_skills": ["Go"], "iv_languages": ["english"]},
    "update_account_policy_perks": {"iv_policy_perks": ["Tea"]},
    "update_away": {"iv_away": "yes", "iv_away_until": "2027-06-01", "iv_away_message": "Away"},
    "update_remote_meetings": {"iv_remote_kind": "link", "iv_remote_link": "https://meet.example.com/ana"},
    "archive_place": {"iv_place_id": "x", "iv_archived": "yes"},
    "order_places": {"iv_place_ids": []},
    "update_account_profile": {"iv_name": "Ana Pérez", "iv_phone": "123456"},
    "update_account_services": SERVICE,
    "archive_delete_account_services": {"iv_service_id": "x", "iv_request_type": "service_delete"},
    "update_appointment_finance_settings": {"iv_currency": "EUR-ES", "iv_payment_methods": []},
    "update_avatar": {"iv_media_base": "none"},
    "add_new_interest": {"iv_provider_id": "x"},
    "remove_existing_interest": {"iv_provider_id": "x"},
    "update_trust_status": {"iv_provider_id": "x", "iv_trusted": "yes"},
    "add_to_block": {"iv_user_id": "x"},
    "remove_from_block": {"iv_user_id": "x"},
    "report_user_account": {
        "iv_user_id": "x",
        "iv_report_type": "posts",
        "iv_report_issue_id": "x",
        "iv_report_title": "Child Safety",
    },
}
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**40, 1.5, "", " ", "\x00", "a\x00b", "\ud800", "\u202e\u0000", "𝔘" * 70, "'; --",
    "x" * 30_000, [], [None], [[[]]], {}, {"a": {"b": []}}, "[", '{"a":', "[[[[", "null", "NaN", "1e400",
)  # fmt: skip

BODIES = (b"", b"[]", b"null", b"5", b'"text"', b"{", b"\xff\xfe", b"[" * 5000, b"{}", b'{"a":1}')


def envelope(answer: httpx.Response) -> dict[str, Any]:
    """The answer, checked to be an envelope and no 5xx."""
    assert answer.status_code < 500, answer.text
    body = answer.json()
    assert set(body) == {"status", "message", "data"}
    assert set(body["message"]) == {"main_msg", "iv_msg"}
    return body


async def test_odd_fields(provider: NewPerson) -> None:
    """Each odd value in one field after the other, and in all of them at once."""
    ana = await provider()
    headers = {**ana.bearer, "Content-Type": "application/json"}
    for call, fields in CALLS.items():
        names = list(fields)
        for turn, odd in enumerate(ODD):
            for body in ({**fields, names[turn % len(names)]: odd}, dict.fromkeys(names, odd)):
                answer = await ana.client.post(f"/api/{call}", content=json.dumps(body), headers=headers)
                envelope(answer)


async def test_odd_bodies(provider: NewPerson) -> None:
    ana = await provider()
    headers = {**ana.bearer, "Content-Type": "application/json"}
    for call in CALLS:
        for content in BODIES:
            answer = await ana.client.post(f"/api/{call}", content=content, headers=headers)
            assert envelope(answer)["status"] is False, (call, content)


QUESTIONS = (
    "get_trust_status/%00",
    "get_trust_status/" + "x" * 500,
    "get_provider_profile?owner_id=%00",
    "get_provider_profile?username=%F0%9F%99%82",
    "get_account_provider_services?filter=odd",
    "get_account_provider_services?provider_id=%00",
    "get_my_circle?limit=x",
    "get_my_circle?cursor=W10",
    "get_my_circle?cursor=WzFd",
    "get_blocked_accounts?cursor=e30",
    "search?q=%00",
    "search?city=%00&country=%00",
    "search?max_cost=1e999",
    "search?sort=price&cursor=WyJwcmljZSIsMWU0MDAsIngiXQ",
    "search?sort=newest&cursor=WyJuZXdlc3QiLC0xLCJ4Il0",
    "search?sort=newest&cursor=WyJuZXdlc3QiLDFlMzAsIngiXQ",
    "search?language=klingon",
)


async def test_odd_questions(provider: NewPerson) -> None:
    ana = await provider()
    for path in QUESTIONS:
        envelope(await ana.ask(f"/api/{path}"))
