"""Every kind of answer has the headers that gateway/README.md says in its table."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from gateway.routes import ROUTES_BY_NAME
from gateway.security_headers import SecurityHeaders
from gateway.settings import GatewaySettings
from local.databases import CHECKOUT
from testkit.fake_identity import Tokens
from testkit.gateway_harness import GatewayHarness, OpenHarness

README = CHECKOUT / "gateway" / "README.md"
ALWAYS = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}
ONLY_PAGES = ("cross-origin-opener-policy", "permissions-policy", "reporting-endpoints")
AT_MOST_ONCE = (*ALWAYS, *ONLY_PAGES, "cache-control", "content-security-policy", "x-request-id")


@dataclass(frozen=True)
class Row:
    """One row of the table."""

    answer: str
    request: str
    status: int
    cache: str
    policy: str
    resource: str


def rows() -> list[Row]:
    """The table in the README."""
    section = README.read_text().partition("## Headers of every answer")[2].partition("\n## ")[0]
    found = re.findall(
        r"^\| (.*) \| ((?:GET|POST|OPTIONS) .*) \| (\d+) \| (.*) \| (.*) \| (.*) \|$", section, re.M
    )
    return [Row(name, request, int(status), *rest) for name, request, status, *rest in found]


@pytest.fixture
async def with_manifest(open_harness: OpenHarness, bundle: Path, tmp_path: Path) -> GatewayHarness:
    """A gateway whose bundle has a manifest too."""
    copy = tmp_path / "dist"
    shutil.copytree(bundle, copy, symlinks=True)
    shutil.copy(CHECKOUT / "web/public/manifest.webmanifest", copy)
    return await open_harness(web_dist=copy)


def check(answer: httpx.Response, row: Row, policies: dict[str, str]) -> None:
    """Compare one answer with its row."""
    headers = answer.headers
    assert answer.status_code == row.status, row
    assert {name: headers.get(name) for name in ALWAYS} == ALWAYS, row
    assert headers["cache-control"] == row.cache, row
    assert headers["cross-origin-resource-policy"] == row.resource, row
    policy = re.sub(r" 'sha256-[^']*'", "", headers["content-security-policy"])
    assert policy == policies[row.policy], row
    assert "frame-ancestors 'none'" in policy, row
    for name in ONLY_PAGES:
        assert (name in headers) == (row.policy == "page"), (row, name)
    for name in AT_MOST_ONCE:
        assert len(headers.get_list(name)) <= 1, (row, name)
    assert "x-request-id" in headers, row
    assert "server" not in headers, row
    assert "location" not in headers, row


def policies_of(harness: GatewayHarness) -> dict[str, str]:
    """The content security policies of the table, by name."""
    security = SecurityHeaders(GatewaySettings(public_url=harness.url))
    kinds = {"api": security.api, "asset": security.asset, "media": security.media, "page": security.page([])}
    return {name: dict(headers)[b"content-security-policy"].decode() for name, headers in kinds.items()}


async def test_every_kind_of_answer_has_the_headers_of_its_row(with_manifest: GatewayHarness) -> None:
    policies = policies_of(with_manifest)
    walked = rows()
    assert len(walked) > 20
    for row in walked:
        method, _, path = row.request.partition(" ")
        check(await with_manifest.client.request(method, path), row, policies)


async def test_what_is_known_keeps_the_headers_of_its_kind(with_manifest: GatewayHarness) -> None:
    policies = policies_of(with_manifest)
    for row in rows():
        if row.request not in {"GET /feed", "GET /sw.js", "GET /assets/app-1a2b.js", "GET /robots.txt"}:
            continue
        path = row.request.partition(" ")[2]
        known = (await with_manifest.client.get(path)).headers["etag"]
        again = await with_manifest.client.get(path, headers={"If-None-Match": known})
        assert again.status_code == 304
        assert again.headers["content-security-policy"], path
        assert {name: again.headers.get(name) for name in ALWAYS} == ALWAYS
        assert again.headers["cross-origin-resource-policy"] == row.resource
    assert policies


async def test_every_call_answers_with_the_headers_of_json(harness: GatewayHarness, tokens: Tokens) -> None:
    policies, bearer = policies_of(harness), tokens.bearer(tokens.account("somebody"))
    for route in ROUTES_BY_NAME.values():
        path = "/".join(["/api", route.call, *["a"] * route.segments])
        json = None if route.method == "GET" else {}
        answer = await harness.client.request(route.method, path, json=json, headers=bearer)
        assert answer.status_code in {200, 502}, path
        check(answer, Row(route.call, path, answer.status_code, "no-store", "api", "same-origin"), policies)
        refused = await harness.client.request(route.method, f"{path}/more", json=json)
        check(refused, Row(route.call, path, 404, "no-store", "api", "same-origin"), policies)


async def test_a_page_that_is_not_built_and_a_fault_have_the_headers_of_json(
    open_harness: OpenHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = await open_harness(web_dist=tmp_path)
    row = Row("not built", "/feed", 503, "no-store", "api", "same-origin")
    check(await harness.client.get("/feed"), row, policies_of(harness))

    def fail(path: str) -> None:
        raise RuntimeError(path)

    monkeypatch.setattr(harness.gateway, "_app_links", type("Failing", (), {"response": staticmethod(fail)}))
    fault = Row("fault", "/feed", 500, "no-store", "api", "same-origin")
    check(await harness.client.get("/feed"), fault, policies_of(harness))


async def test_over_https_every_answer_insists_on_it(open_harness: OpenHarness) -> None:
    harness = await open_harness(public_url="https://openhours.example")
    for row in rows():
        method, _, path = row.request.partition(" ")
        if path == "/manifest.webmanifest":
            continue
        answer = await harness.client.request(method, path)
        assert answer.headers["strict-transport-security"] == "max-age=63072000; includeSubDomains", row
