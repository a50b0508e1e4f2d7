"""What other parts rely on: the names of the calls, the events, and that migrations and models agree."""

import pytest
from contracts.event import EVENTS
from identity.app import create_app
from local.databases import schema_difference
from testkit.pytest_plugin import NewDatabase

from services.identity.tests.conftest import settings_for

CALLS = {
    "sign_up": "post",
    "sign_in": "post",
    "sign_in_second_factor": "post",
    "begin_passkey_sign_in": "post",
    "sign_in_with_passkey": "post",
    "begin_step_up": "post",
    "step_up": "post",
    "get_second_factors": "get",
    "begin_authenticator_app": "post",
    "confirm_authenticator_app": "post",
    "remove_authenticator_app": "post",
    "begin_passkey": "post",
    "add_passkey": "post",
    "remove_passkey": "post",
    "renew_recovery_codes": "post",
    "get_mail_change": "get",
    "request_mail_change": "post",
    "confirm_mail_change": "post",
    "cancel_mail_change": "post",
    "check_active_login": "get",
    "sign_out": "get",
    "get_active_logins": "get",
    "end_login": "post",
    "end_other_logins": "post",
    "forgot_password": "post",
    "reset_password": "post",
    "confirm_account": "post",
    "confirm_account_by_code": "post",
    "resend_confirm_account": "post",
    "change_password": "post",
    "delete_account": "post",
    "start_data_export": "post",
    "get_data_export": "get",
    "update_username": "post",
    "verify_guest_credentials": "post",
    "update_starter_preferences": "post",
    "get_notification_preferences": "get",
    "update_notification_preferences": "post",
    "update_language": "post",
}


def test_every_call_of_the_contract_is_there_under_its_name() -> None:
    paths = create_app(settings_for("postgresql://unused")).openapi()["paths"]
    public = {path: operations for path, operations in paths.items() if path.startswith("/api/")}
    assert {
        path.removeprefix("/api/"): method for path, operations in public.items() for method in operations
    } == CALLS
    for call, method in CALLS.items():
        operation = public[f"/api/{call}"][method]
        assert operation["operationId"] == call
        assert operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]


def test_what_identity_hears_and_tells_is_registered() -> None:
    published = {key for key in EVENTS if key.startswith("identity.")}
    assert {"identity.account.registered", "identity.login.ended", "identity.guest.code_issued"} <= published


@pytest.mark.service
async def test_the_migrations_make_the_tables_of_the_models(new_database: NewDatabase) -> None:
    assert await schema_difference("identity", await new_database("identity")) is None
