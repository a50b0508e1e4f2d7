"""A search for a day: pages of profiles, narrowed to the providers for which booking finds free time."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import orjson
import pytest
from starlette.types import Receive, Scope, Send
from testkit.gateway_harness import GatewayHarness, OpenHarness, enveloped

AWAY = "http://127.0.0.1:9"
DAY = "/api/search?available_on=2026-03-01"


class Catalogue:
    """Profiles with so many providers, served in pages; booking, where some of them have time."""

    def __init__(self, harness: GatewayHarness, providers: int, has_time: Callable[[int], bool]) -> None:
        self.pages: list[dict[str, str]] = []
        self.requests: list[dict[str, Any]] = []
        self._providers = providers
        self._has_time = has_time
        harness.upstreams["profiles"].answers["/api/search"] = self._search
        harness.upstreams["booking"].answers["/internal/available_providers"] = self._available

    async def _search(self, scope: Scope, receive: Receive, send: Send) -> None:
        del receive
        query = {name: values[-1] for name, values in parse_qs(scope["query_string"].decode()).items()}
        self.pages.append(query)
        start = int(query.get("cursor", "0"))
        end = min(start + int(query["limit"]), self._providers)
        found = {
            "providers": [{"owner_id": f"p{number}"} for number in range(start, end)],
            "services": [],
            "corrected": "hair",
            "fewer_words": True,
            "facets": {"city": []},
            "next_cursor": str(end) if end < self._providers else None,
        }
        await answer(send, enveloped(found))

    async def _available(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope
        request = orjson.loads((await receive())["body"])
        self.requests.append(request)
        free = [provider for provider in request["provider_ids"] if self._has_time(int(provider[1:]))]
        await answer(send, enveloped({"provider_ids": free}))


async def answer(send: Send, body: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def found(harness: GatewayHarness, query: str = "") -> tuple[list[int], str | None]:
    """The numbers of the providers on a page, and its cursor."""
    data = (await harness.client.get(DAY + query)).json()["data"]
    return [int(row["owner_id"][1:]) for row in data["providers"]], data["next_cursor"]


async def test_a_page_is_filled_from_several_of_profiles(harness: GatewayHarness) -> None:
    catalogue = Catalogue(harness, 100, lambda number: number % 2 == 0)
    page, cursor = await found(harness, "&limit=10&q=hair")
    assert page == [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]
    assert [query["limit"] for query in catalogue.pages] == ["10", "5", "2", "1", "1"]
    assert {query["q"] for query in catalogue.pages} == {"hair"}
    assert "available_on" not in catalogue.pages[0]
    assert cursor == "19"


async def test_the_next_page_goes_on_where_this_one_ends(harness: GatewayHarness) -> None:
    Catalogue(harness, 60, lambda number: number % 3 == 0)
    seen: list[int] = []
    page, cursor = await found(harness, "&limit=4")
    while cursor:
        seen += page
        page, cursor = await found(harness, f"&limit=4&cursor={cursor}")
    assert seen + page == list(range(0, 60, 3))


async def test_a_search_gives_up_after_five_pages_and_says_where(harness: GatewayHarness) -> None:
    catalogue = Catalogue(harness, 1000, lambda number: number >= 60)
    assert await found(harness, "&limit=10") == ([], "50")
    assert len(catalogue.pages) == 5


async def test_the_last_page_ends_the_search(harness: GatewayHarness) -> None:
    catalogue = Catalogue(harness, 3, lambda number: number == 1)
    assert await found(harness) == ([1], None)
    assert len(catalogue.pages) == 1


@pytest.mark.parametrize(
    ("parameter", "limit"), [("", "20"), ("&limit=100", "100"), ("&limit=101", "100"), ("&limit=0", "1")]
)
async def test_a_page_has_twenty_entries_and_a_hundred_at_most(
    harness: GatewayHarness, parameter: str, limit: str
) -> None:
    catalogue = Catalogue(harness, 500, lambda number: True)
    page, _ = await found(harness, parameter)
    assert [query["limit"] for query in catalogue.pages] == [limit], "a full page asks for no other"
    assert len(page) == int(limit)


@pytest.mark.parametrize(
    ("zone", "expected"), [("", "UTC"), ("&timezone=", "UTC"), ("&timezone=Asia/Tokyo", "Asia/Tokyo")]
)
async def test_booking_is_asked_for_the_day_in_the_callers_zone(
    harness: GatewayHarness, zone: str, expected: str
) -> None:
    catalogue = Catalogue(harness, 2, lambda number: True)
    await found(harness, zone)
    assert catalogue.requests == [{"provider_ids": ["p0", "p1"], "date": "2026-03-01", "timezone": expected}]


async def test_nobody_found_is_asked_about(harness: GatewayHarness) -> None:
    catalogue = Catalogue(harness, 0, lambda number: True)
    assert await found(harness) == ([], None)
    assert catalogue.requests == []


async def test_a_narrowed_page_has_no_facets_and_says_what_was_corrected(harness: GatewayHarness) -> None:
    Catalogue(harness, 2, lambda number: True)
    data = (await harness.client.get(DAY)).json()["data"]
    assert data["facets"] is None
    assert data["corrected"] == "hair"
    assert data["fewer_words"] is True


async def test_services_are_those_of_providers_with_time(harness: GatewayHarness) -> None:
    services = [{"service_id": f"s{n}", "provider_id": f"p{n}"} for n in range(3)]
    harness.upstreams["profiles"].answer("/api/search", {"providers": [], "services": services})
    harness.upstreams["booking"].answer("/internal/available_providers", {"provider_ids": ["p1"]})
    data = (await harness.client.get(DAY)).json()["data"]
    assert data["services"] == [services[1]]


async def test_what_profiles_refuse_is_refused(harness: GatewayHarness) -> None:
    refused = enveloped(None, status=False, main_msg="no such page")
    harness.upstreams["profiles"].answers["/api/search"] = (200, {}, refused)
    for query in (DAY + "&cursor=x", "/api/search?cursor=x"):
        answer = await harness.client.get(query)
        assert (answer.status_code, answer.content) == (200, refused)


async def test_a_search_without_a_day_is_profiles_own(harness: GatewayHarness) -> None:
    found = {"providers": [{"owner_id": "p1"}], "services": [], "next_cursor": None}
    harness.upstreams["profiles"].answer("/api/search", found)
    answer = await harness.client.get("/api/search?q=hair&sort=rating")
    assert answer.json()["data"] == found
    assert harness.upstreams["profiles"].requests[0].query == "q=hair&sort=rating"


async def test_a_search_for_a_day_asks_booking_who_has_time(harness: GatewayHarness) -> None:
    found = {
        "providers": [{"owner_id": "p1"}, {"owner_id": "p2"}],
        "services": [{"service_id": "s", "provider_id": "p2"}],
        "next_cursor": None,
    }
    harness.upstreams["profiles"].answer("/api/search", found)
    harness.upstreams["booking"].answer("/internal/available_providers", {"provider_ids": ["p2"]})
    answer = await harness.client.get("/api/search?available_on=2026-03-01&timezone=Europe/Berlin")
    assert answer.json()["data"] == {
        "providers": [{"owner_id": "p2"}],
        "services": [{"service_id": "s", "provider_id": "p2"}],
        "facets": None,
        "corrected": None,
        "fewer_words": False,
        "next_cursor": None,
    }


@pytest.mark.parametrize("name", ["available_on", "available%5Fon", "%61vailable_on"])
async def test_a_day_narrows_a_search_however_its_name_is_written(harness: GatewayHarness, name: str) -> None:
    found = {"providers": [{"owner_id": "p1"}, {"owner_id": "p2"}], "services": [], "next_cursor": None}
    harness.upstreams["profiles"].answer("/api/search", found)
    harness.upstreams["booking"].answer("/internal/available_providers", {"provider_ids": ["p2"]})
    answer = await harness.client.get(f"/api/search?q=a%20b&{name}=2026-03-01")
    assert answer.json()["data"]["providers"] == [{"owner_id": "p2"}]


async def test_a_search_without_a_day_is_forwarded_with_what_the_caller_speaks_and_has(
    harness: GatewayHarness,
) -> None:
    """Profiles is asked as for any call of its own: it says whether the caller has the answer already."""
    harness.upstreams["profiles"].answers["/api/search"] = (304, {"etag": 'W/"1"'}, b"")
    known = {"if-none-match": 'W/"1"', "accept-language": "ar"}
    answer = await harness.client.get("/api/search?q=hair", headers=known)
    assert (answer.status_code, answer.content) == (304, b"")
    [request] = harness.upstreams["profiles"].requests
    assert (request.header("if-none-match"), request.header("accept-language")) == ('W/"1"', "ar")


async def test_a_search_shows_all_when_nobody_knows_who_has_time(open_harness: OpenHarness) -> None:
    harness = await open_harness(booking_url=AWAY)
    found = {"providers": [{"owner_id": "p1"}], "services": [], "next_cursor": None}
    harness.upstreams["profiles"].answer("/api/search", found)
    body = (await harness.client.get("/api/search?available_on=2026-03-01")).json()
    assert body["status"] is True
    assert body["data"] == {**found, "missing": ["availability"]}
    assert body["message"]["main_msg"] == "Who has time on that day cannot be shown right now."


async def test_a_zone_that_booking_refuses_is_refused_by_its_name(harness: GatewayHarness) -> None:
    harness.upstreams["profiles"].answer("/api/search", {"providers": [{"owner_id": "p1"}], "services": []})
    told = {"main_msg": "Mend", "iv_msg": {"timezone": "This Field is not valid"}}
    refused = orjson.dumps({"status": False, "message": told, "data": None})
    harness.upstreams["booking"].answers["/internal/available_providers"] = (200, {}, refused)
    body = (await harness.client.get("/api/search?available_on=2026-03-01&timezone=Mars/X")).json()
    assert body["status"] is False
    assert body["message"]["iv_msg"] == {"timezone": "This Field is not valid"}


async def test_a_part_of_the_day_is_passed_on_to_booking_alone(harness: GatewayHarness) -> None:
    catalogue = Catalogue(harness, 1, lambda _: True)
    answer = await harness.client.get(f"{DAY}&free_from=17:00&minutes=60&free_until=")
    assert answer.json()["status"] is True
    assert not {"free_from", "free_until", "minutes"} & set(catalogue.pages[0])
    asked = {name: text for name, text in catalogue.requests[0].items() if name != "provider_ids"}
    assert asked == {"date": "2026-03-01", "timezone": "UTC", "free_from": "17:00", "minutes": "60"}


async def test_a_part_of_a_day_needs_the_day(harness: GatewayHarness) -> None:
    body = (await harness.client.get("/api/search?free_from=17:00")).json()
    assert body["status"] is False
    assert body["message"]["iv_msg"] == {"available_on": "Choose a day for this time"}


async def test_the_times_are_judged_where_nobody_is_found(harness: GatewayHarness) -> None:
    harness.upstreams["profiles"].answer("/api/search", {"providers": [], "services": []})
    told = {"main_msg": "Mend", "iv_msg": {"free_from": "This Field can only contain a time such as 09:00"}}
    refused = orjson.dumps({"status": False, "message": told, "data": None})
    harness.upstreams["booking"].answers["/internal/available_providers"] = (200, {}, refused)
    body = (await harness.client.get(f"{DAY}&free_from=9")).json()
    assert body["message"]["iv_msg"] == told["iv_msg"]


@pytest.mark.parametrize("minutes", ["abc", "4", "1441", "9" * 400])
async def test_a_length_that_is_none_is_refused_with_what_profiles_refuses(
    harness: GatewayHarness, minutes: str
) -> None:
    told = {"main_msg": "Mend", "iv_msg": {"limit": "This Field can only contain numbers"}}
    refused = orjson.dumps({"status": False, "message": told, "data": None})
    harness.upstreams["profiles"].answers["/api/search"] = (200, {}, refused)
    body = (await harness.client.get(f"{DAY}&limit=x&minutes={minutes}")).json()
    assert body["status"] is False
    assert set(body["message"]["iv_msg"]) == {"limit", "minutes"}


@pytest.mark.parametrize("day", ["tomorrow", "2026-3-1", "%00", "2026-03-01x", "2026-13-40"])
async def test_a_day_is_a_date(harness: GatewayHarness, day: str) -> None:
    body = (await harness.client.get(f"/api/search?available_on={day}")).json()
    assert body["status"] is False
    assert "available_on" in body["message"]["iv_msg"]


@pytest.mark.parametrize(
    "query", ["limit=abc", "limit=-1", "limit=99999999999999999999", "cursor=%ff", "q=%00"]
)
async def test_an_odd_search_is_no_failure(harness: GatewayHarness, query: str) -> None:
    harness.upstreams["profiles"].answer(
        "/api/search", {"providers": [], "services": [], "next_cursor": None}
    )
    answer = await harness.client.get(f"/api/search?available_on=2026-03-01&{query}")
    assert answer.status_code == 200
