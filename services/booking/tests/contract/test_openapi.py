"""The OpenAPI document names every call and types every answer; the web generates its types from it."""

from typing import Any

import pytest
from booking.app import create_app
from booking.settings import BookingSettings

CALLS = {
    "update_appointment_window",
    "get_provider_appointment_window",
    "get_provider_appointment_settings_and_booking_history",
    "get_available_slots",
    "get_next_free_slots",
    "get_next_free_times",
    "preview_appointment_window",
    "create_appointment_order",
    "update_appointment_order_request",
    "get_booking_info",
    "get_guest_booking",
    "request_guest_link",
    "end_guest_link",
    "request_guest_data",
    "erase_guest_data",
    "staff_find_guest_bookings",
    "staff_end_guest_link",
    "report_no_show",
    "contest_no_show",
    "confirm_attendance",
    "get_reminder_plan",
    "update_reminder_plan",
    "create_appointment_rating",
    "create_appointment_request_rating",
    "get_ratings_info",
    "create_client_rating",
    "answer_rating",
    "remove_rating_answer",
    "propose_new_time",
    "update_appointment_place",
    "upload_intake_file",
    "get_order_answers",
    "answer_new_time",
    "get_appointment_calendar",
    "get_calendar_feed",
    "update_calendar_feed",
    "get_external_calendars",
    "add_external_calendar",
    "check_external_calendar",
    "remove_external_calendar",
    "block_guest",
    "block_time",
    "create_own_booking",
    "move_appointment",
    "get_move_terms",
    "update_move_terms",
    "get_blocked_times",
    "unblock_time",
    "unblock_guest",
    "get_blocked_guests",
    "get_clients",
    "get_client",
    "get_client_of_order",
    "get_notes_of_orders",
    "update_client",
    "get_client_files",
    "add_client_file",
    "remove_client_file",
    "preview_client_import",
    "import_clients",
    "get_schedule_changes",
    "mark_changes_seen",
    "get_orders_outside_hours",
    "ask_for_other_times",
}


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    settings = BookingSettings.model_validate({"guest_link_key": "a key of the contract tests"})
    return create_app(settings).openapi()


def test_every_call_of_the_contract_is_there_under_its_own_name(described: dict[str, Any]) -> None:
    found = {
        operation["operationId"]: path
        for path, operations in described["paths"].items()
        for operation in operations.values()
        if path.startswith("/api/")
    }
    assert set(found) == CALLS
    assert all(path.removeprefix("/api/").split("/")[0] == name for name, path in found.items())


def test_every_answer_has_a_typed_envelope(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    for path, operations in described["paths"].items():
        for operation in operations.values():
            schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
            envelope = schemas[schema["$ref"].rpartition("/")[2]]
            assert set(envelope["properties"]) == {"status", "message", "data"}, path
            assert "anyOf" in envelope["properties"]["data"], path


def test_the_windows_fields_are_all_described(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    for name, prefix in (("WindowRequest", "iv_"), ("AppointmentInfo", "")):
        fields = schemas[name]["properties"]
        assert {f"{prefix}monday_quota_start_time", f"{prefix}sunday_custom_slots"} <= set(fields)
        assert len([field for field in fields if "day_" in field]) == 63
