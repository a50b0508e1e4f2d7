"""The messages of the gateway and of composed answers are in the caller's language (product.md 8.3)."""

import pytest
from testkit.gateway_harness import GatewayHarness, OpenHarness, enveloped

AWAY = "http://127.0.0.1:9"
FRENCH = {"Accept-Language": "fr-FR,fr;q=0.9,en;q=0.8"}


async def test_what_the_gateway_refuses_is_french(harness: GatewayHarness) -> None:
    unknown = await harness.client.get("/api/no_such_call", headers=FRENCH)
    assert (unknown.status_code, unknown.json()["message"]["main_msg"]) == (404, "Il n’y a rien ici.")
    assert unknown.headers["content-language"] == "fr"
    assert "accept-language" in unknown.headers["vary"]
    form = await harness.client.post("/api/sign_in", content=b"a=b", headers=FRENCH)
    assert form.status_code == 415
    assert form.json()["message"]["main_msg"] == "Envoyez ceci en JSON (application/json)."
    large = await harness.client.post("/api/sign_in", json={"iv_email": "x" * 2_000_000}, headers=FRENCH)
    assert large.status_code == 413
    assert large.json()["message"]["main_msg"].startswith("C’est plus volumineux")


async def test_english_is_byte_for_byte_as_it_was(harness: GatewayHarness) -> None:
    answer = await harness.client.get("/api/no_such_call", headers={"Accept-Language": "en"})
    assert answer.content == (
        b'{"status":false,"message":{"main_msg":"There is nothing here.","iv_msg":{}},"data":null}'
    )
    assert answer.headers["content-language"] == "en"


async def test_who_asks_too_often_reads_so_in_spanish(open_harness: OpenHarness) -> None:
    harness = await open_harness(rate_limit_scale=0.01)
    answers = [
        await harness.client.get("/api/get_feed_posts", headers={"Accept-Language": "es"}) for _ in range(40)
    ]
    assert answers[-1].status_code == 429
    assert answers[-1].json()["message"]["main_msg"].startswith("Haces esto demasiado a menudo.")


async def test_a_service_that_is_away_and_a_part_that_is_missing(open_harness: OpenHarness) -> None:
    harness = await open_harness(feed_url=AWAY)
    harness.upstreams["profiles"].answer("/internal/favourites", {"interest_info": [], "blocks_info": []})
    away = await harness.client.get("/api/get_feed_posts", headers=FRENCH)
    assert away.json()["message"]["main_msg"] == "Problème temporaire du serveur"
    partly = await harness.client.get("/api/get_user_fav_data", headers=FRENCH)
    assert partly.json()["status"] is True
    assert partly.json()["message"]["main_msg"] == "Impossible d’afficher pour le moment : vos favoris."


async def test_the_parts_of_a_composed_answer_are_asked_in_english(harness: GatewayHarness) -> None:
    refused = enveloped(None, status=False, main_msg="You need to become a service provider first.")
    harness.upstreams["profiles"].answers["/api/update_profile_info"] = (
        200,
        {"content-language": "en", "vary": "accept-language"},
        refused,
    )
    answer = await harness.client.post("/api/update_profile_info", json={}, headers=FRENCH)
    assert answer.json()["message"]["main_msg"] == "Vous devez d’abord devenir prestataire."
    assert answer.headers.get_list("content-language") == ["fr"]
    [request] = harness.upstreams["profiles"].requests
    assert request.header("accept-language") in {None, ""}


@pytest.mark.parametrize("said", ["es", "en"])
async def test_an_answer_that_names_its_language_passes_as_it_is(harness: GatewayHarness, said: str) -> None:
    body = enveloped(None, status=False, main_msg="There is nothing here.")
    harness.upstreams["feed"].answers["/api/get_feed_posts"] = (200, {"content-language": said}, body)
    answer = await harness.client.get("/api/get_feed_posts", headers=FRENCH)
    assert answer.content == body
    assert answer.headers.get_list("content-language") == [said]
    [request] = harness.upstreams["feed"].requests
    assert request.header("accept-language") == FRENCH["Accept-Language"]
