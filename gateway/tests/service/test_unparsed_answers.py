"""Answers of services that the gateway composes without looking into them."""

import pytest
from testkit.fake_identity import Tokens
from testkit.gateway_harness import GatewayHarness

ALERT = {"text": '"}],"unread":3}} \\', "nested": [{"next_cursor": None}]}
ORDERS = {"order": [ALERT], "request": []}


@pytest.mark.parametrize(
    ("alerts", "bookings"),
    [
        ({"alerts_list": [ALERT], "unread": 3}, {"bookings_list": ORDERS, "next_cursor": None}),
        ({"alerts_list": [ALERT], "unread": 3}, {"bookings_list": ORDERS, "next_cursor": 'c\\"2'}),
        ({"unread": 3, "alerts_list": [ALERT]}, {"bookings_list": ORDERS}),
        ({"alerts_list": [ALERT], "later": [], "unread": 3}, {"bookings_list": ORDERS, "later": 1}),
    ],
)
async def test_alerts_and_bookings_are_the_same_whether_or_not_they_are_parsed(
    harness: GatewayHarness, tokens: Tokens, alerts: dict[str, object], bookings: dict[str, object]
) -> None:
    harness.upstreams["notifications"].answer("/internal/alerts", alerts)
    harness.upstreams["booking"].answer("/api/get_booking_info", bookings)
    bearer = tokens.bearer(tokens.account("a1"))
    data = (await harness.client.get("/api/get_user_alerts", headers=bearer)).json()["data"]
    assert (data["alerts_list"], data["unread"], data["bookings_list"]) == ([ALERT], 3, ORDERS)
    assert (data["next_cursor"], data["missing"]) == (None, [])


async def test_a_search_is_passed_on_as_it_is(harness: GatewayHarness) -> None:
    found = b'{"status":true,  "data":null}'
    harness.upstreams["profiles"].answers["/api/search"] = (200, {}, found)
    answer = await harness.client.get("/api/search?q=a%20b&limit=2")
    assert answer.content == found
    [request] = harness.upstreams["profiles"].requests
    assert request.query == "q=a%20b&limit=2"
