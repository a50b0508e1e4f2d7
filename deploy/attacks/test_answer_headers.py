"""Attacks through text that a page would take as code, and on the endpoint that takes browsers' reports."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import orjson
import pytest
import structlog
from chassis.app import Wiring
from chassis.bus.local import LocalBus
from gateway.app import Gateway, create_app
from gateway.settings import GatewaySettings
from testkit import operators

REPORTS = "/browser_reports"
KIND = {"Content-Type": "application/reports+json"}
PRIVATE = ("reset_password?token=s3cret", "ada@example.com", "<b>what somebody wrote</b>")


def report(number: int) -> dict[str, object]:
    """A report full of what a person wrote, and of labels that nobody knows."""
    link, mail, sample = PRIVATE
    body = {
        "documentURL": f"https://openhours.example/{link}",
        "referrer": f"https://mail.example/{mail}",
        "sample": sample,
        "effectiveDirective": f"{sample}-{number}",
        "blockedURL": f"https://evil.example/{mail}/{number}",
    }
    return {"type": "csp-violation", "url": f"https://openhours.example/{link}", "body": body}


@pytest.fixture
def gateway(tmp_path: Path) -> Gateway:
    """A gateway with its ordinary limits, whose services are away."""
    (tmp_path / "index.html").write_text("<!doctype html><p>page")
    (tmp_path / "worker.js").write_text("1;")
    return create_app(GatewaySettings(web_dist=tmp_path, access_log_share=0), Wiring(bus=LocalBus()))


@pytest.fixture
async def stranger(gateway: Gateway) -> AsyncIterator[httpx.AsyncClient]:
    """A client on the loopback."""
    transport = httpx.ASGITransport(gateway, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        yield client


async def test_the_page_takes_no_text_as_code_and_says_where_to_report(stranger: httpx.AsyncClient) -> None:
    headers = (await stranger.get("/index.html")).headers
    policy = headers["content-security-policy"].split("; ")
    assert "require-trusted-types-for 'script'" in policy
    assert "trusted-types default" in policy
    assert "report-to policy" in policy
    assert headers["reporting-endpoints"] == f'policy="{REPORTS}"'
    assert (await stranger.post(REPORTS, json=[], headers=KIND)).status_code == 204


async def test_reports_leave_no_word_of_a_person_and_no_new_label(
    stranger: httpx.AsyncClient, gateway: Gateway
) -> None:
    with structlog.testing.capture_logs() as logged:
        for start in range(0, 200, 20):
            content = orjson.dumps([report(number) for number in range(start, start + 20)])
            assert (await stranger.post(REPORTS, content=content, headers=KIND)).status_code == 204
    metrics = (await operators.read(gateway.operations)).text
    said = f"{logged}{metrics}"
    assert not [word for word in (*PRIVATE, "evil.example") if word in said]
    counted = [line for line in metrics.splitlines() if line.startswith("openhours_browser_reports_total")]
    assert [line.partition("{")[2] for line in counted] == [
        'blocked="other",directive="other",service="gateway"} 200.0'
    ]
    assert gateway.sockets_open == 0


async def test_a_flood_of_reports_is_slowed_down(stranger: httpx.AsyncClient) -> None:
    codes = [(await stranger.post(REPORTS, content=b"[]", headers=KIND)).status_code for _ in range(60)]
    assert codes[:30] == [204] * 30
    assert codes[30:] == [429] * 30


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"[" + b" " * 17_000 + b"]", "application/reports+json", 413),
        (b"[" * 10_000, "application/reports+json", 204),
        (b"\xff", "application/csp-report", 204),
        (b'{"csp-report": 1}', "application/csp-report", 204),
        (b'[null, 1, "a", {"body": []}]', "application/reports+json", 204),
        (b"[]", "application/json", 415),
        (b"[]", "text/plain", 415),
    ],
)
async def test_what_is_no_report_is_refused_or_counts_nothing(
    stranger: httpx.AsyncClient, gateway: Gateway, content: bytes, kind: str, status: int
) -> None:
    answer = await stranger.post(REPORTS, content=content, headers={"Content-Type": kind})
    assert answer.status_code == status
    assert "openhours_browser_reports_total{" not in (await operators.read(gateway.operations)).text


async def test_a_report_is_read_to_the_end_of_the_limit_even_without_a_length(
    stranger: httpx.AsyncClient,
) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(1000):
            sent += 1
            yield b" " * 1024

    answer = await stranger.post(REPORTS, content=endless(), headers=KIND)
    assert answer.status_code == 413
    assert sent < 1000
