"""/.well-known/security.txt (RFC 9116)."""

from datetime import UTC, datetime, timedelta

import pytest
from gateway.settings import GatewaySettings
from pydantic import ValidationError
from testkit.gateway_harness import GatewayHarness, OpenHarness

PATH = "/.well-known/security.txt"


async def test_it_names_the_contact_and_until_when_it_is_good(open_harness: OpenHarness) -> None:
    harness = await open_harness(
        security_contact=["mailto:security@openhours.example", "https://openhours.example/report"],
        security_expires="2999-01-01T00:00:00+01:00",
        security_policy="https://openhours.example/security",
        public_url="https://openhours.example/",
    )
    answer = await harness.client.get(PATH)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == (
        "Contact: mailto:security@openhours.example\n"
        "Contact: https://openhours.example/report\n"
        "Expires: 2998-12-31T23:00:00Z\n"
        "Preferred-Languages: en\n"
        "Canonical: https://openhours.example/.well-known/security.txt\n"
        "Policy: https://openhours.example/security\n"
    )


async def test_without_a_date_it_is_good_for_half_a_year(open_harness: OpenHarness) -> None:
    harness = await open_harness(security_contact=["mailto:security@openhours.example"])
    lines = dict(line.split(": ", 1) for line in (await harness.client.get(PATH)).text.splitlines())
    left = datetime.fromisoformat(lines["Expires"]) - datetime.now(UTC)
    assert timedelta(days=179) < left <= timedelta(days=180)


async def test_without_a_contact_or_after_its_time_there_is_none(
    harness: GatewayHarness, open_harness: OpenHarness
) -> None:
    assert (await harness.client.get(PATH)).status_code == 404
    past = await open_harness(
        security_contact=["mailto:security@openhours.example"], security_expires="2020-01-01T00:00:00Z"
    )
    assert (await past.client.get(PATH)).status_code == 404


@pytest.mark.parametrize(
    "contact", ["security@openhours.example", "http://a", "mailto:a\nExpires: never", ""]
)
def test_a_contact_is_one_address_in_the_form_of_the_rfc(contact: str) -> None:
    with pytest.raises(ValidationError):
        GatewaySettings(security_contact=(contact,))
