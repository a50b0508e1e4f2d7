"""schemathesis finds no 5xx and no answer that openapi.json does not allow."""

import asyncio
import subprocess

import pytest
from ci.stages import tool
from client.operations import OPENAPI
from client.personas import Provider
from e2e import only
from testkit.environments import Environment

ENDING_CALLS = "^/api/(sign_out|delete_account)$"
"""The two calls that end the login of the token."""


HALVES = (("--include-method", "GET"), ("--exclude-method", "GET"))
"""Two processes run at once. Threads of one process fail in the `ast` module of CPython 3.11."""


@only.embedded
@pytest.mark.parametrize(
    ("phases", "mode"),
    [("coverage", "positive"), pytest.param("coverage,fuzzing", "all", marks=pytest.mark.long)],
    ids=["valid", "any"],
)
@pytest.mark.usefixtures("shop")
async def test_answers_keep_the_contract(
    environment: Environment, provider: Provider, phases: str, mode: str
) -> None:
    """A provider with a profile, a service and hours may use every call."""
    chosen = ("--phases", phases, "--mode", mode)
    runs = (asyncio.to_thread(_run_schemathesis, environment, provider, (*chosen, *half)) for half in HALVES)
    both = await asyncio.gather(*runs)
    for done in both:
        assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]


def _run_schemathesis(
    environment: Environment, provider: Provider, chosen: tuple[str, ...]
) -> subprocess.CompletedProcess[str]:
    order = [
        tool("schemathesis"), "run", str(OPENAPI), "--url", environment.url, *chosen,
        "--checks", "not_a_server_error,response_schema_conformance,content_type_conformance",
        "--max-examples", "10", "--seed", "1", "--exclude-path-regex", ENDING_CALLS,
        "--header", f"Authorization: Bearer {provider.token}", "--no-color",
        "--suppress-health-check", "all", "--generation-database", "none",
    ]  # fmt: skip
    return subprocess.run(order, check=False, capture_output=True, text=True)
