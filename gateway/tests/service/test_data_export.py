"""download_data_export: the parts of all services as one document, or no document."""

import httpx
import orjson
import pytest
from gateway.settings import SERVICES
from starlette.types import Receive, Scope, Send
from testkit.gateway_harness import GatewayHarness, OpenHarness, enveloped

AWAY = "http://127.0.0.1:9"
CALL = "/api/download_data_export/e1"
READY = "/internal/ready_data_export/e1"
PART = "/internal/data_export_part/e1"
STEP_UP = orjson.dumps(
    {"status": False, "message": {"main_msg": "Who?", "iv_msg": {"iv_step_up": "Who?"}}, "data": None}
)


def collected(harness: GatewayHarness) -> None:
    """Every service has its part."""
    harness.upstreams["identity"].answer(READY, {"size": 5})
    for name, upstream in harness.upstreams.items():
        upstream.answers[PART] = (200, {}, orjson.dumps({"of": name}))


async def test_the_parts_come_as_one_file(harness: GatewayHarness) -> None:
    collected(harness)
    answer = await harness.client.get(CALL)
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="openhours-my-data.json"'
    assert answer.headers["cache-control"] == "no-store"
    assert "content-encoding" not in answer.headers, "it holds addresses that are secret"
    body = answer.json()
    assert (body["status"], body["message"]) == (True, {"main_msg": "", "iv_msg": {}})
    assert body["data"] == {name: {"of": name} for name in SERVICES}


@pytest.mark.parametrize("service", SERVICES)
async def test_without_one_part_there_is_no_document(harness: GatewayHarness, service: str) -> None:
    collected(harness)
    for status in (403, 404, 500):
        refused = enveloped(None, status=False, main_msg="no")
        harness.upstreams[service].answers[PART] = (status, {}, refused)
        answer = await harness.client.get(CALL)
        assert (answer.status_code, answer.json()["data"]) == (503, None)
        assert "content-disposition" not in answer.headers


@pytest.mark.parametrize("service", ["identity", "feed"])
async def test_without_one_service_there_is_no_document(open_harness: OpenHarness, service: str) -> None:
    harness = await open_harness(**{f"{service}_url": AWAY})
    collected(harness)
    answer = await harness.client.get(CALL)
    assert (answer.status_code, answer.json()["data"]) == (503, None)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (401, enveloped(None, status=False, main_msg="no")),
        (404, enveloped(None, status=False)),
        (200, STEP_UP),
    ],
)
async def test_what_identity_refuses_is_refused(harness: GatewayHarness, status: int, said: bytes) -> None:
    collected(harness)
    harness.upstreams["identity"].answers[READY] = (status, {}, said)
    answer = await harness.client.get(CALL)
    assert (answer.status_code, answer.json()) == (status, orjson.loads(said))


async def test_a_service_that_breaks_off_leaves_no_document_that_passes_for_whole(
    harness: GatewayHarness,
) -> None:
    async def break_off(_: Scope, __: Receive, send: Send) -> None:
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % size)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b'{"posts":[', "more_body": True})
        raise ConnectionError

    collected(harness)
    harness.upstreams["feed"].answers[PART] = break_off
    size = 100_000  # streamed
    with pytest.raises(httpx.RemoteProtocolError):
        await harness.client.get(CALL)
    size = 100  # given as a whole
    assert (await harness.client.get(CALL)).status_code == 502
    harness.upstreams["feed"].answers[PART] = (200, {}, b"{}")
    assert (await harness.client.get(CALL)).status_code == 200
