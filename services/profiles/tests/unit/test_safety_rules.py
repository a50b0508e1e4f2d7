"""What a report still says of its reporter after the reporter's account is deleted."""

import pytest
from contracts.booking_data import ANONYMOUS
from profiles.safety.rules import anonymous_reporter, is_anonymous, without_reporter
from pydantic import JsonValue


def test_each_report_has_an_anonymous_reporter_of_its_own() -> None:
    first, second = anonymous_reporter("report-1"), anonymous_reporter("report-2")
    assert first != second
    assert is_anonymous(first)
    assert not is_anonymous("0199f3a0-0000-7000-8000-000000000000")


@pytest.mark.parametrize(
    ("reported_id", "names"),
    [("p", ("Pia", ANONYMOUS)), ("c", (ANONYMOUS, "Cem")), ("", (ANONYMOUS, ANONYMOUS))],
)
def test_the_reporters_name_leaves_the_evidence(reported_id: str, names: tuple[str, str]) -> None:
    evidence: dict[str, JsonValue] = {
        "provider_id": "p", "provider_name": "Pia", "client_id": "c", "client_name": "Cem", "brief": "Words",
        "delivery_location": "Cem's street 7",
    }  # fmt: skip
    kept = without_reporter(evidence, reported_id)
    assert (kept["provider_name"], kept["client_name"], kept["brief"]) == (*names, "Words")
    assert kept["delivery_location"] == ""
    assert evidence["client_name"] == "Cem", "what was given is as it was"


def test_evidence_that_names_the_reported_alone_stays_as_it_is() -> None:
    review: dict[str, JsonValue] = {"owner_id": "c", "owner_name": "Cem", "provider_id": "p", "text": "Rude"}
    assert without_reporter(review, "c") == review
    assert without_reporter({}, "c") == {}
