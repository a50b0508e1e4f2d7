"""The OpenAPI document describes the fields of a week, which are made for each day."""

from booking.app import create_app
from booking.settings import BookingSettings


def test_the_windows_fields_are_all_described() -> None:
    settings = BookingSettings.model_validate({"guest_link_key": "a key of the contract tests"})
    schemas = create_app(settings).openapi()["components"]["schemas"]
    for name, prefix in (("WindowRequest", "iv_"), ("AppointmentInfo", "")):
        fields = schemas[name]["properties"]
        assert {f"{prefix}monday_quota_start_time", f"{prefix}sunday_custom_slots"} <= set(fields)
        assert len([field for field in fields if "day_" in field]) == 63
