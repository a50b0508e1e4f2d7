"""Crooked input at every call: the envelope of api.md section 1, never a 5xx."""

import httpx
import pytest
from chassis.ids import new_id
from embedded.crooked import CrookedVisitor
from embedded.identity_double import Tokens
from feed.app import create_app
from feed.settings import FeedSettings

pytestmark = pytest.mark.service


async def test_nothing_crooked_breaks_a_call(client: httpx.AsyncClient, tokens: Tokens) -> None:
    bearer = tokens.bearer(tokens.account(new_id()))
    assert await CrookedVisitor(create_app(FeedSettings()), client, bearer).faults() == []
