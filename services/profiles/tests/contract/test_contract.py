"""What other parts rely on: the names of the calls, typed envelopes, and that migrations and models agree."""

from typing import Any

import pytest
from local.databases import schema_difference
from profiles.app import create_app
from profiles.settings import ProfilesSettings

CALLS = {
    "update_profile_info", "update_account_skills", "update_account_policy_perks", "update_avatar",
    "update_account_services", "archive_delete_account_services", "get_account_provider_services",
    "add_new_interest", "remove_existing_interest", "get_trust_status", "add_to_block",
    "remove_from_block", "report_user_account", "get_provider_profile", "get_account_profile",
    "count_page_view", "update_account_profile", "update_trust_status", "get_my_circle",
    "get_blocked_accounts", "search",
    "create_user_request", "get_user_requests", "staff_get_overview", "staff_get_reports",
    "staff_get_report", "staff_decide_report", "staff_get_accounts", "staff_get_account",
    "staff_set_account_standing", "staff_set_post_standing", "staff_set_verification", "staff_get_requests",
    "staff_set_review_standing",
    "staff_get_request", "staff_answer_request", "staff_get_audit_log",
    "get_appointment_finance_settings", "update_appointment_finance_settings", "get_reference_data",
    "update_away", "get_venue_settings", "update_remote_meetings", "update_place", "archive_place",
    "order_places", "update_travel_area",
}  # fmt: skip


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return create_app(ProfilesSettings()).openapi()


def test_every_call_is_there_under_its_own_name(described: dict[str, Any]) -> None:
    found = {
        operation["operationId"]: path
        for path, operations in described["paths"].items()
        for operation in operations.values()
        if path.startswith("/api/")
    }
    assert set(found) == CALLS
    assert all(path.split("/")[2] == name for name, path in found.items())


def test_every_answer_is_an_envelope(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    for path, operations in described["paths"].items():
        if not path.startswith(("/api/", "/internal/")):
            continue
        for operation in operations.values():
            schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
            assert {"status", "message", "data"} == set(
                schemas[schema["$ref"].rpartition("/")[2]]["properties"]
            )


@pytest.mark.service
async def test_the_migrations_make_the_tables_of_the_models(database_url: str) -> None:
    assert await schema_difference("profiles", database_url) is None
