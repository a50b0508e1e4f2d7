"""What every service holds about a guest, in one answer: whole, or not at all."""

import pytest
from testkit.gateway_harness import GatewayHarness, OpenHarness, enveloped

AWAY = "http://127.0.0.1:9"
GUEST_DATA = {
    "booking": {"name": "Gus", "email": "gus@example.com", "bookings": [{"order_id": "o"}]},
    "profiles": {"requests": [{"request_id": "r"}]},
    "notifications": {"mails": [{"kind": "guest_code"}]},
}
GUEST_KEY = {"iv_order_id": "o", "iv_key": "k"}


def answers_to_guest(harness: GatewayHarness) -> None:
    """Let each service answer what it holds about a guest."""
    for name, data in GUEST_DATA.items():
        harness.upstreams[name].answer("/internal/guest_data", data)


async def test_a_guests_data_come_from_every_service_that_holds_some(harness: GatewayHarness) -> None:
    answers_to_guest(harness)
    body = (await harness.client.post("/api/get_guest_data", json=GUEST_KEY)).json()
    assert body["data"] == {name: part for each in GUEST_DATA.values() for name, part in each.items()}


@pytest.mark.parametrize(
    ("away", "missing", "words"),
    [
        ("booking", "bookings", "Your bookings cannot be shown right now."),
        ("profiles", "requests", "Your requests cannot be shown right now."),
        ("notifications", "mails", "The record of your mails cannot be shown right now."),
    ],
)
async def test_a_guests_data_are_given_whole_or_not_at_all(
    open_harness: OpenHarness, away: str, missing: str, words: str
) -> None:
    harness = await open_harness(**{f"{away}_url": AWAY})
    answers_to_guest(harness)
    answer = await harness.client.post("/api/get_guest_data", json=GUEST_KEY)
    assert answer.status_code == 503
    message = {"main_msg": words, "iv_msg": {}}
    assert answer.json() == {"status": False, "message": message, "data": {"missing": [missing]}}


@pytest.mark.parametrize("status", [401, 200])
async def test_booking_decides_whom_a_key_to_a_guests_data_lets_in(
    harness: GatewayHarness, status: int
) -> None:
    answers_to_guest(harness)
    refused = enveloped(None, status=False, main_msg="This link is not valid.")
    harness.upstreams["booking"].answers["/internal/guest_data"] = (status, {}, refused)
    answer = await harness.client.post("/api/get_guest_data", json=GUEST_KEY)
    assert (answer.status_code, answer.json()["message"]["main_msg"]) == (status, "This link is not valid.")
    assert answer.json()["data"] is None
