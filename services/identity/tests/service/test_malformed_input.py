"""Malformed input to every call is answered with the envelope of api.md 1, and never with a 5xx."""

import pytest
from identity.app import create_app
from testkit.fuzzing import FuzzingClient

from services.identity.tests.conftest import SignUp, bearer, settings_for

pytestmark = pytest.mark.service

LEFT_OUT = (
    "/api/sign_out",
    "/.well-known/jwks.json",
    "/api/resend_confirm_account",
    "/api/end_other_logins",
    "/api/begin_passkey_sign_in",
    "/api/begin_step_up",
    "/api/begin_authenticator_app",
    "/api/begin_passkey",
    "/api/renew_recovery_codes",
    "/api/remove_authenticator_app",
    "/api/cancel_mail_change",
    "/api/start_data_export",
    "/internal/export",
)
"""They end the login of all other requests, have no envelope, answer a few times only, or read no body."""


async def test_malformed_input_breaks_no_call(sign_up: SignUp) -> None:
    person = await sign_up()
    app = create_app(settings_for(""))
    fuzzing = FuzzingClient(app, person.client, bearer(person.token), leave_out=LEFT_OUT)
    assert await fuzzing.faults() == []
    assert (await person.get("/api/check_active_login")).status_code == 200
