"""Malformed input to every call is answered with the envelope of api.md 1, and never with a 5xx."""

import httpx
import pytest
from chassis.ids import new_id
from notifications.app import create_app
from notifications.settings import NotificationsSettings
from testkit.fake_identity import Tokens
from testkit.fuzzing import FuzzingClient

pytestmark = pytest.mark.service


@pytest.mark.parametrize("who", ["account", "staff"])
async def test_malformed_input_breaks_no_call(client: httpx.AsyncClient, tokens: Tokens, who: str) -> None:
    token = tokens.staff(new_id()) if who == "staff" else tokens.account(new_id())
    bearer = tokens.bearer(token)
    assert await FuzzingClient(create_app(NotificationsSettings()), client, bearer).faults() == []
