"""The calls that no recording holds, and why."""

from collections.abc import Mapping
from typing import Final

LEFT_OUT: Final[Mapping[str, frozenset[str]]] = {
    "The staff need a second factor and see what all tests do; deploy/e2e/test_staff.py has them": frozenset({
        "GET staff_get_account",
        "GET staff_get_accounts",
        "GET staff_get_audit_log",
        "GET staff_get_failed_mails",
        "GET staff_get_overview",
        "GET staff_get_report",
        "GET staff_get_reports",
        "GET staff_get_request",
        "GET staff_get_requests",
        "POST staff_answer_request",
        "POST staff_decide_report",
        "POST staff_end_guest_link",
        "POST staff_find_guest_bookings",
        "POST staff_retry_mail",
        "POST staff_set_account_standing",
        "POST staff_set_post_standing",
        "POST staff_set_verification",
    }),
    "What they send is made by a device from a challenge of the moment": frozenset({
        "POST add_passkey",
        "POST begin_authenticator_app",
        "POST begin_passkey",
        "POST begin_passkey_sign_in",
        "POST confirm_authenticator_app",
        "POST register_web_push",
        "POST remove_authenticator_app",
        "POST remove_passkey",
        "POST remove_web_push",
        "POST renew_recovery_codes",
        "POST sign_in_second_factor",
        "POST sign_in_with_passkey",
    }),
    "They need a server that serves a calendar; deploy/e2e/test_reschedule.py has one": frozenset({
        "POST add_external_calendar",
        "POST check_external_calendar",
        "POST remove_external_calendar",
    }),
    "Its answer tells how far a job has come; export_account_data answers the same data": frozenset({
        "GET download_data_export",
        "GET get_data_export",
        "POST start_data_export",
    }),
    "It is one long list, which proto-contracts/generated/reference.json holds": frozenset({
        "GET get_reference_data"
    }),
    "They act on one mail or login of several; tests of the services have them": frozenset({
        "POST confirm_mail_change",
        "POST end_login",
        "POST unsubscribe_mail",
    }),
    "Its picture is also sent with create_new_feed_content": frozenset({"POST upload_feed_media"}),
}  # fmt: skip
