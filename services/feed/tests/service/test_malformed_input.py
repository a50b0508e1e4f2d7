"""Malformed input to every call is answered with the envelope of api.md 1, and never with a 5xx."""

import httpx
import pytest
from chassis.ids import new_id
from feed.app import create_app
from feed.settings import FeedSettings
from testkit.fake_identity import Tokens
from testkit.fuzzing import FuzzingClient

pytestmark = pytest.mark.service


async def test_malformed_input_breaks_no_call(client: httpx.AsyncClient, tokens: Tokens) -> None:
    bearer = tokens.bearer(tokens.account(new_id()))
    assert await FuzzingClient(create_app(FeedSettings()), client, bearer).faults() == []
