"""Search over HTTP."""

from typing import Any

import httpx
import pytest
from chassis.clock import utc_now
from chassis.db import Database
from chassis.jobs import run_once
from contracts.events.identity import AccountRenamed
from profiles.listings.jobs import refill_older_listings
from profiles.search.schemas import SearchResults
from sqlalchemy import text
from testkit.event_recorder import EventRecorder

from services.profiles.tests.conftest import INFO, SERVICE, NewPerson, account
from services.profiles.tests.service.test_circle_and_safety import order_between, rating

pytestmark = pytest.mark.service


async def names(client: httpx.AsyncClient, **query: Any) -> list[str]:
    """Who is found, in order."""
    answer = await client.get("/api/search", params=query)
    body = answer.json()
    assert body["status"], body
    return [provider["name"] for provider in body["data"]["providers"]]


@pytest.fixture
async def providers(provider: NewPerson) -> None:
    """Three providers."""
    ana = await provider("Ana Pérez", "ana")
    await ana.post("update_account_services", **SERVICE)
    await ana.post("update_account_skills", iv_skills=["Acupuncture"], iv_languages=["spanish", "english"])
    ben = await provider(
        "Ben Adler", "ben", iv_category="legal", iv_expertise="Notary", iv_delivery_mode="remote",
        iv_city="Lima", iv_country="Peru-PE", iv_currency="PEN-PE",
    )  # fmt: skip
    await ben.post(
        "update_account_services",
        **{**SERVICE, "iv_service": "Contract check", "iv_cost": "120", "iv_currency": "PEN-PE",
           "iv_delivery_mode": "remote"},
    )  # fmt: skip
    await provider("Cleo Marsh", "cleo", iv_expertise="Yoga teacher", iv_delivery_mode="in-person")


@pytest.mark.usefixtures("providers")
async def test_words_and_filters(client: httpx.AsyncClient) -> None:
    for words in ("perez", "PÉREZ", "physioterapist", "back masage", "acupuncture", "ana"):
        assert await names(client, q=words) == ["Ana Pérez"], words
    assert await names(client, q="nothing like it") == []
    assert await names(client, category="legal") == ["Ben Adler"]
    assert await names(client, country="PE") == await names(client, country="Peru-PE") == ["Ben Adler"]
    assert sorted(await names(client, city="a coruna")) == ["Ana Pérez", "Cleo Marsh"]
    assert sorted(await names(client, delivery_mode="remote")) == ["Ana Pérez", "Ben Adler"]
    assert sorted(await names(client, delivery_mode="in-person")) == ["Ana Pérez", "Cleo Marsh"]
    assert await names(client, language="spanish") == ["Ana Pérez"]
    assert await names(client, max_cost=50) == ["Ana Pérez"]
    assert await names(client, min_rating=1) == []
    assert await names(client, sort="price") == ["Ana Pérez", "Ben Adler", "Cleo Marsh"]
    assert await names(client, sort="newest") == ["Cleo Marsh", "Ben Adler", "Ana Pérez"]


@pytest.mark.usefixtures("providers")
@pytest.mark.parametrize("sort", ["relevance", "rating", "price", "newest"])
async def test_pages_hold_everybody_once(client: httpx.AsyncClient, sort: str) -> None:
    query: dict[str, Any] = {"sort": sort, "limit": 1}
    seen: list[str] = []
    while True:
        data = (await client.get("/api/search", params=query)).json()["data"]
        assert data["providers"], "the last page says that it is the last"
        seen += [provider["name"] for provider in data["providers"]]
        if data["next_cursor"] is None:
            break
        query["cursor"] = data["next_cursor"]
    assert sorted(seen) == ["Ana Pérez", "Ben Adler", "Cleo Marsh"]


@pytest.mark.usefixtures("providers")
async def test_services_come_along(client: httpx.AsyncClient) -> None:
    data = (await client.get("/api/search", params={"sort": "price"})).json()["data"]
    assert [service["service"] for service in data["services"]] == ["Back massage", "Contract check"]
    assert [provider["cheapest"] for provider in data["providers"]] == [30, 120, None]
    data = (await client.get("/api/search", params={"max_cost": 50, "delivery_mode": "in-person"})).json()[
        "data"
    ]
    assert [service["service"] for service in data["services"]] == ["Back massage"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, ["At home", "By video", "Either way"]),
        ({"delivery_mode": "remote"}, ["By video", "Either way"]),
        ({"delivery_mode": "in-person"}, ["At home", "Either way"]),
        ({"delivery_mode": "hybrid"}, ["Either way"]),
        ({"max_cost": 30}, ["At home", "By video"]),
        ({"max_cost": 20}, ["At home"]),
        ({"max_cost": 20, "delivery_mode": "remote"}, []),
        ({"q": "video"}, ["By video", "At home", "Either way"]),
    ],
)
async def test_under_a_hit_stand_the_services_that_meet_the_search(
    provider: NewPerson, client: httpx.AsyncClient, query: dict[str, Any], expected: list[str]
) -> None:
    ana = await provider()
    for name, cost, mode in (
        ("At home", "20", "in-person"), ("By video", "30", "remote"), ("Either way", "40", "hybrid"),
    ):  # fmt: skip
        form = {**SERVICE, "iv_service": name, "iv_cost": cost, "iv_delivery_mode": mode}
        await ana.post("update_account_services", **form)
    data = (await client.get("/api/search", params=query)).json()["data"]
    assert [provider["name"] for provider in data["providers"]] == ["Ana Pérez"]
    shown = [service["service"] for service in data["services"]]
    assert (shown if "q" not in query else [shown[0], *sorted(shown[1:])]) == expected


async def test_archived_services_neither_stand_under_a_hit_nor_lead_to_it(
    provider: NewPerson, client: httpx.AsyncClient
) -> None:
    ana = await provider(iv_delivery_mode="remote")
    kept = await ana.post("update_account_services", **{**SERVICE, "iv_delivery_mode": "remote"})
    for name in ("Lymphatic drainage", "Cupping"):
        saved = await ana.post("update_account_services", **{**SERVICE, "iv_service": name, "iv_cost": "10"})
        request = "service_archive" if name == "Cupping" else "service_delete"
        assert await names(client, q=name) == ["Ana Pérez"]
        await ana.post(
            "archive_delete_account_services", iv_service_id=saved["service_id"], iv_request_type=request
        )
        assert await names(client, q=name) == []
    data = (await client.get("/api/search")).json()["data"]
    assert [service["service_id"] for service in data["services"]] == [kept["service_id"]]
    assert data["providers"][0]["cheapest"] == 30
    assert await names(client, delivery_mode="in-person") == []
    assert await names(client, max_cost=29) == []
    assert await names(client, max_cost=30) == ["Ana Pérez"]


async def test_at_most_three_services_stand_under_a_hit(
    provider: NewPerson, client: httpx.AsyncClient
) -> None:
    ana = await provider()
    for number in range(4):
        await ana.post("update_account_services", **{**SERVICE, "iv_service": f"Massage {number}"})
    data = (await client.get("/api/search")).json()["data"]
    assert [service["service"] for service in data["services"]] == [
        f"Massage {number}" for number in range(3)
    ]


async def test_the_lowest_price_is_told_in_its_own_currency(
    provider: NewPerson, client: httpx.AsyncClient
) -> None:
    ana = await provider()
    [found] = (await client.get("/api/search")).json()["data"]["providers"]
    assert (found["cheapest"], found["currency"]) == (None, "EUR-ES")
    await ana.post("update_account_services", **{**SERVICE, "iv_cost": "900", "iv_currency": "JPY-JP"})
    await ana.post("update_account_services", **{**SERVICE, "iv_cost": "1000"})
    [found] = (await client.get("/api/search")).json()["data"]["providers"]
    assert (found["cheapest"], found["currency"]) == (900, "JPY-JP")


async def test_a_price_on_request_is_nobodys_lowest_price(
    provider: NewPerson, client: httpx.AsyncClient
) -> None:
    ana = await provider()
    await ana.post("update_account_services", **SERVICE | {"iv_price_kind": "on_request", "iv_cost": "zero"})
    data = (await client.get("/api/search")).json()["data"]
    assert [each["cheapest"] for each in data["providers"]] == [None]
    assert [(each["cost"], each["price_kind"]) for each in data["services"]] == [(0, "on_request")]
    lowest = SERVICE | {"iv_price_kind": "from", "iv_cost": "24.50"}
    await ana.post("update_account_services", **lowest)
    data = (await client.get("/api/search", params={"max_cost": "25"})).json()["data"]
    assert [each["cheapest"] for each in data["providers"]] == [24.5]
    assert [each["price_kind"] for each in data["services"]] == ["from"]


@pytest.mark.usefixtures("providers")
@pytest.mark.parametrize(
    "query",
    [{"sort": "luck"}, {"category": "plumbing"}, {"max_cost": "cheap"}, {"max_cost": "nan"}, {"q": "x" * 101},
     {"min_rating": 9}, {"cursor": "bad"}, {"cursor": "WyJyYXRpbmciLDEsIngiXQ"},
     {"cursor": "WyJyZWxldmFuY2UiLCJ4IiwieSIsIiIsIiIsIjAiXQ"}, {"limit": 0},
     {"limit": 101}],
)  # fmt: skip
async def test_a_bad_query_is_refused(client: httpx.AsyncClient, query: dict[str, Any]) -> None:
    answer = await client.get("/api/search", params=query)
    assert (answer.status_code, answer.json()["status"]) == (200, False)


@pytest.mark.usefixtures("providers")
@pytest.mark.parametrize("words", ["' OR 1=1 --", "&|!()", '"unbalanced', "\\", "%", "-", "🙂"])
async def test_odd_words_only_find_nothing(client: httpx.AsyncClient, words: str) -> None:
    answer = await client.get("/api/search", params={"q": words})
    assert answer.json()["status"] is True


async def test_a_new_name_is_found(
    provider: NewPerson, client: httpx.AsyncClient, published: EventRecorder
) -> None:
    ana = await provider()
    await published.tell(AccountRenamed(account=account(ana.id, "Zenobia Quill", "zen", revision=2)))
    assert await names(client, q="zenobia") == ["Zenobia Quill"]
    assert await names(client, q="perez") == []


@pytest.mark.usefixtures("providers")
async def test_a_typing_error_is_named_and_half_a_word_is_none(client: httpx.AsyncClient) -> None:
    async def corrected(words: str) -> str | None:
        return (await client.get("/api/search", params={"q": words})).json()["data"]["corrected"]

    assert await corrected("back masage") == "back massage"
    assert await corrected("back massage") is None
    assert await corrected("physio") is None
    assert await names(client, q="physio") == await names(client, q="ph") == ["Ana Pérez"]
    assert sorted(await names(client, q="p")) == ["Ana Pérez", "Ben Adler", "Cleo Marsh"]
    assert await names(client, q="back massages") == ["Ana Pérez"]
    assert await names(client, q="spain yoga") == ["Cleo Marsh"]


@pytest.mark.usefixtures("providers")
async def test_facets_count_what_a_filter_would_leave(client: httpx.AsyncClient) -> None:
    facets = (await client.get("/api/search")).json()["data"]["facets"]
    assert (facets["complete"], facets["counted"]) == (True, 3)
    for filter in ("category", "country", "city", "delivery_mode", "language"):
        for value in facets[filter]:
            assert len(await names(client, **{filter: value["value"]})) == value["count"], (filter, value)
    assert {"value": "A Coruña", "count": 2} in facets["city"]
    first = (await client.get("/api/search", params={"limit": 1})).json()["data"]
    later = (await client.get("/api/search", params={"cursor": first["next_cursor"]})).json()["data"]
    assert first["facets"] is not None
    assert later["facets"] is None


@pytest.mark.usefixtures("providers")
async def test_an_answer_is_as_the_contract_describes_it(client: httpx.AsyncClient) -> None:
    data = (await client.get("/api/search", params={"q": "ana"})).json()["data"]
    found = SearchResults.model_validate(data)
    assert found.providers[0].model_dump() == data["providers"][0]
    assert found.services[0].model_dump() == data["services"][0]


async def test_trust_and_ratings_come_first(
    provider: NewPerson, person: NewPerson, client: httpx.AsyncClient
) -> None:
    trusted = await provider("Ana Pérez", "ana")
    await provider("Ben Adler", "ben")
    assert await names(client) == ["Ben Adler", "Ana Pérez"]
    friend = await person("Ivo Marek")
    await friend.post("update_trust_status", iv_provider_id=trusted.id, iv_trusted="yes")
    assert await names(client) == ["Ana Pérez", "Ben Adler"]
    [first, second] = (await client.get("/api/search")).json()["data"]["providers"]
    assert (first["trusted_by"], second["trusted_by"]) == (1, 0)
    await friend.post("remove_existing_interest", iv_provider_id=trusted.id)
    assert await names(client) == ["Ben Adler", "Ana Pérez"]


@pytest.mark.parametrize("blocker", ["viewer", "provider"])
async def test_who_is_blocked_is_not_found(
    provider: NewPerson, person: NewPerson, client: httpx.AsyncClient, blocker: str
) -> None:
    ana, viewer, other = (
        await provider("Ana Pérez", "ana"),
        await person("Ivo Marek"),
        await person("Olu Ade"),
    )
    one, blocked = (viewer, ana) if blocker == "viewer" else (ana, viewer)
    await one.post("add_to_block", iv_user_id=blocked.id)
    assert (await viewer.get("/api/search", q="ana"))["providers"] == []
    assert (await viewer.get("/api/search"))["providers"] == []
    assert await names(client, q="ana") == ["Ana Pérez"]
    assert len((await other.get("/api/search", q="ana"))["providers"]) == 1
    await one.post("remove_from_block", iv_user_id=blocked.id)
    assert len((await viewer.get("/api/search", q="ana"))["providers"]) == 1


@pytest.mark.parametrize(
    ("average", "least", "found"),
    [(3.5, 3.5, True), (3.5, 3, True), (3.5, 3.6, False), (5, 5, True), (4.9, 5, False)],
)
async def test_the_rating_that_is_asked_for_is_enough(
    provider: NewPerson,
    person: NewPerson,
    client: httpx.AsyncClient,
    published: EventRecorder,
    average: float,
    least: float,
    found: bool,
) -> None:
    ana = await provider()
    await published.tell(rating(order_between(ana, await person()), trusted=False, average=average))
    assert bool(await names(client, min_rating=least)) is found


async def test_a_whole_word_comes_before_words_that_begin_so(
    provider: NewPerson, person: NewPerson, client: httpx.AsyncClient
) -> None:
    await provider("Mara Weiss", "mara")
    runner = await provider("Ben Adler", "ben", iv_expertise="Marathon runner")
    for friend in ("Ivo Marek", "Olu Ade"):
        await (await person(friend)).post("update_trust_status", iv_provider_id=runner.id, iv_trusted="yes")
    assert await names(client) == ["Ben Adler", "Mara Weiss"]
    assert await names(client, q="mara") == ["Mara Weiss", "Ben Adler"]
    assert await names(client, q="marath") == ["Ben Adler"]


async def test_every_word_may_be_a_beginning_and_small_words_are_dropped(
    provider: NewPerson, client: httpx.AsyncClient
) -> None:
    await provider("Ana Pérez", "ana", iv_city="Berlin", iv_country="Germany-DE")
    for words in ("physio berl", "berl physio", "physio in berlin", "Physio für Berlin", "the ph in the ber"):
        assert await names(client, q=words) == ["Ana Pérez"], words
    assert await names(client, q="in") == [], "small words alone are searched for"
    assert await names(client, q="pai") == [], "half a word is no other word's synonym"


async def test_the_street_is_searched_where_everybody_sees_it(
    provider: NewPerson, client: httpx.AsyncClient
) -> None:
    ana = await provider(iv_street_shown_to="everybody")
    place = {"iv_name": "Studio", "iv_street": "Calle Luna 5", "iv_postcode": "28004", "iv_city": "Madrid",
             "iv_country": "Spain-ES", "iv_note": "Second bell"}  # fmt: skip
    settings = (await ana.post("update_place", iv_place_id="none", **place))["venue_settings"]
    for words in ("rua real", "calle luna", "madrid", "28004", "studio"):
        assert await names(client, q=words) == ["Ana Pérez"], words
    assert await names(client, q="bell") == []
    await ana.post("update_profile_info", **INFO, iv_street_shown_to="booked")
    for words in ("rua", "luna", "28004"):
        assert await names(client, q=words) == [], words
    assert await names(client, q="madrid") == ["Ana Pérez"]
    await ana.post("archive_place", iv_place_id=settings["places"][0]["place_id"], iv_archived="yes")
    assert await names(client, q="madrid") == []


async def test_listings_of_an_older_edition_are_made_anew(
    provider: NewPerson, client: httpx.AsyncClient, database_url: str
) -> None:
    for name in ("ana", "ben", "cleo"):
        await provider(name.title(), name, iv_street_shown_to="everybody")
    database = Database(database_url)
    async with database.writing() as tx:
        await tx.session.execute(text("UPDATE search_listing SET document = '', edition = 0"))
    assert await names(client, q="rua real") == []
    await run_once(refill_older_listings, database, utc_now())
    assert len(await names(client, q="rua real")) == 3
    async with database.writing() as tx:
        await tx.session.execute(text("UPDATE search_listing SET document = ''"))
    await run_once(refill_older_listings, database, utc_now())
    assert await names(client, q="rua real") == [], "none of this edition is made again"
    await database.close()


@pytest.mark.usefixtures("providers")
@pytest.mark.parametrize(
    ("query", "expected", "fewer"),
    [
        ({"q": "physiotherapist coruna"}, {"Ana Pérez"}, False),
        ({"q": "physiotherapist lima"}, {"Ana Pérez", "Ben Adler"}, True),
        ({"q": "physiotherapist acupuncture lima"}, {"Ana Pérez"}, True),
        ({"q": "notary massage", "category": "legal"}, {"Ben Adler"}, True),
        ({"q": "physiotherapist lima", "sort": "price"}, {"Ana Pérez", "Ben Adler"}, True),
        ({"q": "qwert zxcvb"}, set[str](), False),
        ({"q": "qwert"}, set[str](), False),
        ({"q": "lima ana acupuncture massage physiotherapist yoga perez coruna"}, {"Ana Pérez"}, True),
    ],
)
async def test_where_nobody_has_all_words_those_with_most_are_shown(
    client: httpx.AsyncClient, query: dict[str, Any], expected: set[str], fewer: bool
) -> None:
    data = (await client.get("/api/search", params=query)).json()["data"]
    assert {each["name"] for each in data["providers"]} == expected
    assert data["fewer_words"] is fewer
    assert data["facets"]["counted"] == len(expected)


@pytest.mark.usefixtures("providers")
@pytest.mark.parametrize("sort", ["relevance", "newest"])
async def test_pages_of_those_with_most_words_go_on(client: httpx.AsyncClient, sort: str) -> None:
    query: dict[str, Any] = {"q": "physiotherapist notary", "sort": sort, "limit": 1}
    first = (await client.get("/api/search", params=query)).json()["data"]
    second = (await client.get("/api/search", params=query | {"cursor": first["next_cursor"]})).json()["data"]
    seen = {each["name"] for each in (*first["providers"], *second["providers"])}
    assert (seen, second["next_cursor"]) == ({"Ana Pérez", "Ben Adler"}, None)
    assert second["fewer_words"] is True
