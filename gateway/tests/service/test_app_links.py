"""The files that let phones open links to this server with the app."""

import pytest
from gateway.app_links import ANDROID, APPLE
from gateway.settings import GatewaySettings
from pydantic import ValidationError
from testkit.gateway_harness import GatewayHarness, OpenHarness

FINGERPRINT = ":".join(["AB"] * 32)
APPS = {
    "android_app_id": "app.openhours",
    "android_cert_fingerprints": [FINGERPRINT],
    "ios_app_ids": ["A1B2C3D4E5.app.openhours"],
}


async def test_android_learns_which_app_opens_links(open_harness: OpenHarness) -> None:
    answer = await (await open_harness(**APPS)).client.get(ANDROID)
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "public, max-age=3600"
    assert answer.json() == [
        {
            "relation": ["delegate_permission/common.handle_all_urls"],
            "target": {
                "namespace": "android_app",
                "package_name": "app.openhours",
                "sha256_cert_fingerprints": [FINGERPRINT],
            },
        }
    ]


async def test_apple_learns_which_pages_the_app_opens_and_no_call_is_among_them(
    open_harness: OpenHarness,
) -> None:
    answer = await (await open_harness(**APPS)).client.get(APPLE)
    assert answer.headers["content-type"] == "application/json"
    (details,) = answer.json()["applinks"]["details"]
    assert details["appIDs"] == ["A1B2C3D4E5.app.openhours"]
    assert [component["/"] for component in details["components"]] == [
        "/",
        "/feed",
        "/p/?*",
        "/schedule_manager/pending_requests",
        "/staff/*",
    ]


@pytest.mark.parametrize("path", [ANDROID, APPLE, "/.well-known/other"])
async def test_a_server_without_an_app_has_no_such_file(harness: GatewayHarness, path: str) -> None:
    assert (await harness.client.get(path)).status_code == 404


async def test_an_android_app_without_its_certificate_proves_nothing(open_harness: OpenHarness) -> None:
    harness = await open_harness(android_app_id="app.openhours")
    assert (await harness.client.get(ANDROID)).status_code == 404


@pytest.mark.parametrize(
    "wrong", [{"android_cert_fingerprints": ["ab:cd"]}, {"ios_app_ids": ["app.openhours"]}]
)
def test_a_mistyped_app_stops_the_start(wrong: dict[str, list[str]]) -> None:
    with pytest.raises(ValidationError):
        GatewaySettings.model_validate({"service_secret": "x" * 40, **wrong})


@pytest.mark.parametrize("origin", ["capacitor://localhost", "https://localhost"])
async def test_both_phone_apps_may_ask_and_read_what_they_need(harness: GatewayHarness, origin: str) -> None:
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type, idempotency-key",
    }
    for path in ("/api/sign_in", "/media/posts/1/card.webp"):
        allowed = await harness.client.options(path, headers=asked)
        assert allowed.headers["access-control-allow-origin"] == origin, path
        assert "authorization" in allowed.headers["access-control-allow-headers"], path
