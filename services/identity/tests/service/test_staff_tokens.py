"""Tokens of the staff carry the staff flag, also after a refresh; others never do."""

from typing import Any

import httpx
import pytest
from chassis.db import Database
from jose import jwt
from sqlalchemy import text

from services.identity.tests.conftest import PASSWORD, SignUp, bearer

pytestmark = pytest.mark.service


async def claims_of_tokens(client: httpx.AsyncClient, email: str) -> list[dict[str, Any]]:
    """What the first token of a new login says, and the one that takes its place."""
    pair = {"iv_email": email, "iv_password": PASSWORD}
    first = (await client.post("/api/sign_in", json=pair)).json()["data"]["access_token"]
    answer = await client.get("/api/check_active_login", headers=bearer(first))
    refreshed = answer.json()["data"]["refreshed_access_token"]["access_token"]
    return [jwt.get_unverified_claims(token) for token in (first, refreshed)]


async def test_a_refreshed_token_of_the_staff_is_still_one_of_the_staffs(
    sign_up: SignUp, client: httpx.AsyncClient, database_url: str
) -> None:
    member, person = await sign_up(), await sign_up()
    database = Database(database_url)
    async with database.writing() as tx:
        staff = text("UPDATE account SET staff = true WHERE id = :id")
        await tx.session.execute(staff, {"id": member.id})
    await database.close()
    assert [claims.get("staff") for claims in await claims_of_tokens(client, member.email)] == [True, True]
    for claims in await claims_of_tokens(client, person.email):
        assert "staff" not in claims
