"""schemathesis over the merged OpenAPI: no 5xx, no answer outside the contract."""

import asyncio
import subprocess

import pytest
from ci.stages import tool
from client.operations import OPENAPI
from client.personas import Provider
from testkit.environments import Environment

FAREWELLS = "^/api/(sign_out|delete_account)$"
"""The two calls after which the token of all others would be over."""


HALVES = (("--include-method", "GET"), ("--exclude-method", "GET"))
"""Asked side by side, by a process each: threads of one trip over each other in CPython 3.11's `ast`."""


@pytest.mark.parametrize("environment", ["embedded"], indirect=True)
@pytest.mark.usefixtures("shop")
async def test_answers_keep_the_contract(environment: Environment, provider: Provider) -> None:
    """Asked by somebody who may ask for everything: a provider with a profile, a service and hours."""
    both = await asyncio.gather(*(asyncio.to_thread(_asked, environment, provider, half) for half in HALVES))
    for done in both:
        assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]


def _asked(
    environment: Environment, provider: Provider, half: tuple[str, ...]
) -> subprocess.CompletedProcess[str]:
    order = [
        tool("schemathesis"), "run", str(OPENAPI), "--url", environment.url, "--phases", "coverage,fuzzing",
        "--checks", "not_a_server_error,response_schema_conformance,content_type_conformance",
        "--max-examples", "10", "--seed", "1", *half, "--exclude-path-regex", FAREWELLS,
        "--header", f"Authorization: Bearer {provider.token}", "--no-color",
        "--suppress-health-check", "all", "--generation-database", "none",
    ]  # fmt: skip
    return subprocess.run(order, check=False, capture_output=True, text=True)
