"""Answers made of several services' answers: whole, with a part missing, and refused."""

import orjson
import pytest
from gateway.composed.calls import COMPOSED_CALLS
from gateway.composed.openapi import composed_openapi
from gateway.routes import COMPOSED, ROUTES
from testkit.fake_identity import Tokens
from testkit.gateway_harness import GatewayHarness, OpenHarness, enveloped

AWAY = "http://127.0.0.1:9"
BOOKINGS = {"bookings_list": {"order": [{"order_id": "o"}], "request": []}}


def answers(harness: GatewayHarness) -> None:
    """Every answer that any composed call fetches."""
    up = harness.upstreams
    up["profiles"].answer(
        "/internal/favourites", {"interest_info": [{"provider_id": "p"}], "blocks_info": [{"user_id": "b"}]}
    )
    up["feed"].answer("/internal/bookmarks", {"bookmark_info": [{"bookmark_value": "k"}]})
    up["notifications"].answer(
        "/internal/alerts",
        {"alerts_list": [{"notification_id": "n"}], "unread": 3},
        headers={"x-next-cursor": "c"},
    )
    up["booking"].answer("/api/get_booking_info", BOOKINGS)
    up["feed"].answer("/api/get_profile_posts/p1", [{"post_id": "x"}])
    up["booking"].answer(
        "/internal/appointments_with/p1", {"appointments_with_provider": [{"order_id": "o"}]}
    )
    for name, upstream in up.items():
        upstream.answer("/internal/export", {"of": name})


async def test_favourites_come_from_profiles_and_feed(harness: GatewayHarness) -> None:
    answers(harness)
    body = (await harness.client.get("/api/get_user_fav_data")).json()
    assert body == {
        "status": True,
        "message": {"main_msg": "", "iv_msg": {}},
        "data": {
            "interest_info": [{"provider_id": "p"}],
            "bookmark_info": [{"bookmark_value": "k"}],
            "blocks_info": [{"user_id": "b"}],
            "missing": [],
        },
    }


async def test_alerts_come_with_bookings_and_page_on(harness: GatewayHarness, tokens: Tokens) -> None:
    answers(harness)
    token = tokens.account("a1")
    answer = await harness.client.get("/api/get_user_alerts?limit=5&cursor=x", headers=tokens.bearer(token))
    assert answer.json()["data"] == {
        "alerts_list": [{"notification_id": "n"}],
        "unread": 3,
        "next_cursor": "c",
        **BOOKINGS,
        "missing": [],
    }
    assert answer.headers["x-next-cursor"] == "c"
    [request] = harness.upstreams["booking"].requests
    assert request.header("authorization") == f"Bearer {token}"
    assert request.header("x-request-id") == answer.headers["x-request-id"]


@pytest.mark.parametrize("call", ["get_user_alerts", "get_user_fav_data"])
async def test_what_the_caller_has_already_is_not_sent_again(harness: GatewayHarness, call: str) -> None:
    answers(harness)
    first = await harness.client.get(f"/api/{call}")
    known = {"if-none-match": first.headers["etag"]}
    again = await harness.client.get(f"/api/{call}", headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert (again.headers["etag"], "content-length" in again.headers) == (first.headers["etag"], False)
    assert again.headers.get("x-next-cursor") == first.headers.get("x-next-cursor")
    harness.upstreams["notifications"].answer("/internal/alerts", {"alerts_list": [], "unread": 0})
    harness.upstreams["feed"].answer("/internal/bookmarks", {"bookmark_info": []})
    changed = await harness.client.get(f"/api/{call}", headers=known)
    assert (changed.status_code, changed.headers["etag"] == first.headers["etag"]) == (200, False)
    # A service never sees the condition: its part is not the whole answer.
    for upstream in harness.upstreams.values():
        assert all(request.header("if-none-match") is None for request in upstream.requests)


async def test_any_part_that_changes_changes_the_etag(harness: GatewayHarness) -> None:
    """A part's own ETag stands for it; one without is read. The cursor is in no body."""

    async def etag() -> str:
        return (await harness.client.get("/api/get_user_alerts")).headers["etag"]

    answers(harness)
    alerts = {"alerts_list": [{"notification_id": "n"}], "unread": 3}
    seen = [await etag()]
    harness.upstreams["notifications"].answer(
        "/internal/alerts", {**alerts, "unread": 4}, headers={"x-next-cursor": "c"}
    )
    seen.append(await etag())
    harness.upstreams["notifications"].answer(
        "/internal/alerts", {**alerts, "unread": 4}, headers={"x-next-cursor": "d"}
    )
    seen.append(await etag())
    for tag in ('W/"1"', 'W/"2"'):
        harness.upstreams["booking"].answer("/api/get_booking_info", BOOKINGS, headers={"etag": tag})
        seen.append(await etag())
    assert len(set(seen)) == len(seen)
    assert await etag() == seen[-1]


async def test_an_answer_that_lacks_a_part_has_no_etag(open_harness: OpenHarness) -> None:
    harness = await open_harness(feed_url=AWAY)
    answers(harness)
    answer = await harness.client.get("/api/get_user_fav_data", headers={"if-none-match": "*"})
    assert (answer.status_code, "etag" in answer.headers) == (200, False)


async def test_a_providers_posts_come_with_my_appointments(harness: GatewayHarness) -> None:
    answers(harness)
    body = (await harness.client.get("/api/get_profile_posts_and_appointments/p1/none")).json()
    assert body["data"] == {
        "provider_posts": [{"post_id": "x"}],
        "next_cursor": None,
        "appointments_with_provider": [{"order_id": "o"}],
        "missing": [],
    }


async def test_an_export_is_of_every_service(harness: GatewayHarness) -> None:
    answers(harness)
    body = (await harness.client.get("/api/export_account_data")).json()
    assert body["data"] == {name: {"of": name} for name in harness.upstreams} | {"missing": []}


@pytest.mark.parametrize(
    ("call", "away", "missing", "empty", "words"),
    [
        (
            "get_user_fav_data",
            "feed",
            "bookmarks",
            {"bookmark_info": []},
            "Your bookmarks cannot be shown right now.",
        ),
        ("get_user_fav_data", "profiles", "circle", {"interest_info": [], "blocks_info": []}, "Your circle"),
        (
            "get_user_alerts",
            "notifications",
            "alerts",
            {"alerts_list": [], "unread": 0, "next_cursor": None},
            "Your alerts",
        ),
        (
            "get_user_alerts",
            "booking",
            "bookings",
            {"bookings_list": {"order": [], "request": []}},
            "Your bookings",
        ),
        (
            "get_profile_posts_and_appointments/p1/none",
            "feed",
            "posts",
            {"provider_posts": [], "next_cursor": None},
            "The posts",
        ),
        (
            "get_profile_posts_and_appointments/p1/none",
            "booking",
            "appointments",
            {"appointments_with_provider": [], "next_cursor": None},
            "Your",
        ),
        ("export_account_data", "feed", "feed", {"feed": None}, "What feed holds"),
    ],
)
async def test_a_part_that_is_down_is_empty_and_named(
    open_harness: OpenHarness, call: str, away: str, missing: str, empty: dict[str, object], words: str
) -> None:
    harness = await open_harness(**{f"{away}_url": AWAY})
    answers(harness)
    answer = await harness.client.get(f"/api/{call}")
    assert answer.status_code == 200
    body = answer.json()
    assert body["status"] is True
    assert body["data"]["missing"] == [missing]
    assert empty.items() <= body["data"].items()
    assert body["message"]["main_msg"].startswith(words)
    others = {key: value for key, value in body["data"].items() if key not in empty}
    assert all(others.values())


async def test_nothing_at_all_is_503(open_harness: OpenHarness) -> None:
    harness = await open_harness(feed_url=AWAY, profiles_url=AWAY)
    answer = await harness.client.get("/api/get_user_fav_data")
    assert answer.status_code == 503
    assert answer.json()["message"]["main_msg"] == "Temporary server issue"


@pytest.mark.parametrize("status", [401, 403, 422])
async def test_who_the_caller_may_not_be_is_said_by_the_whole(harness: GatewayHarness, status: int) -> None:
    answers(harness)
    harness.upstreams["feed"].answers["/internal/bookmarks"] = (
        status,
        {},
        enveloped(None, status=False, main_msg="no"),
    )
    answer = await harness.client.get("/api/get_user_fav_data")
    assert answer.status_code == status
    assert answer.json() == {"status": False, "message": {"main_msg": "no", "iv_msg": {}}, "data": None}


async def test_of_two_refusals_the_first_part_speaks(harness: GatewayHarness) -> None:
    """Whichever comes first: the same call is refused in the same words each time."""
    answers(harness)
    harness.upstreams["notifications"].answers["/internal/alerts"] = (422, {}, b'{"of":"alerts"}')
    harness.upstreams["booking"].answers["/api/get_booking_info"] = (401, {}, b'{"of":"bookings"}')
    answer = await harness.client.get("/api/get_user_alerts")
    assert (answer.status_code, answer.json()) == (422, {"of": "alerts"})


@pytest.mark.parametrize(
    ("call", "service", "path"),
    [
        ("get_user_alerts", "notifications", "/internal/alerts"),
        ("get_profile_posts_and_appointments/p1/none", "feed", "/api/get_profile_posts/p1"),
    ],
)
async def test_a_page_that_is_refused_is_no_empty_page(
    harness: GatewayHarness, call: str, service: str, path: str
) -> None:
    answers(harness)
    harness.upstreams[service].answers[path] = (
        200,
        {},
        enveloped(None, status=False, main_msg="no such page"),
    )
    body = (await harness.client.get(f"/api/{call}?cursor=x")).json()
    assert (body["status"], body["message"]["main_msg"], body["data"]) == (False, "no such page", None)


@pytest.mark.parametrize(
    "broken", [(500, {}, b"{}"), (200, {}, b"not json"), (200, {}, b"[]"), (404, {}, b"{}")]
)
async def test_a_broken_part_is_a_missing_part(
    harness: GatewayHarness, broken: tuple[int, dict[str, str], bytes]
) -> None:
    answers(harness)
    harness.upstreams["feed"].answers["/internal/bookmarks"] = broken
    body = (await harness.client.get("/api/get_user_fav_data")).json()
    assert body["status"] is True
    assert body["data"]["bookmark_info"] == []
    assert body["message"]["main_msg"]


FORM = {"iv_expertise": "Cuts"}
CHANGES = {"onboardProfile": True, "serviceProvider": True, "accountType": "provider", "phone": "123456"}


async def test_saving_the_profile_renews_the_session(harness: GatewayHarness) -> None:
    harness.upstreams["profiles"].answer("/api/update_profile_info", {"session_changes": CHANGES})
    old = {"ownerId": "a1", "serviceProvider": False, "phone": "", "accountType": "client"}
    harness.upstreams["identity"].answer("/internal/session_data", {"session_data": old})
    answer = await harness.client.post(
        "/api/update_profile_info", json=FORM, headers={"Idempotency-Key": "k"}
    )
    assert answer.json()["data"]["session_data"] == {"ownerId": "a1", **CHANGES}
    [request] = harness.upstreams["profiles"].requests
    assert orjson.loads(request.body) == FORM
    assert request.header("idempotency-key") == "k"


async def test_a_saved_profile_stays_saved_when_the_session_cannot_be_had(open_harness: OpenHarness) -> None:
    harness = await open_harness(identity_url=AWAY)
    harness.upstreams["profiles"].answer("/api/update_profile_info", {"session_changes": CHANGES})
    body = (await harness.client.post("/api/update_profile_info", json=FORM)).json()
    assert body["status"] is True
    assert body["data"] == {"session_data": None, "session_changes": CHANGES}
    assert body["message"]["main_msg"]


async def test_a_refused_profile_is_refused_word_for_word(harness: GatewayHarness) -> None:
    refused = {"status": False, "message": {"main_msg": "Mend", "iv_msg": {"iv_bio": "x"}}, "data": None}
    harness.upstreams["profiles"].answers["/api/update_profile_info"] = (200, {}, orjson.dumps(refused))
    answer = await harness.client.post("/api/update_profile_info", json=FORM)
    assert answer.json() == refused


async def test_a_profile_that_cannot_be_saved_is_503(open_harness: OpenHarness) -> None:
    harness = await open_harness(profiles_url=AWAY)
    assert (await harness.client.post("/api/update_profile_info", json=FORM)).status_code == 503


def test_each_composed_call_is_made_and_described() -> None:
    listed = {route.call for route in ROUTES if route.service == COMPOSED}
    described = {path.split("/")[2] for path in composed_openapi()["paths"]}
    assert listed == set(COMPOSED_CALLS) == described


@pytest.mark.parametrize("status", [413, 415, 429])
async def test_what_no_part_takes_the_whole_does_not_take(harness: GatewayHarness, status: int) -> None:
    answers(harness)
    harness.upstreams["profiles"].answers["/internal/favourites"] = (
        status,
        {"retry-after": "7"},
        enveloped(None, status=False, main_msg="no"),
    )
    answer = await harness.client.get("/api/get_user_fav_data")
    assert answer.status_code == status
    assert answer.headers["retry-after"] == "7"
    assert answer.json()["message"]["main_msg"] == "no"


async def test_posts_of_nobody_are_404(harness: GatewayHarness) -> None:
    answers(harness)
    missing = (404, {}, enveloped(None, status=False, main_msg="There is nothing here."))
    harness.upstreams["feed"].answers["/api/get_profile_posts/p1"] = missing
    answer = await harness.client.get("/api/get_profile_posts_and_appointments/p1/none")
    assert answer.status_code == 404
    assert answer.json()["status"] is False


async def test_a_part_is_asked_by_the_caller_but_for_what_is_of_the_whole(
    harness: GatewayHarness, tokens: Tokens
) -> None:
    answers(harness)
    token = tokens.account("a1")
    await harness.client.get(
        "/api/get_user_alerts",
        headers={
            **tokens.bearer(token),
            "Accept-Encoding": "gzip",
            "If-None-Match": '"1"',
            "Idempotency-Key": "k",
            "Accept-Language": "fr",
        },
    )
    [request] = harness.upstreams["booking"].requests
    for name in ("accept-encoding", "accept-language", "if-none-match", "idempotency-key", "content-type"):
        assert request.header(name) is None
    assert request.header("authorization") == f"Bearer {token}"


async def test_a_composed_call_takes_no_body_from_a_part(harness: GatewayHarness) -> None:
    answers(harness)
    await harness.client.request("GET", "/api/get_user_alerts", content=b"{}")
    assert harness.upstreams["booking"].requests[0].body == b""
