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


HALVES = (("--include-method", "GET"), ("--exclude-method", "GET"))
"""Asked side by side, by a process each: threads of one trip over each other in CPython 3.11's `ast`."""


@pytest.mark.parametrize("house", ["embedded"], indirect=True)
@pytest.mark.usefixtures("shop")
async def test_answers_keep_the_contract(house: Running, provider: Provider) -> None:
    """Asked by somebody who may ask for everything: a provider with a profile, a service and hours."""
    both = await asyncio.gather(*(asyncio.to_thread(_asked, house, provider, half) for half in HALVES))
    for done in both:
        assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]


def _asked(house: Running, provider: Provider, half: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    order = [
        tool("schemathesis"), "run", str(OPENAPI), "--url", house.url, "--phases", "coverage,fuzzing",
        "--checks", "not_a_server_error,response_schema_conformance,content_type_conformance",
        "--max-examples", "10", "--seed", "1", *half, "--exclude-path-regex", FAREWELLS,
        "--header", f"Authorization: Bearer {provider.token}", "--no-color",
        "--suppress-health-check", "all", "--generation-database", "none",
    ]  # fmt: skip
    return subprocess.run(order, check=False, capture_output=True, text=True)
