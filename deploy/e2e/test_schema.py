"""schemathesis over the merged OpenAPI: no 5xx, no answer outside the contract."""

import asyncio
import subprocess

import pytest
from embedded.contract import OPENAPI
from embedded.sets import Running
from embedded.stages import tool
from embedded.visitors import Provider

FAREWELLS = "^/api/(sign_out|delete_account)$"
"""The two calls after which the token of all others would be over."""


@pytest.mark.parametrize("house", ["embedded"], indirect=True)
@pytest.mark.usefixtures("shop")
async def test_answers_keep_the_contract(house: Running, provider: Provider) -> None:
    """Asked by somebody who may ask for everything: a provider with a profile, a service and hours."""
    order = [
        tool("schemathesis"), "run", str(OPENAPI), "--url", house.url, "--phases", "coverage,fuzzing",
        "--checks", "not_a_server_error,response_schema_conformance,content_type_conformance",
        "--max-examples", "10", "--seed", "1", "--workers", "4", "--exclude-path-regex", FAREWELLS,
        "--header", f"Authorization: Bearer {provider.token}", "--no-color",
        "--suppress-health-check", "all", "--generation-database", "none",
    ]  # fmt: skip
    done = await asyncio.to_thread(subprocess.run, order, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]
