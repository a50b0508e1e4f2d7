"""The table of public calls."""

from gateway.routes import COMPOSED, MEDIA_SERVICES, POSTABLE_PAGES, ROUTES, ROUTES_BY_NAME
from gateway.settings import SERVICES


def test_no_call_is_in_the_table_twice() -> None:
    assert len(ROUTES_BY_NAME) == len(ROUTES)
    assert len({route.call for route in ROUTES}) == len(ROUTES)


def test_every_call_has_a_service_that_exists() -> None:
    services = {*SERVICES, COMPOSED}
    assert {route.service for route in ROUTES} == services
    assert set(MEDIA_SERVICES.values()) < services


def test_a_page_that_takes_posts_is_a_call_that_does() -> None:
    for call in POSTABLE_PAGES.values():
        assert ("POST", call) in ROUTES_BY_NAME


def test_only_what_changes_nothing_of_anybody_counts_as_a_read() -> None:
    reads = {route.call for route in ROUTES if route.limit == "read" and route.method == "POST"}
    assert reads == {"preview_appointment_window", "get_orders_outside_hours", "count_page_view"}
    assert all(route.limit == "read" for route in ROUTES if route.method == "GET")


def test_calls_that_mail_or_test_a_secret_are_limited_strictly() -> None:
    by_limit = {
        limit: {route.call for route in ROUTES if route.limit == limit} for limit in ("sign_in", "mail")
    }
    assert by_limit["sign_in"] == {
        "sign_in", "reset_password", "confirm_account",
        "confirm_account_by_code", "change_password", "delete_account",
        "sign_in_second_factor", "begin_passkey_sign_in", "sign_in_with_passkey", "step_up",
        "confirm_authenticator_app", "confirm_mail_change", "get_guest_data", "erase_guest_data",
    }  # fmt: skip
    assert by_limit["mail"] == {
        "forgot_password", "resend_confirm_account", "create_user_request",
        "request_guest_link", "request_mail_change", "end_guest_link", "request_guest_data",
    }  # fmt: skip
